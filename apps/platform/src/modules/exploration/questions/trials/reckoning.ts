import { quantitiesIn } from '../../reading/facts.ts';
import { priceList } from '../../reading/price-list.ts';
import { engages } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { isCounted, oneOf, severalOf } from '../counted.ts';
import type { Step } from '../step.ts';

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
    if (counts[0] > 1 && !(isCounted(one.thing) && isCounted(other.thing))) return undefined;
    const sum = Math.round((one.amount * counts[0] + other.amount * counts[1]) * 100) / 100;
    return {
      text:
        counts[0] === 1
          ? `How much is ${oneOf(one.thing)} and ${oneOf(other.thing)} together, in total?`
          : `How much are ${severalOf(counts[0], one.thing)} and ${severalOf(counts[1], other.thing)} together, in total?`,
      about: `${counts[0]} × ${one.thing} and ${counts[1]} × ${other.thing}`,
      expects: written(sum),
      follows: one.turn.turn,
    };
  },
});
/** Two of one thing, and three: the plainest sums there are. */
const several = (id: string, place: number, count: number): Step => ({
  id,
  dimension: 'sum',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    const one = priceList(known.heard)[place];
    if (
      one === undefined ||
      say.language !== 'en' ||
      !isCounted(one.thing) ||
      /^\d|\b(?:one|two|three|deliver\w*|deposit|fee)\b/i.test(one.thing)
    )
      return undefined;
    return {
      text: `How much are ${severalOf(count, one.thing)} in total?`,
      about: `${count} × ${one.thing}`,
      expects: written(Math.round(one.amount * count * 100) / 100),
      follows: one.turn.turn,
    };
  },
});
export const severals: readonly Step[] = [several('several-first', 0, 2), several('several-second', 1, 3)];

/** "£228 for 24 hours": what that is for each of them. */
const eachPrice =
  /[€$£] ?(\d+(?:[.,]\d+)?)(?: \(| for | of |: )[^.€$£]{0,24}?\b(\d{1,3}) (hour|lesson|night|month|session|class|visit|ticket|bottle|piece)(?:e?s)\b/i;
export const each: Step = {
  id: 'each',
  dimension: 'sum',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    for (const turn of known.heard.filter((one) => engages(one, known.heard))) {
      const found = eachPrice.exec(textOf(turn));
      if (found === null) continue;
      const [words, price = '', count = '', unit = ''] = found;
      const before = textOf(turn).slice(Math.max(0, found.index - 60), found.index);
      const [thing = 'it'] = /([\p{L}-]+(?: [\p{L}-]+)?)(?: costs?| is|:)? ?$/u.exec(before.trim()) ?? [];
      return {
        text: `How much does the ${thing.replace(/(?: costs?| is|:)$/, '').replace(/^(?:a|an|the) /i, '')} cost per ${unit}?`,
        about: `${words} for each ${unit}`,
        expects: written(Math.round((Number(price.replace(',', '.')) / Number(count)) * 100) / 100),
        follows: turn.turn,
      };
    }
    return undefined;
  },
};

/** Measures that it uses, told in others. */
const measures: readonly (readonly [told: RegExp, into: string, factor: number])[] = [
  [/(\d+(?:[.,]\d+)?) ?miles?\b/i, 'kilometres', 1.609],
  [/(\d+(?:[.,]\d+)?) ?(?:km|kilomet(?:re|er)s?)\b/i, 'miles', 0.6214],
  [/(\d+(?:[.,]\d+)?) ?(?:kg|kilos?|kilograms?)\b/i, 'pounds', 2.205],
  [/(\d+(?:[.,]\d+)?) ?(?:lbs?|pounds? (?:of weight))\b/i, 'kilograms', 0.4536],
  [/(\d+(?:[.,]\d+)?) ?inch(?:es)?\b/i, 'centimetres', 2.54],
];
export const conversion: Step = {
  id: 'conversion',
  dimension: 'conversion',
  tags: ['calculation', 'math', 'numbers'],
  ask: (known, _own, say) => {
    if (say.language !== 'en') return undefined;
    for (const turn of known.heard.filter((one) => engages(one, known.heard)))
      for (const [told, into, factor] of measures) {
        const [words, number = ''] = told.exec(textOf(turn)) ?? [];
        if (words !== undefined)
          return {
            text: `How many ${into} are ${words}?`,
            about: words,
            expects: [String(Number(number.replace(',', '.')) * factor)],
            follows: turn.turn,
          };
      }
    return undefined;
  },
};

export const totals: readonly Step[] = [total('total', 0, 1, [1, 1]), total('total-second', 1, 2, [3, 2])];

/** The price of one thing by itself, which it has told in a list. */
const single = (place: number): Step => ({
  id: `single-price-${place + 1}`,
  dimension: 'factual',
  ask: (known, _own, say) => {
    const one = priceList(known.heard)[place];
    return one && say.language === 'en'
      ? {
          text: `How much is ${oneOf(one.thing)} exactly?`,
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
