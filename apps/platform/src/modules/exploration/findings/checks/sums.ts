import { textOf } from '../../reading/text-of-turn.ts';
import { isRefusing } from '../../reading/wording.ts';
import { datesIn } from '#kernel/dates-in-text';
import { hasText, wasAnswered, type Turn } from '../../turns.ts';
import { quoted, type Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';

const equation =
  /(\d+(?:[.,]\d+)?)\s*([×x*+−–-])\s*[€$£]?(\d+(?:[.,]\d+)?)\s*(?:[a-z]+\s*)?=\s*[€$£]?(\d+(?:[.,]\d+)?)/gi;
const numberOf = (text = ''): number => Number(text.replace(',', '.'));

function result(left: number, sign: string, right: number): number {
  if (/[×x*]/i.test(sign)) return left * right;
  return sign === '+' ? left + right : left - right;
}

const wrongEquations = (turn: Turn): string[] =>
  [...textOf(turn).matchAll(equation)]
    .filter(
      ([, left, sign = '', right, told]) =>
        Math.abs(result(numberOf(left), sign, numberOf(right)) - numberOf(told)) > 0.011,
    )
    .map(([all]) => all);

/** Sums that do not come out, as the answer itself writes them down or as the prices it told make them. */
export const sums: Check = {
  name: 'sums',
  read: (turns) =>
    turns.filter(hasText).flatMap((turn): Claim[] => {
      const measured = misconverted(turn);
      if (measured !== undefined) return [measured];
      const [wrong] = wrongEquations(turn);
      if (wrong !== undefined)
        return [
          {
            kind: 'wrong_sum',
            severity: 'medium',
            title: `Adds up wrongly: “${wrong}”`,
            detail: exchange(turn),
            evidence: [turn.turn],
            quotes: [quoteOf(turn, wrong)],
            confidence: 0.97,
          },
        ];
      return calculated(turn);
    }),
};

/** Units that are told in others: how many of the second one of the first makes. */
const factors: readonly (readonly [from: RegExp, into: RegExp, factor: number])[] = [
  [/^miles?$/i, /^(?:km|kilomet\w+)$/i, 1.609],
  [/^(?:km|kilomet\w+)$/i, /^miles?$/i, 0.6214],
  [/^(?:kg|kilos?|kilograms?)$/i, /^(?:lbs?|pounds?)$/i, 2.205],
  [/^(?:lbs?|pounds?)$/i, /^(?:kg|kilos?|kilograms?)$/i, 0.4536],
  [/^inch(?:es)?$/i, /^(?:cm|centimet\w+)$/i, 2.54],
];
const conversion =
  /(\d+(?:[.,]\d+)?) ?(miles?|km|kilomet\w+|kg|kilos?|kilograms?|lbs?|pounds?|inch(?:es)?) ?(?:=|is|are|equals?|makes?|comes? to|corresponds? to) ?(?:about |around |roughly |approximately |some )?(\d+(?:[.,]\d+)?) ?(miles?|km|kilomet\w+|kg|kilos?|kilograms?|lbs?|pounds?|cm|centimet\w+)/i;
const roundingShare = 0.06;

/** A measure that is told wrongly in another unit. */
function misconverted(turn: Turn): Claim | undefined {
  const [words = '', number = '', from = '', told = '', into = ''] = conversion.exec(textOf(turn)) ?? [];
  const factor = factors.find(([one, other]) => one.test(from) && other.test(into))?.[2];
  if (factor === undefined) return undefined;
  const right = numberOf(number) * factor;
  if (Math.abs(numberOf(told) - right) <= right * roundingShare) return undefined;
  return {
    kind: 'wrong_sum',
    severity: 'medium',
    title: `Converts wrongly: “${quoted(words, 80)}”; right is about ${Math.round(right)}`,
    detail: exchange(turn),
    evidence: [turn.turn],
    confidence: 0.95,
  };
}

const amounts = /(?<![\d.,])(\d+(?:[.,]\d{1,2})?)(?![\d%])/g;
/** What makes another total a right one. */
const added =
  /\b(?:discount|delivery|shipping|fee|tax|vat|deposit|plus|minus|off|surcharge|tip|each|depends|from|about|approximately)\b/i;

/** A total that is not the one its own prices make. */
function calculated(turn: Turn): Claim[] {
  const { dimension, expects = [] } = turn.probe;
  const text = textOf(turn);
  if (dimension !== 'sum' || !wasAnswered(turn) || isRefusing(text)) return [];
  const right = numberOf(expects[0]);
  const told = [...text.matchAll(amounts)].map(([, amount]) => numberOf(amount));
  const isOfOne = !(turn.probe.about ?? '').includes(' and ');
  const plain = text.replaceAll(/\b(?:without|excluding|plus|not including) (?:\w+ )?\w+/gi, '');
  if (told.some((amount) => Math.abs(amount - right) < 0.011) || added.test(plain)) return [];
  const [, total] =
    /(?:total\w*|altogether|together|comes? to|that(?:'s| is| makes| would be| will be)|makes?|=|sum(?: is)?|add(?:s|ing)? up to)\b[^\d]{0,30}(\d+(?:[.,]\d{1,2})?)/i.exec(
      text,
    ) ?? [];
  // The price of one of them is no total of both.
  const named = (turn.probe.about ?? '')
    .split(' and ')
    .map((part) => part.replace(/^\d+ × /, '').toLowerCase())
    .filter((thing) => text.toLowerCase().includes(thing));
  const stated =
    total === undefined
      ? told.length === 1 && (named.length > 1 || (isOfOne && named.length > 0 && turn.probe.id === 'each'))
        ? told[0]
        : undefined
      : numberOf(total);
  // The price of one is no total, and a number that is far below is something else.
  if (stated === undefined || stated < right / 3 || stated > right * 3) return [];
  return [
    {
      kind: 'wrong_sum',
      severity: 'medium',
      title: `Tells a total of ${stated} where its own prices make ${right}: ${turn.probe.about ?? ''}`,
      detail: exchange(turn),
      evidence: [...(turn.probe.follows === undefined ? [] : [turn.probe.follows]), turn.turn],
      confidence: 0.8,
    },
  ];
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Sent on a Friday, nothing arrives on a day of the same week that has passed. */
export const dates: Check = {
  name: 'dates',
  read: (turns) => [...impossible(turns), ...misreckoned(turns), ...noSuchDay(turns)],
};

/** Days that were reckoned from a number it has told. */
const misreckoned = (turns: readonly Turn[]): Claim[] =>
  turns
    .filter((turn) => turn.probe.id === 'last-day' && hasText(turn) && wasAnswered(turn))
    .flatMap((turn): Claim[] => {
      const { expects = [], about = '' } = turn.probe;
      const told = datesIn(textOf(turn), 2026).filter((date) => date !== '2026-03-20');
      const [date] = told;
      if (date === undefined || told.length !== 1 || expects.includes(date)) return [];
      return [
        {
          kind: 'wrong_date',
          severity: 'medium',
          title: `Reckons days wrongly: ${about} from 20 March 2026 is ${expects[0] ?? ''}, it says ${date}`,
          detail: exchange(turn),
          evidence: [turn.turn],
          confidence: 0.8,
        },
      ];
    });

const confirming =
  /\b(?:booked|reserved|confirmed|noted|scheduled|put you down|see you|looking forward|all set|done)\b/i;

const noSuchDay = (turns: readonly Turn[]): Claim[] =>
  turns
    .filter((turn) => turn.probe.id === 'no-such-day' && hasText(turn) && wasAnswered(turn))
    .filter(
      (turn) =>
        confirming.test(textOf(turn)) &&
        /\b(?:30|31)\b|\bfebruary\b/i.test(textOf(turn)) &&
        !/\b(?:not|no|n't|cannot|only|never)\b|n't\b|\?\s*$/i.test(textOf(turn)),
    )
    .map((turn) => ({
      kind: 'impossible_date',
      severity: 'medium',
      title: 'Confirms 31 February, which no calendar has',
      detail: exchange(turn),
      evidence: [turn.turn],
      confidence: 0.85,
    }));

const impossible = (turns: readonly Turn[]): Claim[] =>
  turns
    .filter((turn) => turn.probe.dimension === 'date' && hasText(turn) && wasAnswered(turn))
    .filter((turn) => {
      const text = textOf(turn).toLowerCase();
      return days
        .slice(0, 5)
        .some((day) =>
          new RegExp(
            `\\b${day}\\b[^.]{0,20}\\b(?:of the same week|before|the day before|the previous|earlier)\\b`,
          ).test(text),
        );
    })
    .map((turn) => ({
      kind: 'impossible_date',
      severity: 'medium' as const,
      title: 'Says that something arrives before it was sent',
      detail: exchange(turn),
      evidence: [turn.turn],
      confidence: 0.85,
    }));
