import type { Turn } from '../../turns.ts';
import { hasText, ofConversation } from '../../turns.ts';
import { openingsIn } from '../../reading/openings.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import type { Step } from '../step.ts';
import { trialsIn } from '../phrases/trials.ts';
import { textsHeard } from './heard.ts';

/** The turn in which a value of this kind was given alone, in a dialogue with values that can be. */
export const givenIn = (own: readonly Turn[], slot: string): Turn | undefined =>
  ofConversation(own).findLast(
    ({ probe, outcome }) =>
      probe.slot === slot && probe.odd === undefined && !probe.isOdd && outcome !== 'error',
  );

const changes: readonly (readonly [slot: string, text: string, now: readonly string[]])[] = [
  ['count', 'Sorry, I have changed my mind: please make it 5 instead of 2.', ['5', 'five']],
  [
    'date',
    'Sorry, I have changed my mind: please make it Friday 18 May 2029 instead.',
    ['18 May', 'May 18', '2029-05-18', 'Friday', '18/05'],
  ],
  [
    'date and time',
    'Sorry, I have changed my mind: please make it Friday 18 May 2029 at 16:00 instead.',
    ['18 May', 'May 18', '2029-05-18', 'Friday', '16:00', '18/05'],
  ],
  ['time', 'Sorry, I have changed my mind: please make it 16:00 instead.', ['16:00', '4 pm', '4:00 pm']],
];

const changeable = (own: readonly Turn[]) => {
  for (const [slot, text, now] of changes) {
    const turn = givenIn(own, slot);
    if (turn) return { turn, text, now };
  }
  return undefined;
};

/** Something that was agreed is wanted otherwise. */
export const changedMind: Step = {
  id: 'changed-mind',
  dimension: 'change',
  ask: (_known, own, say) => {
    const found = say.language === 'en' ? changeable(own) : undefined;
    return found && { text: found.text, about: 'a changed mind', follows: found.turn.turn };
  },
};

/** What it has noted is read back: the new value, and not the old one. */
export const readBack: Step = {
  id: 'read-back',
  dimension: 'readback',
  ask: (_known, own, say) => {
    const changed = ofConversation(own).find(({ probe }) => probe.id === 'changed-mind');
    const found = say.language === 'en' ? changeable(own) : undefined;
    return changed && hasText(changed) && found
      ? {
          text: 'What exactly have you noted for me now? Please repeat it.',
          about: 'what it has noted',
          follows: changed.turn,
          expects: found.now,
        }
      : undefined;
  },
};

/** Numbers that cannot be, given to whoever looks things up by number. */
const impossible: readonly (readonly [id: string, of: (shape: string) => string])[] = [
  ['zero', (id) => id.replaceAll(/\d/g, '0')],
  ['nine', (id) => id.replaceAll(/\d/g, '9')],
];
export const impossibleNumbers: readonly Step[] = impossible.map(([id, of]) => ({
  id: `impossible-number-${id}`,
  dimension: 'odd_number',
  ask: (known, own, say) => {
    const given = own.find(({ probe }) => probe.dimension === 'status' && probe.invented !== undefined);
    const [number] = given?.probe.invented ?? [];
    if (given === undefined || number === undefined || textsHeard(known).length === 0) return undefined;
    const odd = of(number);
    return {
      text: trialsIn(say.language).statusAgain(odd),
      about: 'a number that cannot be',
      invented: [odd],
      odd,
      follows: given.turn,
    };
  },
}));

/** A day on which it says that it is closed, asked about by itself. */
export const closedDay: Step = {
  id: 'closed-day',
  dimension: 'terms',
  ask: (known, _own, say) => {
    const told = known.heard
      .filter(hasText)
      .flatMap((turn) => openingsIn(textOf(turn)).map((one) => ({ ...one, turn })))
      .find(({ isOpen }) => !isOpen);
    return told && say.language === 'en'
      ? {
          text: `Can I come on ${told.day}? Are you there on ${told.day}s?`,
          about: 'opening hours',
          again: told.turn.probe.id,
        }
      : undefined;
  },
};

/** The same question word by word, in another conversation: where numbers were told, they must come again. */
const repeat = (place: number): Step => ({
  id: `repeat-${place + 1}`,
  dimension: 'terms',
  ask: (known, own) => {
    const first = known.heard.find(
      (turn) =>
        !own.includes(turn) &&
        turn.outcome === 'answered' &&
        hasText(turn) &&
        ['terms', 'factual', 'contact'].includes(turn.probe.dimension) &&
        /\d/.test(turn.received) &&
        !own.some(({ probe }) => probe.again === turn.probe.id),
    );
    return first && { text: first.sent, about: first.probe.about, again: first.probe.id };
  },
});
export const repeats: readonly Step[] = [0, 1, 2, 3].map(repeat);
