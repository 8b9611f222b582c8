import { textOf } from '../../reading/text-of-turn.ts';
import { isRefusing } from '../../reading/wording.ts';
import { datesIn } from '../../reading/dates.ts';
import { hasText, wasAnswered, type Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
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
  if (told.some((amount) => Math.abs(amount - right) < 0.011) || added.test(text)) return [];
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
    total === undefined ? (told.length === 1 && named.length > 1 ? told[0] : undefined) : numberOf(total);
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
