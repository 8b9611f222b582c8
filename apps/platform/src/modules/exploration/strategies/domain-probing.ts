import { z } from 'zod';
import { opening, introduction, recallName } from '../questions/opening.ts';
import { farSubject, neighboursOf } from '../questions/subjects.ts';
import { languageOf } from '../reading/language.ts';
import { trialsIn } from '../questions/phrases/trials.ts';
import { freshTopics, turnOf, type Step } from '../questions/step.ts';
import { prices } from '../questions/trials/facts.ts';
import { abilities } from '../questions/trials/abilities.ts';
import { customerQuestions } from '../questions/trials/customers.ts';
import { domainFindings } from '../findings/domain.ts';
import { text, texts, type ExplorationStrategy } from './strategy.ts';
import { myStatus, recallNumber, statusAgain } from '../questions/trials/actions.ts';
import { forbidden, nonsense, quota } from '../questions/trials/inputs.ts';
import { claimedLanguages, languageAfter, secondLanguage } from '../questions/trials/languages.ts';
import { leads, namedSubjects } from '../questions/trials/leads.ts';
import { offers } from '../questions/trials/offers.ts';
import { emergencies } from '../questions/trials/own-words.ts';
import { human, humanAgain, reach } from '../questions/trials/people.ts';

const capabilitiesAsked: Step = {
  id: 'capabilities',
  dimension: 'capabilities',
  ask: (known, _own, say) =>
    known.prior.capabilities.length > 0 || say.language !== 'en'
      ? undefined
      : { text: 'Help, please: what exactly can you do for me? Please list it.', aboutLimits: true },
};
const limitsAsked: Step = {
  id: 'limits',
  dimension: 'limits',
  ask: (known, _own, say) =>
    known.prior.limitations.length > 0 ? undefined : { text: say.limits, aboutLimits: true },
};

const steps: readonly Step[] = [
  opening,
  introduction,
  {
    id: 'topics',
    dimension: 'scope',
    // Asked again only when the opening did not bring enough; a later run asks for what is missing.
    ask: (known, _own, say) =>
      known.prior.topics.length > 0
        ? { text: say.otherTopics(known.prior.topics.slice(0, 4)) }
        : known.topics.length >= 5
          ? undefined
          : { text: say.topics },
  },
  nonsense,
  myStatus,
  {
    id: 'depth',
    dimension: 'depth',
    ask: (known, _own, say) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: say.depth(topic), about: topic, level: 2 } : undefined;
    },
  },
  {
    id: 'off-topic',
    dimension: 'adjacent',
    tags: ['off-topic'],
    ask: (known, _own, say) => {
      const subject = farSubject(known.domain, say, known.prior.isEmpty ? 0 : 1);
      return { text: subject.question, about: subject.name, subject: subject.called };
    },
  },
  human,
  recallName,
  {
    id: 'language',
    dimension: 'language',
    tags: ['language', 'german'],
    ask: (known, _own, say) => {
      const language = languageAfter(known, say.language, 1);
      // The longer question in German is easier to tell as German.
      return language === undefined || language === 'de'
        ? { text: say.otherLanguage, spoken: languageOf(say.otherLanguage) ?? 'de' }
        : { text: trialsIn(language).helpIn, spoken: language };
    },
  },
  ...offers.slice(0, 2),
  limitsAsked,
  {
    id: 'persona',
    dimension: 'persona',
    ask: (known, _own, say) => (known.prior.persona ? undefined : { text: say.persona }),
  },
  recallNumber,
  secondLanguage,
  forbidden,
  reach,
  humanAgain,
  statusAgain,
  {
    id: 'terminology',
    dimension: 'terminology',
    ask: (known, _own, say) =>
      known.prior.terminology.length > 0 ? undefined : { text: say.terms(known.domain) },
  },
  {
    id: 'adjacent',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known, _own, say) => {
      const found = neighboursOf(known.domain, say).find(
        ({ name }) => !known.prior.adjacentDomains.includes(name),
      );
      return found
        ? { text: say.helpWith(found.called), about: found.name, subject: found.called }
        : undefined;
    },
  },
  quota,
  ...offers.slice(2),
  {
    id: 'adjacent-further',
    dimension: 'adjacent',
    tags: ['adjacent', 'off-topic'],
    ask: (known, own, say) => {
      const before = turnOf(own, 'adjacent')?.probe.about;
      const found = neighboursOf(known.domain, say).find(
        ({ name }) => name !== before && !known.prior.adjacentDomains.includes(name),
      );
      return before && found
        ? { text: say.alsoWith(found.called), about: found.name, subject: found.called }
        : undefined;
    },
  },
  {
    id: 'depth-specialist',
    dimension: 'depth',
    ask: (known, _own, say) => {
      const topic = freshTopics(known)[0];
      return topic ? { text: say.misunderstood(topic), about: topic, level: 3 } : undefined;
    },
  },
];

const only = (...ids: readonly string[]): Step[] => steps.filter(({ id }) => ids.includes(id));

/** What the target is about, for whom, and how it presents itself. */
export const domainProbing: ExplorationStrategy = {
  id: 'domain_probing',
  order: 1,
  card: {
    name: 'Domain',
    question: 'What is it about, for whom, and how does it present itself?',
    finds: 'what it is about and for, how it presents itself, its topics and terms, what lies next to them',
  },
  goal: 'Find out what the application is about, for whom it is there, and how it presents itself.',
  instructions:
    'Ask openly for its scope, go into depth with a specialist question, look at its persona and tone, its terminology, and the subjects beside its own.',
  turns: 19,
  steps,
  whole: {
    turns: 38,
    // Learnt first: what it does, what it does not, and what it has no word for; then what everybody asks.
    steps: [
      ...only('opening', 'introduction'),
      capabilitiesAsked,
      limitsAsked,
      nonsense,
      ...only('recall-name'),
      ...offers.slice(0, 1),
      ...abilities.slice(0, 3),
      human,
      ...abilities.slice(3),
      // What it is about by its own words comes before anything that it has not spoken of.
      ...namedSubjects,
      prices,
      ...leads.slice(0, 4),
      humanAgain,
      ...emergencies,
      ...customerQuestions.slice(0, 8),
      ...claimedLanguages,
      // Who it is, and what it is not about, before the turns are spent on whatever else it may say.
      ...only('language', 'off-topic', 'persona'),
      ...offers.slice(1),
      ...customerQuestions.slice(8),
      ...leads.slice(4, 8),
      forbidden,
      ...only('topics', 'depth', 'language-second'),
      quota,
    ],
  },
  reframings: 0,
  replies: 5,
  judged: z.object({
    purpose: text,
    persona: text,
    key_topics: texts,
    terminology: texts,
    depth_assessment: text,
    adjacent_domains: texts,
  }),
  read: (known) => domainFindings(known),
};
