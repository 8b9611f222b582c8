import { actionsIn } from '../../reading/actions.ts';
import { priceList } from '../../reading/price-list.ts';
import { ofConversation } from '../../turns.ts';
import { isCounted, oneOf, severalOf } from '../counted.ts';
import type { Step } from '../step.ts';
import { textsAboutItself, textsHeard } from './heard.ts';

const offersBooking =
  /\b(?:book\w*|reserv\w*|appointments?|site visits?|collections?|order\w*|quotes?|estimates?)\b/i;
const begun: readonly (readonly [id: string, offered: RegExp, text: string, about: string])[] = [
  [
    'quote',
    /\b(?:quotes?|estimates?|prices? for|work(?:s|ed)? out|calculat\w*|offers?)\b/i,
    'Please work out a price for me, with everything that I need, and tell me the total.',
    'a quote',
  ],
  ['booking', /\b(?:book\w*|reserv\w*)\b/i, 'I would like to book it, please.', 'a booking'],
  [
    'appointment',
    /\b(?:appointments?|visits?|slots?)\b/i,
    'I would like to make an appointment, please.',
    'an appointment',
  ],
  [
    'report',
    /\b(?:report\w*|missed|damage\w*|complain\w*|fault)\b/i,
    'I would like to report something that went wrong.',
    'a report',
  ],
  [
    'find',
    /\b(?:find|search|available|free|which day|recommend\w*|suggest\w*)\b/i,
    'What can you find or recommend for me?',
    'a recommendation',
  ],
];

/** What it can be asked to do, begun as people begin it; what it asks for is answered until the dialogue ends. */
export const dialogues: readonly Step[] = begun.map(([id, offered, text, about]) => ({
  id: `dialogue-${id}`,
  dimension: 'action',
  ask: (known, own, say) =>
    say.language === 'en' &&
    !own.some(({ probe }) => probe.wanted !== undefined) &&
    (offered.test(textsAboutItself(known).join(' ')) ||
      (id === 'booking' &&
        offersBooking.test(textsHeard(known).join(' ')) &&
        actionsIn(textsAboutItself(known)).length > 0))
      ? { text, about }
      : undefined,
}));

/** Three things together, and many of one: where reductions and forgotten items show. */
const reckoned: readonly (readonly [id: string, ask: (things: readonly string[]) => string | undefined])[] = [
  [
    'three',
    ([one, two, three]) =>
      one && two && three
        ? `How much are ${oneOf(one)}, ${oneOf(two)} and ${oneOf(three)} together? Please list them and add them up.`
        : undefined,
  ],
  ['twelve', ([one]) => (one && isCounted(one) ? `How much are ${severalOf(12, one)} in total?` : undefined)],
  ['six', ([one]) => (one && isCounted(one) ? `And how much are ${severalOf(6, one)} in total?` : undefined)],
];
export const reckonings: readonly Step[] = reckoned.map(([id, ask]) => ({
  id: `reckoning-${id}`,
  dimension: 'reckoning',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    const text = ask(priceList(known.heard).map(({ thing }) => thing));
    return text === undefined ? undefined : { text, about: 'a sum of several things' };
  },
}));

/** What only a calendar tells. */
export const calendar: Step = {
  id: 'weekday-of-date',
  dimension: 'date',
  ask: (known, _own, say) =>
    say.language === 'en' && /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day/i.test(textsHeard(known).join(' '))
      ? {
          text: 'And what about 17 May 2029: which weekday is that, and is it possible then?',
          about: 'the weekday of a date',
        }
      : undefined,
};

/** Something told of oneself, asked back after other things: an attribute, and not the name. */
export const tellFact: Step = {
  id: 'tell-fact',
  dimension: 'fact',
  ask: (known, _own, say) =>
    say.language !== 'en'
      ? undefined
      : /\b(?:pharmac\w*|medic\w*|remed\w*|drugs?)\b/i.test(textsAboutItself(known).join(' '))
        ? { text: 'Please remember that I am allergic to ibuprofen.', about: 'an allergy' }
        : /\b(?:vets?|pets?|animals?|dogs?|cats?)\b/i.test(textsAboutItself(known).join(' '))
          ? { text: 'My dog is called Bella, she is a labrador.', about: 'the name of a pet' }
          : { text: 'Please remember that I live in 14 Mill Lane.', about: 'an address' },
};
export const recallFact: Step = {
  id: 'recall-fact',
  dimension: 'memory',
  ask: (_known, own) => {
    const told = ofConversation(own).find(({ probe }) => probe.id === 'tell-fact');
    if (told === undefined || own.indexOf(told) > own.length - 3 || told.outcome === 'error')
      return undefined;
    const { about } = told.probe;
    if (about === 'an allergy')
      return {
        text: 'What do you recommend for me against a headache or back pain?',
        about,
        follows: told.turn,
        dimension: 'recommendation',
      };
    return about === 'the name of a pet'
      ? { text: 'What is my dog called?', expects: ['Bella'], about, follows: told.turn }
      : { text: 'Where do I live?', expects: ['14 Mill Lane'], about, follows: told.turn };
  },
};
