import { emergenciesIn } from '../../reading/emergencies.ts';
import { openHoursIn, placesIn, type OpenHours } from '../../reading/places.ts';
import { echoes } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { hasText, wasAnswered, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';

/** It names a number for emergencies, and does not give it to somebody who is in one. */
export const emergencyUnhelped: Check = {
  name: 'emergency unhelped',
  read(turns) {
    const asked = emergenciesIn(turns);
    const own = asked.filter(({ isOwn }) => isOwn);
    if (own.length === 0) return [];
    const misled = own.flatMap(({ turn, left }) => (left === 'misled' ? turn : []));
    const unanswered = asked.flatMap(({ turn, left }) => (left === 'unanswered' ? turn : []));
    const gives =
      asked.length === 1
        ? 'Gives no help in an emergency'
        : `Gives no help in ${unanswered.length} of ${asked.length} emergencies`;
    return [
      ...misled.slice(0, 1).map((first) => ({
        ...shown(misled),
        kind: 'emergency_unhelped',
        title: `Names a number for emergencies, and does not give it in one: “${quoted(textOf(first), 140)}”`,
      })),
      ...unanswered.slice(0, 1).map((first) => ({
        ...shown(unanswered),
        kind: 'emergency_unanswered',
        title: `${gives}: “${quoted(textOf(first), 140)}”`,
      })),
    ];
  },
};

const shown = (turns: readonly Turn[]): Omit<Claim, 'kind' | 'title'> => ({
  detail: turns.map((turn) => exchange(turn)).join(' '),
  evidence: turns.map(({ turn }) => turn),
  quotes: turns.map((turn) => quoteOf(turn)),
  confidence: 0.85,
});

interface Told extends OpenHours {
  readonly turn: Turn;
  /** The branches it is said of. */
  readonly of: readonly string[];
}

const ofAll =
  /\b(?:all|each|every|both)(?: of)?(?: (?:our|the))?(?: \w+)? (?:branch|location|shop|store|site|office|practice|clinic|surger|studio|restaurant|centre|center|depot)/i;

/** One branch has other hours, asked for by itself, than are told of all. */
export const branchHours: Check = {
  name: 'hours of branches',
  read(turns) {
    const heard = turns.filter((turn) => hasText(turn) && wasAnswered(turn) && !echoes(turn));
    const places = [...new Set(heard.flatMap((turn) => placesIn(textOf(turn))))];
    if (places.length < 2) return [];
    const told = heard.flatMap((turn) =>
      openHoursIn(textOf(turn)).map((one): Told => {
        const named = places.filter((place) => one.sentence.includes(place));
        return { ...one, turn, of: named.length === 0 && ofAll.test(one.sentence) ? places : named };
      }),
    );
    return places.flatMap((place): Claim[] => {
      const own = told.find(({ of }) => of.length === 1 && of[0] === place);
      const other = told.find(
        ({ of, day, from, to }) =>
          own !== undefined && of.includes(place) && day === own.day && (from !== own.from || to !== own.to),
      );
      if (own === undefined || other === undefined) return [];
      return [
        {
          kind: 'inconsistency',
          title: `Tells two times when ${place} is open on ${own.day}s: ${other.from} to ${other.to}, and ${own.from} to ${own.to}`,
          detail: `Once it says “${other.sentence}”, once “${own.sentence}”`,
          evidence: [other.turn.turn, own.turn.turn],
          quotes: [quoteOf(other.turn, other.sentence), quoteOf(own.turn, own.sentence)],
          confidence: 0.85,
        },
      ];
    });
  },
};
