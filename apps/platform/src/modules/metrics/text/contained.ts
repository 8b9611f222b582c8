import { z } from 'zod';
import { case_sensitive, decides, doubtful, scored, span, type Evidence, type Measured } from '../kind.ts';
import { amountsIn, amountsOf, scaleAt, type Amount, type AmountFound } from './amounts.ts';
import { isAmountSaid } from './amount-said.ts';
import {
  fold,
  foldAsRead,
  foldAsSeen,
  isMarked,
  isOfWords,
  isWholeWord,
  plain,
  type Folded,
  type Folding,
} from './folding.ts';
import { namesHidden, onceHidden, withoutHidden } from './hidden.ts';
import { onceShown, readLoosely, shownReadings, valueLoosely } from './shown.ts';

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

/** For the pages of the kinds. */
export const readingOfValues =
  'Both are read as people read them: characters that are invisible or only look like others, marks around words (bold, italics), typographic quotes and dashes, the kind of a space or line break, and a space before a sign such as `%` make no difference, but a value that is nothing but signs is looked for as it is. Where a value shows only once a page draws the formatting of the answer (letters set apart within a word, HTML, links, quoted lines), a person decides, as where it is struck through or in a comment.';

/** Each value may be looked for anew at every place of the text. */
export const areManyValues = ({ values }: z.output<typeof valuesArgs>): boolean =>
  values.length > 20 || values.reduce((sum, { length }) => sum + length, 0) > 2000;

export interface Contained {
  readonly found: readonly string[];
  /**
   * Found only as a page may show it: once marks within words, tags, entities and links are read, or across the end of a paragraph;
   * or an amount that may be another one.
   */
  readonly unsure: readonly string[];
  /** Of these, the amounts. */
  readonly unsureAmounts: readonly string[];
  /** Of these, what stands only where a page shows it crossed out, or not at all. */
  readonly hidden: readonly string[];
  readonly missing: readonly string[];
  readonly evidence: readonly Evidence[];
}

/**
 * Which of the values stand in the text, as it is or as it is read, and where each stands first. What stands only where it is struck through
 * or in a comment is not sure to be said, nor to be absent.
 */
export function containedValues(text: string, args: z.output<typeof valuesArgs>): Contained {
  const read = valuesIn(text, args);
  const shown = withoutHidden(text);
  const looked = shown === text ? [] : read.found.filter((value) => !namesHidden(value));
  if (looked.length === 0) return read;
  const left = valuesIn(shown, { ...args, values: looked });
  const hidden = looked.filter((value) => !left.found.includes(value));
  return hidden.length === 0
    ? read
    : {
        ...read,
        found: read.found.filter((value) => !hidden.includes(value)),
        unsure: [...read.unsure, ...hidden],
        hidden,
        evidence: left.evidence,
      };
}

function valuesIn(text: string, args: z.output<typeof valuesArgs>): Contained {
  const folding = { caseSensitive: args.case_sensitive };
  const folds = foldsOf(text, folding);
  const amounts = amountsOfText(text, folds);
  const found: string[] = [];
  const unsure: string[] = [];
  const unsureAmounts: string[] = [];
  const missing: string[] = [];
  const evidence: Evidence[] = [];
  for (const value of args.values) {
    const search = searchFor(args.whole_word);
    const meant = args.as_amounts ? amountsOf(value) : [];
    // Where amounts are compared, the characters of one are found in others: €48 in €480.
    const place = meant.length > 0 ? amounts(value, meant) : placeOf(value, folds, args, search);
    if (place === 'unsure') {
      unsure.push(value);
      unsureAmounts.push(value);
    } else if (place) {
      found.push(value);
      if (evidence.length < shownMax) evidence.push(span('output', text, ...place()));
    } else if (
      meant.length === 0 &&
      isOfWords(value) &&
      folds.loose().some((one) => search(one, valueLoosely(value, folding)) !== undefined)
    )
      unsure.push(value);
    else missing.push(value);
  }
  return { found, unsure, unsureAmounts, hidden: [], missing, evidence };
}

/** The share of the values that are there, or that are absent, as far as that is sure. */
export function scoredShare(
  args: z.output<typeof valuesArgs>,
  {
    unsure,
    unsureAmounts,
    hidden,
    evidence,
    sure,
    reason,
  }: Pick<Contained, 'unsure' | 'unsureAmounts' | 'hidden' | 'evidence'> & Sure,
): Measured {
  const [low, high] = [sure, sure + unsure.length].map((count) => count / args.values.length);
  if (low === undefined || high === undefined || unsure.length === 0)
    return scored(low ?? 0, reason, evidence);
  const spelled = unsure.filter((value) => !unsureAmounts.includes(value) && !hidden.includes(value));
  const told = [
    ...(spelled.length > 0 ? [`It has ${quoted(spelled)} ${onceShown}.`] : []),
    ...(hidden.length > 0 ? [`It has ${quoted(hidden)} ${onceHidden}.`] : []),
    ...(unsureAmounts.length > 0
      ? [`It has the figure of ${quoted(unsureAmounts)}, and whether it counts the same is not sure.`]
      : []),
  ];
  return doubtful({ low, high }, `${reason} ${told.join(' ')}`, evidence);
}

interface Sure {
  /** How many of the values surely count. */
  readonly sure: number;
  readonly reason: string;
}

/** Finds an amount in the text as it is written, or as it is read: “**30** days”. Each is read once, however many are looked for. */
function amountsOfText(
  text: string,
  folds: Folds,
): (value: string, meant: readonly Amount[]) => Place | 'unsure' | undefined {
  const once = new Map<string, readonly AmountFound[]>();
  const placeWithin = (
    within: string,
    value: string,
    meant: readonly Amount[],
  ): AmountFound | 'unsure' | undefined => {
    const heard = once.get(within) ?? amountsIn(within).filter(({ end }) => !scaleAt(within, end, false));
    once.set(within, heard);
    let isUnsure = false;
    for (const found of heard) {
      const said = isAmountSaid(within, found, { value, meant });
      if (said === 'yes') return found;
      isUnsure ||= said === 'unclear';
    }
    return isUnsure ? 'unsure' : undefined;
  };
  return (value, meant) => {
    const written = placeWithin(text, value, meant);
    if (written !== undefined && written !== 'unsure') return () => [written.start, written.end];
    const read = folds.read();
    const found = placeWithin(read.text, value, meant);
    return found === undefined || found === 'unsure'
      ? (found ?? written)
      : () => [read.at(found.start), read.at(found.end)];
  };
}

/** A text in each of the ways in which it is looked through, made when it is first asked for. */
interface Folds {
  readonly plain: Folded;
  readonly seen: Folded;
  readonly read: () => Folded;
  readonly marked: () => Folded;
  readonly loose: () => readonly Folded[];
}

function foldsOf(text: string, folding: Folding): Folds {
  const once = <Made>(make: () => Made): (() => Made) => {
    let made: Made | undefined;
    return () => (made ??= make());
  };
  return {
    plain: fold(text, folding),
    seen: foldAsSeen(text, folding),
    read: once(() => foldAsRead(text, folding)),
    marked: once(() => foldAsRead(text, { ...folding, keepsMarks: true })),
    // Only whether a value stands in them is asked, and not where.
    loose: once(() =>
      shownReadings(text).map((shown) => ({ text: readLoosely(shown, folding), at: (index) => index })),
    ),
  };
}

const typed = (value: string, folding: Folding): string =>
  foldAsRead(value, { ...folding, keepsMarks: isMarked(value) }).text;

/** What looks for characters that nobody sees, or for a sign, finds them as they are. */
function placeOf(
  value: string,
  folds: Folds,
  { case_sensitive: caseSensitive }: z.output<typeof valuesArgs>,
  search: Search,
): Place | undefined {
  const wanted = plain(value, caseSensitive);
  const seen = foldAsSeen(value, { caseSensitive }).text;
  const asItIs =
    search(folds.plain, wanted) ??
    (seen === '' || (seen === wanted && folds.seen.text === folds.plain.text)
      ? undefined
      : search(folds.seen, seen));
  if (asItIs || !isOfWords(seen)) return asItIs;
  const read = isMarked(value) ? folds.marked() : folds.read();
  return search(read, typed(value, { caseSensitive }));
}

type Place = () => readonly [number, number];

const shownMax = 20;

type Search = (folded: Folded, wanted: string) => Place | undefined;

/** For one value: most texts are the same in all the ways in which they are read, and are looked through once. */
function searchFor(wholeWord: boolean): Search {
  const without: (readonly [text: string, wanted: string])[] = [];
  return (folded, wanted) => {
    if (without.some(([text, missed]) => missed === wanted && text === folded.text)) return undefined;
    const place = placeIn(folded, wanted, wholeWord);
    if (!place) without.push([folded.text, wanted]);
    return place;
  };
}

/** Start and end in the text as it was given, told only where they are shown. */
function placeIn(folded: Folded, wanted: string, wholeWord: boolean): Place | undefined {
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
