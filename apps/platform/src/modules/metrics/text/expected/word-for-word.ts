import { span, type Evidence } from '../../kind.ts';
import { withoutQuotes } from '../moves.ts';
import { sentencesIn, type Sentence } from '../words.ts';
import { unreadIn } from './accounted.ts';
import { askedOf, claimsOf, isAskedFor, type Asked } from './claims.ts';
import { isHarmlessText, isLeadIn, matterOf, withoutNames } from './harmless.ts';
import { readCodes } from './codes.ts';
import { isWrittenOtherwise } from './missing.ts';
import { restatedOf } from './of-question.ts';
import type { Matter } from './pointers.ts';
import { not, passed, readAnswer, type Expectation, type ExpectedReading } from './read.ts';
import {
  isOfKind,
  isSameWording,
  isValue,
  isWeekday,
  listMark,
  otherValuesIn,
  wordingOf,
} from './wording.ts';
import { isSame, type Weighed } from './weighed.ts';

/**
 * Where the sentences of the expected answer stand in the answer word for word, each as a sentence of its own or as a list, in their order, and
 * each further sentence has a form in which it can take nothing back, the answer says it. Where all is so, and other values stand in the place of
 * the expected ones, it is wrong. All else is left to what is read clause by clause.
 */
export function readWordForWord(
  given: Expectation,
  readClauses: (given: Expectation) => ExpectedReading,
): ExpectedReading | undefined {
  const { input, expected, output, values } = given;
  if (
    output.length > outputMax ||
    expected.length > outputMax ||
    !values.every((one) => expected.includes(one))
  )
    return undefined;
  const asked = askedOf(input);
  const wanted = sentencesIn(expected).map(({ text }) => wordingOf(text));
  if (wanted.length > sentencesMax || wanted.flat().length < wordsLeast) return undefined;
  const claims = claimsOf(expected, asked);
  if (claims.length === 0 || unreadIn(given, claims) !== undefined) return undefined;
  // What is quoted is somebody's word, also where all its words are expected.
  if (withoutQuotes(withoutNames(output)) !== withoutNames(output)) return undefined;
  const found = partsOf(output);
  if (found.length > sentencesMax || found.some(({ text }) => text.endsWith('?') && !isLeadIn(text)))
    return undefined;
  const reading: Reading = { given, asked, matter: matterOf(claims, asked, expected), wanted, found };
  const said = placed(reading, isSameWording);
  if (said)
    return (
      readCodes(readAnswer(given)) ??
      passed(
        'It says what is expected, word for word',
        said.slice(0, 3).map((one) => shown(output, one)),
      )
    );
  return otherValue(reading) ?? alone(reading, readClauses);
}

/** Where all but one sentence takes nothing back, that one is read as if it were the whole answer. */
function alone(
  { given, matter, found }: Reading,
  readClauses: (given: Expectation) => ExpectedReading,
): ExpectedReading | undefined {
  const [one, ...others] = found.filter(({ text }) => !isHarmlessText(text, matter));
  if (!one || others.length > 0 || found.length < 2) return undefined;
  // Places stay.
  const output = given.output.replaceAll(/[^]/g, (sign, at: number) =>
    one.start <= at && at < one.end ? sign : ' ',
  );
  const reading = readClauses({ ...given, output });
  return reading.met === true ? reading : undefined;
}

const outputMax = 4000;
const sentencesMax = 24;
/** One word alone is said in many ways, and by many sentences. */
const wordsLeast = 3;

interface Reading {
  readonly given: Expectation;
  readonly asked: Asked;
  readonly matter: Matter;
  readonly wanted: readonly (readonly Weighed[])[];
  readonly found: readonly Part[];
}

/** A sentence of the answer, and whether it is an item of a list. */
interface Part extends Sentence {
  readonly isItem: boolean;
}

const partsOf = (output: string): Part[] =>
  sentencesIn(output).map((one) => ({
    ...one,
    isItem: listMark.test(`${one.text} `) && /\S\s+\S/.test(one.text),
  }));

const shown = (output: string, { start, end }: Sentence): Evidence => span('output', output, start, end);

type Comparing = (wanted: readonly Weighed[], told: readonly Weighed[]) => boolean;

/** The sentences that say what is expected, one after another; undefined where one is not said, or another one is not accounted for. */
function placed({ asked, matter, wanted, found }: Reading, compare: Comparing): Sentence[] | undefined {
  const holding: Sentence[] = [];
  let next = 0;
  for (let at = 0; at < found.length; at += 1) {
    const part = found[at];
    if (!part) break;
    const taken =
      next < wanted.length ? takenAt({ asked, matter, wanted, found }, at, next, compare) : undefined;
    if (taken) {
      holding.push(part);
      next += taken.wanted;
      at += taken.found - 1;
    } else if (!isHarmlessText(part.text, matter) && !isLeadIn(part.text)) return undefined;
  }
  return next === wanted.length && holding.length > 0 ? holding : undefined;
}

/** How many expected sentences are said at a place, by how many sentences. */
function takenAt(
  { asked, matter, wanted, found }: Pick<Reading, 'asked' | 'matter' | 'wanted' | 'found'>,
  at: number,
  next: number,
  compare: Comparing,
): { readonly wanted: number; readonly found: number } | undefined {
  const part = found[at];
  if (!part) return undefined;
  for (const told of variantsOf(part.text, matter).map(wordingOf))
    for (let count = 1; next + count <= wanted.length && count <= 3; count += 1)
      for (const one of joined(wanted.slice(next, next + count)))
        if (restatedOf(one, told, asked, compare)) return { wanted: count, found: 1 };
  const items = found.slice(at + 1).findIndex(({ isItem }) => !isItem);
  const listed = found.slice(at, items < 0 ? undefined : at + 1 + items);
  if (listed.length < 2) return undefined;
  const told = [wordingOf(leadOf(part.text)), ...listed.slice(1).map(({ text }) => wordingOf(text))].flat();
  const one = wanted[next] ?? [];
  return restatedOf(one.filter(isNoAnd), told.filter(isNoAnd), asked, compare)
    ? { wanted: 1, found: listed.length }
    : undefined;
}

const isNoAnd = ({ key }: Weighed): boolean => key !== 'and' && key !== 'und';

/** “A check-up costs 35 euros and takes 20 minutes” says two sentences, of which the second begins with “it”. */
const joined = (sentences: readonly (readonly Weighed[])[]): (readonly Weighed[])[] => {
  const [first = [], ...rest] = sentences;
  if (rest.length === 0) return [first];
  const and = (one: readonly Weighed[]): Weighed => ({
    ...(one[0] ?? { start: 0, end: 0, source: '' }),
    key: 'and',
  });
  const without = (one: readonly Weighed[]): readonly Weighed[] =>
    one[0]?.key === 'it' || one[0]?.key === 'they' ? one.slice(1) : one;
  return [
    [...first, ...rest.flatMap((one) => [and(one), ...one])],
    [...first, ...rest.flatMap((one) => [and(one), ...without(one)])],
  ];
};

/** A sentence with and without what is courteous before it, and what is harmless behind it. */
function variantsOf(text: string, matter: Matter): string[] {
  const signs = [...text.matchAll(/[,:;]\s|\s[–—-]\s|!\s/g)].slice(0, partingMax);
  const starts = signs
    .filter(({ index }) => isLeadIn(text.slice(0, index)))
    .map(({ index, 0: sign }) => index + sign.length);
  const ends = signs
    .filter(({ index, 0: sign }) => sign !== ': ' && isHarmlessText(text.slice(index), matter))
    .map(({ index }) => index);
  return [0, ...starts].flatMap((start) =>
    [text.length, ...ends]
      .filter((end) => end > start)
      // “I'm sorry, but …”
      .map((end) => text.slice(start, end).replace(start > 0 ? /^(?:but|and) /i : /^$/, '')),
  );
}
const partingMax = 6;

/** “Here's what you need:” leads to a list as “you need” does. */
const leadOf = (text: string): string =>
  text
    .replace(
      /^(?:(?:sure|of course|certainly|hi|hello|great|okay)[,!.]\s+)?here(?:'|’)?(?:s| is| are) what (?=you )/i,
      '',
    )
    .replace(
      /(?: the following(?: (?:items|things|documents))?| these (?:items|things|documents))?\W*$/i,
      '',
    );

/** The same sentences with another value in the place of an expected one, which nothing in the answer explains. */
function otherValue(reading: Reading): ExpectedReading | undefined {
  const { given, asked, wanted } = reading;
  const pairs: (readonly [Weighed, Weighed])[] = [];
  const said = placed(reading, (one, told) => {
    if (isSameWording(one, told)) return true;
    const others = otherValuesIn(one, told);
    if (others === undefined) return false;
    pairs.push(...others);
    return true;
  });
  const [pair] = pairs;
  if (!said || !pair) return undefined;
  const heard = reading.found
    .flatMap(({ text }) => wordingOf(text))
    .filter((one) => isValue(one) || isWeekday(one));
  const isPlain = pairs.every(
    ([one, other]) =>
      !isNamed(asked, one) &&
      !isNamed(asked, other) &&
      !heard.some((value) => isSame(one, value)) &&
      // Another value of the kind may be the one of this case.
      heard.every(
        (value) =>
          !isOfKind(one, value) ||
          pairs.some(([, told]) => isSame(told, value)) ||
          wanted.flat().some((meant) => isSame(meant, value)),
      ) &&
      heard.filter((value) => isSame(other, value)).length === 1,
  );
  const isNeeded =
    given.values.length === 0 ||
    pairs.some(([one]) => given.values.some((value) => wordingOf(value).some((meant) => isSame(meant, one))));
  const meant = pairs.flatMap(([one]) => one.amounts ?? []);
  if (!isPlain || !isNeeded || isWrittenOtherwise({ given }, meant)) return undefined;
  const [one, other] = pair;
  return not(
    `It says "${writtenOf(other)}" where "${writtenOf(one)}" is expected`,
    said.slice(0, 1).map((part) => shown(given.output, part)),
  );
}

const isNamed = (asked: Asked, value: Weighed): boolean =>
  isValue(value)
    ? isAskedFor(asked, value)
    : asked.words.some(({ key }) => key.replace(/s$/, '') === value.key);
const writtenOf = ({ source, start, end }: Weighed): string => source.slice(start, end).trim();
