import { quantitiesIn } from '../../reading/facts.ts';
import { priceList } from '../../reading/price-list.ts';
import { engages } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import type { Step } from '../step.ts';

const manyOf = (thing: string): string =>
  /s$/i.test(thing) ? thing : /(?:x|z|ch|sh)$/i.test(thing) ? `${thing}es` : `${thing}s`;

const written = (amount: number): readonly string[] => [
  amount.toFixed(2),
  amount.toFixed(2).replace('.', ','),
  String(amount),
];

/** Several of two things whose prices it has told: the total can be checked. */
const total = (id: string, first: number, second: number, counts: readonly [number, number]): Step => ({
  id,
  dimension: 'sum',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    const list = priceList(known.heard);
    const [one, other] = [list[first], list[second]];
    if (!one || !other || one.currency !== other.currency || say.language !== 'en') return undefined;
    const sum = Math.round((one.amount * counts[0] + other.amount * counts[1]) * 100) / 100;
    return {
      text: `How much are ${counts[0]} ${manyOf(one.thing)} and ${counts[1]} ${manyOf(other.thing)} together, in total?`,
      about: `${counts[0]} × ${one.thing} and ${counts[1]} × ${other.thing}`,
      expects: written(sum),
      follows: one.turn.turn,
    };
  },
});
export const totals: readonly Step[] = [total('total', 0, 1, [2, 3]), total('total-second', 1, 2, [3, 2])];

/** The price of one thing by itself, which it has told in a list. */
const single = (place: number): Step => ({
  id: `single-price-${place + 1}`,
  dimension: 'factual',
  ask: (known, _own, say) => {
    const one = priceList(known.heard)[place];
    return one && say.language === 'en'
      ? {
          text: `How much is one ${one.thing.replace(/(?<=[a-rt-z])s$/i, '')} exactly?`,
          about: `the price of ${one.thing}`,
        }
      : undefined;
  },
});
export const singlePrices: readonly Step[] = [0, 1, 2].map(single);

const start = new Date(Date.UTC(2026, 2, 20));

/** From a number of days it has told, the last day can be reckoned. */
export const lastDay: Step = {
  id: 'last-day',
  dimension: 'date',
  tags: ['date', 'dates'],
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    const told = known.heard
      .filter((turn) => engages(turn, known.heard))
      .flatMap((turn) => quantitiesIn(textOf(turn)).map((one) => ({ ...one, turn })))
      .find(({ unit, number }) => unit === 'day' && Number(number) >= 5 && Number(number) <= 90);
    if (told === undefined) return undefined;
    const end = new Date(start.getTime() + Number(told.number) * 86_400_000);
    return {
      text: `The ${told.number} days begin on 20 March 2026. On which date exactly do they end?`,
      about: `the end of ${told.number} days`,
      follows: told.turn.turn,
      // Whether the first day counts is a matter of opinion.
      expects: [0, -1, 1].map((more) =>
        new Date(end.getTime() + more * 86_400_000).toISOString().slice(0, 10),
      ),
    };
  },
};

/** A day that no calendar has: who takes it has not looked. */
export const noSuchDay: Step = {
  id: 'no-such-day',
  dimension: 'date',
  tags: ['date', 'dates'],
  ask: (_known, _own, say) =>
    say.language === 'en'
      ? {
          text: 'Please put me down for 31 February at 10:00, for two.',
          about: 'a day that does not exist',
          invented: ['31 February'],
        }
      : undefined,
};
