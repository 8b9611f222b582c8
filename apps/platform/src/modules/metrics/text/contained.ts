import { z } from 'zod';
import { case_sensitive, decides, span, type Evidence } from '../kind.ts';
import { amountsIn, amountsOf, placeOfAmount } from './amounts.ts';
import { fold, foldAsSeen, isWholeWord, plain, type Folded } from './folding.ts';

export const valuesArgs = z.strictObject({
  values: z
    .array(z.string().min(1).max(1000))
    .min(1)
    .max(200)
    .meta({ title: 'Values', description: 'One per line: what is looked for in the answer.' }),
  case_sensitive,
  whole_word: z.boolean().default(false).meta({ title: 'Only whole words' }),
  /** Amounts, numbers and times of day are compared as values: `€48` is found in `48.00 euros`, `08:00` in `8 am`. */
  as_amounts: z
    .boolean()
    .default(false)
    .meta({ title: 'Amounts by their value', description: '€48 is found in 48.00 euros, 08:00 in 8 am.' }),
  decides,
});

/** Each value may be looked for anew at every place of the text. */
export const areManyValues = ({ values }: z.output<typeof valuesArgs>): boolean =>
  values.length > 20 || values.reduce((sum, { length }) => sum + length, 0) > 2000;

export interface Contained {
  readonly found: readonly string[];
  readonly missing: readonly string[];
  readonly evidence: readonly Evidence[];
}

/** Which of the values stand in the text, as it is or as a reader sees it, and where each stands first. */
export function containedValues(text: string, args: z.output<typeof valuesArgs>): Contained {
  const folding = { caseSensitive: args.case_sensitive };
  const folded = fold(text, folding);
  const seen = foldAsSeen(text, folding);
  // Read once, however many values are looked for.
  const heard = args.as_amounts ? amountsIn(text) : [];
  const found: string[] = [];
  const missing: string[] = [];
  const evidence: Evidence[] = [];
  for (const value of args.values) {
    const meant = args.as_amounts ? amountsOf(value) : [];
    const amount = meant.map((one) => placeOfAmount(text, one, heard)).find((one) => one !== undefined);
    if (amount) {
      found.push(value);
      if (evidence.length < shownMax) evidence.push(span('output', text, amount.start, amount.end));
      continue;
    }
    const wanted = plain(value, args.case_sensitive);
    const wantedAsSeen = foldAsSeen(value, folding).text;
    // What looks for characters that nobody sees finds them as they are.
    const place =
      placeIn(folded, wanted, args.whole_word) ??
      (wantedAsSeen === '' || (wantedAsSeen === wanted && seen.text === folded.text)
        ? undefined
        : placeIn(seen, wantedAsSeen, args.whole_word));
    if (place === undefined) missing.push(value);
    else {
      found.push(value);
      if (evidence.length < shownMax) evidence.push(span('output', text, ...place()));
    }
  }
  return { found, missing, evidence };
}

const shownMax = 20;

/** Start and end in the text as it was given, told only where they are shown. */
function placeIn(folded: Folded, wanted: string, wholeWord: boolean): (() => [number, number]) | undefined {
  const { text } = folded;
  let at = text.indexOf(wanted);
  while (wholeWord && at !== -1 && !isWholeWord(text, at, at + wanted.length))
    at = text.indexOf(wanted, at + 1);
  return at === -1 ? undefined : () => [folded.at(at), folded.at(at + wanted.length)];
}

/** A few of the values by name, for a reason that people read. */
export const quoted = (values: readonly string[]): string =>
  values
    .slice(0, 5)
    .map((value) => `"${value.slice(0, 80)}"`)
    .join(', ') + (values.length > 5 ? ` and ${values.length - 5} more` : '');
