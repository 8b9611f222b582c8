import { percentWords } from '@sonde/contract/decided';
import { amountsIn, type AmountFound } from './amounts.ts';
import { sideOf } from './bounds.ts';
import { isHeld } from './decimals.ts';
import { numbersIn, type NumberFound } from './numbers.ts';
import { isDenied, withoutAsides } from './polarity.ts';
import { readRefusal } from './refusals.ts';
import { asWritten, differenceOf, substanceOf, type Substance } from './same-said.ts';
import { isSmallWord } from './stop-words.ts';
import { countAlike as areCountedAlike, countedAt, mayBeConverted, type Counted } from './units.ts';
import { sentencesIn, tokensOf, wordsIn } from './words.ts';

export interface Facts {
  readonly numbers: ReadonlySet<number>;
  readonly names: ReadonlySet<string>;
  readonly polarity: 'yes' | 'no' | undefined;
  readonly refusal: 'yes' | 'no' | 'unclear';
  /** Of a number, what it is said to count, where that is known: 3 days are no 3 weeks. */
  readonly units: ReadonlyMap<number, ReadonlySet<string>>;
  /** The same of units that are known by their name alone: milligrams, miles, Swedish crowns. */
  readonly counted: ReadonlyMap<number, readonly Counted[]>;
  /** Of a number, the sides on which the amount lies that is meant: within 14 days is not after 14 days. */
  readonly sides: ReadonlyMap<number, ReadonlySet<string>>;
  /** Numbers before which stands what may be a minus or a dash. */
  readonly unsure: ReadonlySet<number>;
  /** The numbers and names that stand in sentences which deny. */
  readonly denied: ReadonlySet<number | string>;
  /** Codes and versions, as they are written: 0123 is no 123, and 2.1 no 2.10. */
  readonly codes: ReadonlySet<string>;
  /** What it says in all, with its units: an amount may be one in other units. */
  readonly amounts: readonly AmountFound[];
  /** All of its words and signs, or what stands there instead of words: equal ones say the same, whatever they say. */
  readonly written: string;
  readonly substance: Substance;
}

const yes =
  /^\W*(?:yes|yeah|yep|correct|right|true|certainly|absolutely|of course|indeed|that's (?:right|correct|true)|ja|genau|richtig|stimmt|oui|exact|sí|si|correcto|sì|esatto|sim|certo)(?!\p{L})/iu;
const no =
  /^\W*(?:no|nope|not|incorrect|wrong|false|that's (?:not|wrong|false|incorrect)|nein|falsch|non|faux|incorrecto|falso|não|nee)(?!\p{L})/iu;
const denied =
  /\b(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|may|must)(?:n't| not|not)\b|\bnever\b|\bcannot\b|\bno longer\b|(?<!\p{L})(?:nicht|kein\p{L}{0,2}|nie|ne\s\p{L}+\s(?:pas|plus|jamais)|nunca|jamás|niet|geen|não)(?!\p{L})/iu;

export function factsOf(text: string): Facts {
  const trimmed = text.trim();
  const all = numbersIn(text);
  const numbers = all.filter(({ exact }) => isHeld(exact));
  return {
    numbers: new Set(numbers.map(({ value }) => value)),
    // German writes “Tage” with a capital, and it names nobody.
    names: new Set([...[...namesIn(text)].filter((name) => !isOfTime(name)), ...longOf(all)]),
    polarity: yes.test(trimmed) ? 'yes' : no.test(trimmed) ? 'no' : undefined,
    refusal: readRefusal(text).answer,
    units: unitsOf(text, numbers),
    counted: countedIn(text, numbers),
    sides: sidesIn(text, numbers),
    unsure: new Set(numbers.filter(({ isSignUnsure }) => isSignUnsure).map(({ value }) => value)),
    denied: deniedIn(text, numbers),
    codes: new Set(text.slice(0, charactersRead).match(code) ?? []),
    amounts: amountsIn(text),
    written: asWritten(text),
    substance: substanceOf(text),
  };
}

/** A number of more digits than a computer holds is what is written. */
const longOf = (numbers: readonly NumberFound[]): string[] =>
  numbers.flatMap(({ exact }) => (isHeld(exact) ? [] : [exact]));

const isOfTime = (name: string): boolean =>
  name.length > 2 && (countedAt(`1 ${name}`, { start: 0, end: 1 })?.kinds.includes('time') ?? false);

const charactersRead = 200_000;
/** A figure behind a nought, of several points, or behind the word of a version. */
const code =
  /(?<![\p{L}\d.,:/-])0\d+(?![.,:/-]?\d)|(?<![\d.,])\d+(?:\.\d+){2,}|(?<!\p{L})(?:version|release|v)\.?\s?\d+(?:\.\d+)*/giu;

/** Words without what stands between them; of a text without words, what is seen of it. */
export const wordsAsOne = (text: string): string => tokensOf(text).join(' ') || text.normalize('NFC').trim();

function unitsOf(text: string, numbers: readonly NumberFound[]): Map<number, Set<string>> {
  const units = new Map<number, Set<string>>();
  const amounts = amountsIn(text);
  let next = 0;
  for (const { value, start, end } of numbers) {
    while ((amounts[next]?.end ?? Infinity) <= start) next += 1;
    const amount = amounts[next];
    if (amount?.unit === undefined || amount.start >= end) continue;
    // A week and a day are both so many minutes: how many tells them apart.
    const unit = `${amount.unit} ${value === 0 ? 1 : Math.abs(amount.value / value)}`;
    units.set(value, (units.get(value) ?? new Set()).add(unit));
  }
  return units;
}

function countedIn(text: string, numbers: readonly NumberFound[]): Map<number, Counted[]> {
  const counted = new Map<number, Counted[]>();
  for (const found of numbers) {
    const one = countedAt(text, found);
    if (one && one.kinds.length > 0) counted.set(found.value, [...(counted.get(found.value) ?? []), one]);
  }
  return counted;
}

function sidesIn(text: string, numbers: readonly NumberFound[]): Map<number, Set<string>> {
  const sides = new Map<number, Set<string>>();
  for (const found of numbers) {
    const side = sideOf(text, found);
    if (side !== undefined) sides.set(found.value, (sides.get(found.value) ?? new Set()).add(side));
  }
  return sides;
}

function deniedIn(text: string, numbers: readonly NumberFound[]): Set<number | string> {
  const denied = new Set<number | string>();
  let next = 0;
  for (const sentence of sentencesIn(text)) {
    const denies = isDenied(withoutAsides(sentence.text));
    for (
      let found = numbers[next];
      found !== undefined && found.start < sentence.end;
      found = numbers[next]
    ) {
      if (denies) denied.add(found.value);
      next += 1;
    }
    if (denies) for (const name of namesIn(sentence.text)) denied.add(name);
  }
  return denied;
}

/** Whether a sentence denies. Two denials cancel each other out. */
export const denies = (sentence: string): boolean =>
  [...sentence.matchAll(new RegExp(denied.source, 'giu'))].length % 2 === 1;

/** Words with a capital where grammar asks for none; codes such as A-113 too. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const sentence of sentencesIn(text))
    for (const [at, word] of wordsIn(sentence.text).entries()) {
      const isCode = /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word.text);
      if ((at === 0 && !isCode) || !/^\p{Lu}/u.test(word.text)) continue;
      const plain = word.text.toLowerCase().replace(/['’]s$/, '');
      if (!isSmallWord(plain) && !/^(?:i'm|i'll|i'd|i've)$/.test(plain)) names.add(plain);
    }
  return names;
}

export interface Agreement {
  /** From 0 to 1; undefined when neither text says a fact. */
  readonly score: number | undefined;
  /** What the score may be, where what is said beside the facts may deny them, or numbers may be the same in other units. */
  readonly band?: { readonly low: number; readonly high: number };
  readonly reason: string;
}

/** How far two texts say the same: a contradiction ends it, the rest is shared numbers and names. */
export function agreement(left: Facts, right: Facts): Agreement {
  const opposed = (a: string | undefined, b: string | undefined): boolean =>
    (a === 'yes' && b === 'no') || (a === 'no' && b === 'yes');
  if (opposed(left.refusal, right.refusal))
    return { score: 0, reason: 'One answer declines, the other does not' };
  if (opposed(left.polarity, right.polarity))
    return { score: 0, reason: 'One answer says yes, the other no' };
  if (left.refusal === 'yes' && right.refusal === 'yes') return { score: 1, reason: 'Both answers decline' };
  const contested = contestedOf(left, right);
  if (contested !== undefined)
    return {
      score: undefined,
      reason: whyContested(contested, left, right),
    };
  const parts: { share: number; what: string }[] = [];
  if (left.polarity !== undefined && left.polarity === right.polarity)
    parts.push({ share: 1, what: `both say ${left.polarity}` });
  if (left.numbers.size + right.numbers.size > 0)
    parts.push({
      share: shared(left.numbers, right.numbers, (value) => countAlike(value, left, right)),
      what: 'numbers',
    });
  if (left.names.size + right.names.size > 0)
    parts.push({ share: shared(left.names, right.names), what: 'names' });
  if (parts.length === 0)
    return { score: undefined, reason: 'Neither answer says a number, a name, yes or no' };
  const score = parts.reduce((sum, { share }) => sum + share, 0) / parts.length;
  const common = `In common: ${parts.map(({ share, what }) => `${what} ${percentWords(share * 100)}`).join(', ')}`;
  if (left.written === right.written) return { score, reason: common };
  if (mayBeTheSame(left, right))
    return {
      score,
      band: { low: 0, high: 1 },
      reason: `${common}; but the answers may say the same in other units`,
    };
  const isOther = !areEqual(left.codes, right.codes);
  const difference = isOther
    ? 'a code'
    : score === 0
      ? undefined
      : differenceOf(left.substance, right.substance);
  return difference === undefined
    ? { score, reason: common }
    : {
        score,
        band: { low: 0, high: score },
        reason: `${common}; but what the answers say beside it differs (“${difference}”)`,
      };
}

/** Each number that one of them alone says may be one of the other in another unit, or in words. */
function mayBeTheSame(left: Facts, right: Facts): boolean {
  const [ours, theirs] = [aloneIn(left, right), aloneIn(right, left)];
  return (
    ours.length + theirs.length > 0 &&
    ours.length <= convertedMax &&
    theirs.length <= convertedMax &&
    ours.every((value) => isConverted(value, left, right)) &&
    theirs.every((value) => isConverted(value, right, left))
  );
}
/** So many numbers are held against those of the other answer in other units. */
const convertedMax = 50;
const aloneIn = (one: Facts, other: Facts): readonly number[] =>
  [...one.numbers].filter((value) => !other.numbers.has(value));

function isConverted(value: number, own: Facts, other: Facts): boolean {
  const counted = own.counted.get(value) ?? [];
  const known = own.units.get(value);
  const units = own.amounts.filter(
    (one) =>
      one.unit !== undefined && known?.has(`${one.unit} ${value === 0 ? 1 : Math.abs(one.value / value)}`),
  );
  const isIn = units.some((one) =>
    other.amounts.some((two) => two.unit === one.unit && two.exact === one.exact),
  );
  if (
    isIn ||
    (units.length === 0 && other.amounts.some((two) => two.unit === undefined && two.value === value))
  )
    return true;
  // Of days and weeks it is known what they come to, and of kilometres and miles it is not.
  return (
    !units.some(({ unit }) => other.amounts.some((two) => two.unit === unit)) &&
    [...other.counted.values()].some((all) =>
      all.some((two) => counted.some((one) => mayBeConverted(one, two))),
    )
  );
}

/** Of the smaller set, how much is in the other: a longer answer may say more. */
function shared<T>(
  left: ReadonlySet<T>,
  right: ReadonlySet<T>,
  isSame: (fact: T) => boolean = () => true,
): number {
  const smaller = Math.min(left.size, right.size);
  if (smaller === 0) return 0.5;
  return [...left].filter((fact) => right.has(fact) && isSame(fact)).length / smaller;
}

/** A number whose unit is not known may count what the other counts. */
function countAlike(value: number, left: Facts, right: Facts): boolean {
  const [ours, theirs] = [left.units.get(value), right.units.get(value)];
  if (ours !== undefined && theirs !== undefined && ![...ours].some((unit) => theirs.has(unit))) return false;
  const [counted, other] = [left.counted.get(value), right.counted.get(value)];
  return (
    counted === undefined ||
    other === undefined ||
    counted.some((one) => other.some((two) => areCountedAlike(one, two)))
  );
}

function whyContested(contested: number | string, left: Facts, right: Facts): string {
  if (left.denied.has(contested) !== right.denied.has(contested))
    return `One answer denies something of "${contested}", and the other does not`;
  return typeof contested === 'number' && left.unsure.has(contested) === right.unsure.has(contested)
    ? `One answer means what goes up to "${contested}", and the other what goes on from it`
    : `Before "${contested}" one answer has what may be a minus, and the other does not`;
}

/** Whether one means what lies within a number, and the other what lies beyond it. */
function areOpposite(value: number, left: Facts, right: Facts): boolean {
  const [ours, theirs] = [left.sides.get(value), right.sides.get(value)];
  return ours !== undefined && theirs !== undefined && ![...ours].some((side) => theirs.has(side));
}

/** What both name, one of them in a sentence that denies, with what may be a minus, or on the other side of it. */
const contestedOf = (left: Facts, right: Facts): number | string | undefined =>
  [...left.numbers, ...left.names].find(
    (fact) =>
      (typeof fact === 'number' ? right.numbers.has(fact) : right.names.has(fact)) &&
      (left.denied.has(fact) !== right.denied.has(fact) ||
        (typeof fact === 'number' &&
          (left.unsure.has(fact) !== right.unsure.has(fact) || areOpposite(fact, left, right)))),
  );

const areEqual = <T>(left: ReadonlySet<T>, right: ReadonlySet<T>): boolean =>
  left.size === right.size && [...left].every((fact) => right.has(fact));

/** Whether two answers say the same facts, and nothing beside them that differs: equal words and signs, or equal facts in words that are accounted for. */
export function sayTheSame(left: Facts, right: Facts): 'yes' | 'no' | 'unclear' {
  const areAlike = areEqual(left.numbers, right.numbers) && areEqual(left.unsure, right.unsure);
  const areCounted = [...left.numbers].every((value) => countAlike(value, left, right));
  if (left.written === right.written && areAlike && areCounted) return 'yes';
  if (left.refusal === 'yes' || right.refusal === 'yes')
    return left.refusal === right.refusal
      ? 'yes'
      : left.refusal === 'unclear' || right.refusal === 'unclear'
        ? 'unclear'
        : 'no';
  const opposed = left.polarity !== right.polarity;
  if (!opposed && areEqual(left.names, right.names) && mayBeTheSame(left, right)) return 'unclear';
  if (opposed || !areEqual(left.numbers, right.numbers) || !areEqual(left.names, right.names) || !areCounted)
    return 'no';
  const areNone = left.numbers.size + left.names.size === 0 && left.polarity === undefined;
  return areNone ||
    contestedOf(left, right) !== undefined ||
    !areEqual(left.codes, right.codes) ||
    differenceOf(left.substance, right.substance) !== undefined
    ? 'unclear'
    : 'yes';
}
