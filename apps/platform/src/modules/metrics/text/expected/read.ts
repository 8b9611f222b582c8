import { span, type Evidence } from '../../kind.ts';
import { amountsIn, isSameAmount, type Amount, type AmountFound } from '../amounts.ts';
import { movesIn, withoutQuotes, type Said } from '../moves.ts';
import { polarityOf, type Polarity } from '../polarity.ts';
import { piecesOf, type Piece } from './pieces.ts';
import { askedOf, type Asked } from './claims.ts';

export interface Expectation {
  readonly input: string;
  readonly output: string;
  readonly expected: string;
  /** What must be said of it; without any, what the expected answer says in numbers, in yes or no and in its words. */
  readonly values: readonly string[];
}

export interface ExpectedReading {
  /** Undefined where the answer does not show it. */
  readonly met: boolean | undefined;
  readonly reason: string;
  readonly evidence: readonly Evidence[];
}

/** An answer as it is held against what is expected. */
export interface Read {
  readonly given: Expectation;
  readonly said: readonly Said[];
  readonly pieces: readonly Piece[];
  readonly asked: Asked;
  readonly heard: readonly AmountFound[];
  /** The amounts of the question. */
  readonly askedAmounts: readonly AmountFound[];
  readonly polarity: Polarity;
  /** Nothing is said of the matter: the answer knows nothing, declines, or leads elsewhere. */
  readonly isEvasive: boolean;
}

/** So many amounts of an answer and of a question are compared with each other. */
export const amountsMax = 200;

export function readAnswer(given: Expectation): Read {
  const said = movesIn(given.output);
  const heard = amountsIn(given.output).slice(0, amountsMax);
  const askedAmounts = amountsIn(given.input).slice(0, amountsMax);
  return {
    given,
    said,
    pieces: piecesOf(withoutQuotes(given.output.slice(0, readMax)), said),
    asked: askedOf(given.input),
    heard,
    askedAmounts,
    polarity: polarityOf(given.output),
    isEvasive:
      said.length > 0 &&
      said.every(({ move }) => evasive.has(move)) &&
      !heard.some((one) => isCounted(one) && !isAsked({ given, askedAmounts }, one)),
  };
}

/** An answer that is longer may go on to say something else. */
export const readMax = 48_000;

const evasive: ReadonlySet<string> = new Set([
  'declines',
  'limits',
  'ignorant',
  'lost',
  'redirects',
  'offers',
  'asks',
  'courteous',
  'reasons',
]);

export const isAsking = ({ move }: Said): boolean => move === 'asks' || move === 'courteous';
export const asksBack = ({ said }: Read): boolean => said.length > 0 && said.every(isAsking);

/** One alone is a word of any sentence. */
export const isCounted = ({ value, unit }: Amount): boolean => unit !== undefined || Math.abs(value) > 1;

export const isAsked = (
  { given, askedAmounts }: Pick<Read, 'given' | 'askedAmounts'>,
  wanted: Amount,
): boolean => askedAmounts.some((found) => isSameAmount(given.input, wanted, found));

/** Of an amount, its last place: a blank before it may belong to the part before. */
export const partAt = ({ said }: Read, place: number): Said | undefined =>
  said.find(({ part }) => part.start <= place && place < part.end);

export const textAt = (output: string, found: AmountFound | undefined): string =>
  found ? `"${output.slice(found.start, found.end).trim()}"` : '';
export const shownAt = (output: string, found: AmountFound | undefined): Evidence[] =>
  found ? [span('output', output, found.start, found.end)] : [];
export const met = (values: readonly string[], evidence: readonly Evidence[]): ExpectedReading => ({
  met: true,
  reason: `It says ${values.map((value) => `"${value}"`).join(', ')}.`,
  evidence,
});
export const passed = (reason: string, evidence: readonly Evidence[]): ExpectedReading => ({
  met: true,
  reason: `${reason}.`,
  evidence,
});
export const not = (reason: string, evidence: readonly Evidence[]): ExpectedReading => ({
  met: false,
  reason: `${reason}.`,
  evidence,
});
export const open = (reason: string, evidence: readonly Evidence[]): ExpectedReading => ({
  met: undefined,
  reason: `${reason}.`,
  evidence,
});
