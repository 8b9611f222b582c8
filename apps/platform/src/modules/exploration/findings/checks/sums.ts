import { textOf } from '../../reading/text-of-turn.ts';
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

/** A single amount that is not the one its own prices make. */
function calculated(turn: Turn): Claim[] {
  const { dimension, expects = [] } = turn.probe;
  const text = textOf(turn);
  if (dimension !== 'sum' || !wasAnswered(turn) || expects.some((one) => text.includes(one))) return [];
  const totals = [
    ...text.matchAll(/(?:total|altogether|together|costs?|comes to|is|=|for)\D{0,25}(\d+[.,]\d{2})\b/gi),
  ].map(([, total = '']) => total);
  if (totals.length !== 1 || numberOf(totals[0]) < numberOf(expects[0]) / 2) return [];
  return [
    {
      kind: 'wrong_sum',
      severity: 'medium',
      title: `Tells ${totals[0]} where its own prices make ${expects[0]}`,
      detail: exchange(turn),
      evidence: [turn.turn],
      confidence: 0.7,
    },
  ];
}

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Sent on a Friday, nothing arrives on a day of the same week that has passed. */
export const dates: Check = {
  name: 'dates',
  read: (turns) =>
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
      })),
};
