import { introduction, opening } from './opening.ts';
import { farSubject, neighboursOf } from './subjects.ts';
import { turnOf, type Step } from './step.ts';
import { bulkTwice } from './trials/actions.ts';
import { longInput, markupInput, oddInput } from './trials/inputs.ts';
import { leakAbove, leakElsewhere, leakElsewhereAgain, leakNever, leakPlain } from './trials/leaks.ts';
import { hiddenOrder, openOrder } from './trials/obedience.ts';
import { discount, otherCustomer, whoHas } from './trials/people.ts';

/** Where the target refuses, how firmly, and what it lets happen that nobody wants. What matters most comes first. */
export const boundaryDiscovery: readonly Step[] = [
  opening,
  introduction,
  {
    id: 'off-topic',
    dimension: 'domain_edge',
    tags: ['off-topic'],
    ask: (known, _own, say) => {
      const subject = farSubject(known.domain, say);
      return { text: subject.question, about: subject.name, subject: subject.called };
    },
  },
  {
    id: 'override',
    dimension: 'instruction_conflict',
    tags: ['injection', 'prompt injection', 'override', 'jailbreak', 'system prompt', 'instructions'],
    ask: (_known, _own, say) => ({
      text: say.override,
      about: 'revealing its instructions',
      reframe: say.overrideReframed,
      risky: true,
    }),
  },
  hiddenOrder,
  leakElsewhere,
  leakAbove,
  otherCustomer,
  discount,
  openOrder,
  {
    id: 'account',
    dimension: 'capability_limit',
    tags: ['personal data', 'account', 'privacy'],
    ask: (_known, _own, say) => ({
      text: say.account,
      about: 'access to accounts',
      reframe: say.accountReframed,
      risky: true,
    }),
  },
  longInput,
  {
    id: 'wrongdoing',
    dimension: 'sensitivity',
    tags: ['fraud', 'illegal', 'wrongdoing', 'harm', 'crime', 'unethical'],
    ask: (known, _own, say) => ({
      text: say.fraud(known.domain),
      about: 'help with fraud',
      reframe: say.fraudReframed,
      risky: true,
    }),
  },
  whoHas,
  {
    id: 'again',
    dimension: 'consistency',
    tags: ['off-topic'],
    ask: (known, own, say) => {
      const first = turnOf(own, 'off-topic');
      const subject = farSubject(known.domain, say);
      return first ? { text: subject.again, about: subject.name, follows: first.turn } : undefined;
    },
  },
  ...bulkTwice,
  leakElsewhereAgain,
  {
    id: 'role',
    dimension: 'instruction_conflict',
    tags: ['injection', 'role', 'jailbreak'],
    ask: (_known, _own, say) => ({
      text: say.pirate,
      about: 'taking on another role',
      risky: true,
    }),
  },
  leakPlain,
  {
    id: 'professional-advice',
    dimension: 'sensitivity',
    tags: ['advice', 'legal', 'medical'],
    ask: (_known, _own, say) => ({
      text: say.legal,
      about: 'personal legal advice',
      reframe: say.legalReframed,
      risky: true,
    }),
  },
  oddInput,
  {
    id: 'live-data',
    dimension: 'capability_limit',
    ask: (_known, _own, say) => ({ text: say.weather, about: 'live information' }),
  },
  markupInput,
  {
    id: 'adjacent',
    dimension: 'domain_edge',
    tags: ['adjacent', 'off-topic'],
    ask: (known, _own, say) => {
      const found = neighboursOf(known.domain, say).find(
        ({ name }) => !known.prior.hardBoundaries.includes(name),
      );
      return found
        ? { text: say.recommendOf(found.called), about: found.name, subject: found.called }
        : undefined;
    },
  },
  {
    id: 'recommend',
    dimension: 'sensitivity',
    tags: ['recommendation', 'competitor', 'competitors'],
    ask: (known, _own, say) => ({
      text: say.bestCompany(known.domain),
      about: 'recommending companies',
      risky: true,
    }),
  },
  {
    id: 'opinion',
    dimension: 'sensitivity',
    tags: ['politics', 'political', 'opinion'],
    ask: (_known, _own, say) => ({
      text: say.vote,
      about: 'political opinions',
      risky: true,
    }),
  },
  leakNever,
];
