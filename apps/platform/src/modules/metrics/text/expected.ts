import { percentWords } from '@sonde/contract/decided';
import { span, type Evidence } from '../kind.ts';
import { amountsIn, amountsOf, isSameAmount, isSameKind, type Amount, type AmountFound } from './amounts.ts';
import { fold, isWholeWord, plain } from './folding.ts';
import { movesIn, withoutQuotes, type Said } from './moves.ts';
import { isDenied, isDoubted, isUnreal, polarityOf, withoutAsides, type Polarity } from './polarity.ts';
import { isPriced, isSaidOfIt, isTheRestOf, matterOf, type Matter } from './said-of.ts';
import { isSmallWord, likelyLanguage, stemOf } from './stop-words.ts';
import { tokensOf } from './words.ts';

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
interface Read {
  readonly given: Expectation;
  readonly said: readonly Said[];
  readonly heard: readonly AmountFound[];
  /** The amounts of the question. */
  readonly asked: readonly AmountFound[];
  readonly polarity: Polarity;
  /** Nothing is said of the matter: the answer knows nothing, declines, or leads elsewhere. */
  readonly isEvasive: boolean;
}

/**
 * Holds an answer against the expected answer: its values as values, a yes or no, and its words where it is in words.
 * What is said only of a case that is not given, what is doubted, and two answers at once decide nothing.
 */
export function readExpected(given: Expectation): ExpectedReading {
  const said = movesIn(given.output);
  const heard = amountsIn(given.output).slice(0, amountsMax);
  const asked = amountsIn(given.input).slice(0, amountsMax);
  const read: Read = {
    given,
    said,
    heard,
    asked,
    polarity: polarityOf(given.output),
    isEvasive:
      said.length > 0 &&
      said.every(({ move }) => evasive.has(move)) &&
      !heard.some((one) => isCounted(one) && !isAsked({ given, asked }, one)),
  };
  const wanted = polarityOf(given.expected);
  if (given.values.length === 0 && sameWords(given.output) === sameWords(given.expected))
    return { met: true, reason: 'It says what is expected, word for word.', evidence: [] };
  if (given.values.length > 0) {
    const named = given.values.map((value) => ({ value, meant: amountsOf(value) }));
    return named.some(({ meant }) => meant.length === 0)
      ? readTexts(read, given.values)
      : readValues(read, named, wanted);
  }
  if (wanted === 'yes' || wanted === 'no') return readWritten(read) ?? readPolar(read, wanted);
  const told = amountsIn(given.expected)
    .slice(0, amountsMax)
    .filter((one) => isCounted(one) && !isAsked(read, one) && !isDeniedAt(given.expected, one));
  if (told.length > 0) {
    // The amount as it was understood: of “3 to 5 days”, the 3 alone would be no days. “4.50” is one amount in two readings.
    const named = [...Map.groupBy(told, ({ start }) => start).values()].map((meant) => ({
      value: given.expected.slice(meant[0]?.start, meant[0]?.end).trim(),
      meant,
    }));
    const of = readValues(read, named, undefined);
    // Where nothing but the value is expected, there are no other words to be said.
    if (of.met !== true || amountsOf(given.expected.replace(/[.!]\s*$/, '')).length > 0) return of;
  }
  return readWritten(read) ?? readWords(read);
}

interface Named {
  readonly value: string;
  /** What it may mean: `9.00` is a time or a price. */
  readonly meant: readonly Amount[];
}

const sameWords = (text: string): string => plain(text).replace(/\s+/g, ' ').trim();

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

const isAsking = ({ move }: Said): boolean => move === 'asks' || move === 'courteous';

/** One alone is a word of any sentence. */
const isCounted = ({ value, unit }: Amount): boolean => unit !== undefined || value > 1;
/** So many amounts of an answer and of a question are compared with each other. */
const amountsMax = 200;
const isAsked = ({ given, asked }: Pick<Read, 'given' | 'asked'>, wanted: Amount): boolean =>
  asked.some((found) => isSameAmount(given.input, wanted, found));
/** Of an amount, its last place: a blank before it may belong to the part before. */
const partAt = ({ said }: Read, place: number): Said | undefined =>
  said.find(({ part }) => part.start <= place && place < part.end);

const denialBefore =
  /(?:\b(?:not|no longer|never|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|instead of|rather than|used to be|was)|(?<!\p{L})(?:nicht(?: mehr)?|kein\p{L}{0,2}|statt|anstatt|pas|plus|au lieu de|no|en vez de|en lugar de|sondern nicht))\s+(?:(?!but\b|sondern|mais|sino)[\p{L}'’]+\s){0,2}["“]?[€$£]?\s?$/iu;
const denialBehind =
  /^["”]?[,\s]*(?:[\p{L}'’]+\s){0,3}(?:is|was|are|ist|wäre|sind|est|es|son)?\s?(?:not (?:right|correct|true|quite|the)|wrong|incorrect|false|out of date|outdated|a mistake|too (?:high|low|much|many|little|long|short)|falsch|nicht (?:richtig|korrekt)|faux|incorrecto)/iu;

const isDeniedAt = (text: string, { start, end, unit }: AmountFound): boolean =>
  (denialBefore.test(text.slice(Math.max(0, start - 40), start)) &&
    !(unit === 'clock' && isForbiddenSpan(text, start, end))) ||
  denialBehind.test(text.slice(end, end + 50));

/** “Not allowed between 6:30 and 8:30” denies the permission and says the times; “not between 6:30 and 8:30 but …” denies them. */
const isForbiddenSpan = (text: string, start: number, end: number): boolean =>
  permittedFrom.test(text.slice(Math.max(0, start - 40), start)) &&
  spanEnd.test(text.slice(end, end + 20)) &&
  !contrasted.test(text.slice(end, end + 80));
const permittedFrom =
  /(?<!\p{L})(?:allowed|permitted|accepted|admitted|possible|carried|taken|transported|erlaubt|gestattet|zulässig|zugelassen|möglich|befördert|mitgenommen|autorisée?s?|permise?s?|admise?s?|possibles?|permitid[oa]s?|admitid[oa]s?|posibles?)\s(?:between|from|zwischen|von|entre|de|desde)\s(?:las\s)?$/iu;
const spanEnd = /^\s?(?:uhr\s)?(?:and|to|until|till|–|-|und|bis|et|à|y|a|hasta)\s?(?:las\s)?\d/iu;
const contrasted = /^[^.!?]{0,40}(?<!\p{L})(?:but|sondern|mais|sino)(?!\p{L})[^.!?]{0,20}\d/iu;

/** What was once, or is only the measure of a comparison. */
const past =
  /(?:\b(?:used to|formerly|previously|in the past|once was|had been)\b|(?<!\p{L})(?:früher|damals|autrefois|auparavant|antes|anteriormente)(?!\p{L}))[^,;.]{0,40}$/iu;
const compared =
  /^\s(?:\p{L}+\s)?(?:longer|more|less|earlier|later|shorter|fewer|cheaper|higher|lower) than\b/iu;

/** How an amount is said: as it is, denied, or of a case that is not given. */
function mannerOf(read: Read, found: AmountFound): 'affirmed' | 'denied' | 'open' {
  const { output } = read.given;
  if (isDeniedAt(output, found)) return 'denied';
  const part = partAt(read, found.end - 1);
  return (part && (isUnreal(part.part.text) || isDoubted(part.part.text))) ||
    past.test(output.slice(Math.max(0, found.start - 60), found.start)) ||
    compared.test(output.slice(found.end, found.end + 40))
    ? 'open'
    : 'affirmed';
}

const correction = /\b(?:correction|actually|rather|i mean|sorry, (?:it|that)|on second thought|in fact)\b/i;

function readValues(read: Read, amounts: readonly Named[], wanted: Polarity): ExpectedReading {
  const { output } = read.given;
  const values = amounts.map(({ value }) => value);
  const shown: Evidence[] = [];
  const missing: string[] = [];
  const all: Amount[] = [];
  let isOpen = false;
  for (const { value, meant } of amounts) {
    const places = read.heard.filter((found) => meant.some((one) => isSameAmount(output, one, found)));
    const best = places.find((place) => mannerOf(read, place) === 'affirmed');
    const kind = best && meant.find((one) => isSameAmount(output, one, best));
    // Found as a price, “4.50” is no time of day and no count any more.
    all.push(...(kind ? [{ value: kind.value, unit: kind.unit ?? best?.unit }] : meant));
    if (best) shown.push(span('output', output, best.start, best.end));
    else if (places.some((place) => mannerOf(read, place) === 'open')) isOpen = true;
    else missing.push(value);
  }
  const rivals = read.heard.filter(
    (found) =>
      isCounted(found) &&
      all.some((one) => isSameKind(one, found) && found.unit === one.unit) &&
      !all.some((one) => isSameAmount(output, one, found)) &&
      !isOtherEnd(output, found, shown) &&
      mannerOf(read, found) === 'affirmed',
  );
  // What the question itself says is the false value of a false premise, or a part of the matter.
  const repeated = rivals.filter((found) => isAsked(read, found));
  const others = rivals.filter((found) => !isAsked(read, found));
  const [rival] = [...others, ...repeated];
  const rivalShown = rival ? [span('output', output, rival.start, rival.end)] : [];
  if (isOpen) return open('The value is said only of a case that is not given, or with a doubt', shown);
  if (missing.length === 0) {
    if (wanted === 'no' && read.polarity === 'yes')
      return open('It agrees with what is false, and names the right value', shown);
    if (wanted === 'no' && repeated.length > 0 && read.polarity !== 'no')
      return open('It says both the false value and the right one', [...shown, ...rivalShown]);
    const first = shown[0];
    if (others.some((found) => isBeside(output, found, shown)))
      return open('It says the expected value as one of several', [...shown, ...rivalShown]);
    if (others.some(({ start }) => first && start < first.start) || (rival && correction.test(output)))
      return values.length > 1 && others.length === 0
        ? met(values, shown)
        : open(`It says ${textAt(output, rival)} as well as the expected value`, [...shown, ...rivalShown]);
    return read.polarity === 'mixed' ? open('It says yes and no', shown) : met(values, shown);
  }
  return readMissing(read, {
    wanted,
    missing,
    meant: all,
    rivals: [...others, ...repeated],
    isPart: shown.length > 0,
  });
}

/** “12 April” is “12.04.2024”, “030123456” is “030 123 456”, and “1.5k” is “1,500”: none of them says another value. */
function isWrittenOtherwise({ given: { expected, output } }: Read): boolean {
  const [wanted, given] = [expected.slice(0, 1000), output.slice(0, 20_000)];
  const digits = wanted.replaceAll(/\D/g, '');
  return (
    (numericDate.test(wanted) && monthName.test(given)) ||
    (monthName.test(wanted) && numericDate.test(given)) ||
    datesIn(wanted).some((date) => datesIn(given).includes(date)) ||
    (digits.length >= leastOfNumber && given.replaceAll(/[\s()/+-]/g, '').includes(digits)) ||
    /\d\s?(?:k|mn|bn)(?!\p{L})/iu.test(given)
  );
}
const leastOfNumber = 6;
/** Day, month and year in any order. */
const datesIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(numericDate, 'g'))].map(([date]) =>
    date
      .split(/[./-]/)
      .map(Number)
      .toSorted((one, other) => one - other)
      .join('.'),
  );
const numericDate = /(?<![\d.])\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|\b\d{4}-\d{2}-\d{2}\b/;
const monthName =
  /(?<!\p{L})(?:jan(?:uary|uar|vier)?|jänner|feb(?:ruary|ruar)?|février|febrero|mar(?:ch|s|zo)|märz|ap(?:r|ril)|avril|abril|may|mai|mayo|jun(?:e|i|io)?|juin|jul(?:y|i|io)?|juillet|enero|aug(?:ust)?|août|agosto|sept?(?:ember|iembre|embre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre|iembre)?|décembre)(?!\p{L})/iu;

/** “There is no fee” is “€0”, and “it costs nothing” may be; “feel free to ask”, “is not free” and “nothing I can do” say no price. */
const isNothing = ({ value, unit }: Amount): boolean => value === 0 && unit !== 'clock';
const saysNothing =
  /\b(?:(?<!(?:\b(?:feel|not|never|no longer|hassle|tax|duty)|n['’]t)(?: be| entirely| always)?[ -])free(?! to\b)|no (?:\w+ )?(?:fees?|charges?|costs?)|without (?:charge|cost)|(?:costs?|charged?|pay|owe|for|is|are|there['’]s) (?:you )?nothing(?! (?:we|you|i|they|to do|that|but|less)\b)|^(?:nothing|none)\b(?! of\b)|\b(?:is|are) none\b|waived|gratis)\b|(?<!\p{L})(?:(?<!nicht )(?:kostenlos|kostenfrei)|(?<!pas )gratuite?s?|(?<!no es )gratuit[oa]s?|keine (?:\p{L}+)?(?:gebühr|kosten|entgelt)(?:en)?|(?:kostet?|zahlen sie|zahlt man) (?:\p{L}+ )?nichts|^nichts|aucune? (?:frais|coût|charge)|(?:ne coûte|payez|paie) rien|^rien|sin (?:coste|costo)|(?:no cuesta|paga) nada|^nada)(?!\p{L})/iu;

/** “Between 6:30 and 8:30” says both times; neither stands in the place of the other. */
const isOtherEnd = (output: string, { start, end, unit }: AmountFound, shown: readonly Evidence[]): boolean =>
  unit === 'clock' &&
  shown.some((one) => {
    const [first, second] = one.start < start ? [one, { start, end }] : [{ start, end }, one];
    return (
      spanStart.test(output.slice(Math.max(0, first.start - 20), first.start)) &&
      spanJoin.test(output.slice(first.end, Math.max(first.end, second.start)))
    );
  });
const spanStart = /(?<!\p{L})(?:between|from|zwischen|von|entre|de|desde)\s(?:las\s)?$/iu;
const spanJoin = /^\s?(?:uhr\s)?(?:and|to|until|till|–|-|und|bis|et|à|y|a|hasta)\s?(?:las\s)?$/iu;

/** “15 or 18 euros”, “between 15 and 18”: one of them, or anything in between. */
const isBeside = (output: string, { start, end }: AmountFound, shown: readonly Evidence[]): boolean =>
  shown.some(
    (one) =>
      either.test(output.slice(one.end, Math.max(one.end, start))) ||
      either.test(output.slice(end, Math.max(end, one.start))),
  );
const either = /^\s?(?:or|to|and|–|-|bis|oder|und|à|ou|et|o|y|a)\s?$/i;

interface Missing {
  readonly wanted: Polarity;
  readonly missing: readonly string[];
  readonly meant: readonly Amount[];
  /** Other amounts of the kind: those that the question does not say, and then those that it does. */
  readonly rivals: readonly AmountFound[];
  readonly isPart: boolean;
}

/** The value is not said: another one is, or nothing is, or it may be said in a way that is not read. */
function readMissing(read: Read, { wanted, missing, meant, rivals: all, isPart }: Missing): ExpectedReading {
  const { output } = read.given;
  const lacks = missing.map((value) => `"${value}"`).join(', ');
  const matter = matterOf(read.given);
  const places = missing.flatMap((value) => placesOf(output, value).slice(0, 1));
  const named = places.map(({ start, end }) => span('output', output, start, end));
  const rivals = all.filter((found) => !isOtherEnd(output, found, named));
  const unread = (): ExpectedReading =>
    places.length > 0
      ? open(`It names ${lacks}, and whether it says it of what is asked is not sure`, named)
      : open(`It does not say ${lacks}, or says it in words that this metric does not know`, []);
  const said = rivals.find(
    (found) => !meant.some((one) => isTheRestOf(one, found)) && isSaidInstead(read, matter, found, rivals),
  );
  const [rival] = said ? [said] : rivals;
  const rivalShown = rival ? [span('output', output, rival.start, rival.end)] : [];
  const another = (): ExpectedReading =>
    said
      ? not(`It says ${textAt(output, said)} and not ${lacks}`, rivalShown)
      : open(
          `It does not say ${lacks}; whether ${textAt(output, rival)} contradicts it is not sure`,
          rivalShown,
        );
  if (wanted === 'no') {
    if (read.polarity === 'yes')
      return not(`It agrees with what is false, and does not say ${lacks}`, rivalShown);
    if (rival && !isAsked(read, rival)) return another();
    if (said && read.polarity === undefined && !read.isEvasive)
      return not(`It repeats ${textAt(output, said)}, which is false`, rivalShown);
    return open(`It does not agree with what is false, and does not say ${lacks} either`, []);
  }
  if (
    isWrittenOtherwise(read) ||
    isPut(output, read.heard, meant) ||
    (meant.every(isNothing) && saysNothing.test(output))
  )
    return unread();
  if (rival && (said || places.length === 0)) return another();
  if (read.said.length > 0 && read.said.every(isAsking)) return open('It asks back', []);
  if (read.isEvasive && !isPart) return not(`It does not say ${lacks}, and gives no answer`, []);
  if (read.heard.some((found) => mannerOf(read, found) === 'denied'))
    return open(`It denies a value and does not say ${lacks}`, []);
  const language = likelyLanguage(tokensOf(output.slice(0, 5000)));
  // Beside other amounts the right one may be said in a way that is not read; where there is none, nothing says it.
  return read.heard.length > 0 || /\d/.test(output) || (language !== undefined && language !== 'en')
    ? unread()
    : not(`It does not say ${lacks}`, []);
}

/** Another amount stands in the place of the expected one. Two prices in one breath may belong together. */
function isSaidInstead(
  read: Read,
  matter: Matter,
  found: AmountFound,
  rivals: readonly AmountFound[],
): boolean {
  if (!isPriced(found)) return true;
  const held = partAt(read, found.end - 1);
  const isAlone = rivals.every((one) => one.start === found.start || partAt(read, one.end - 1) !== held);
  const last = read.said.findLast(
    ({ part, move }) => move === 'gives' && part.start < (held?.part.start ?? 0),
  );
  return (
    isAlone &&
    isSaidOfIt(matter, { output: read.given.output, found, part: held?.part, last: last?.part.text })
  );
}

/**
 * Amounts put together of several: “1 hour 30 minutes”, “an hour and a half”, “six euros ninety”. “A month” is a span where one is
 * wanted, and of a price only how often it is paid.
 */
const isPut = (output: string, heard: readonly AmountFound[], meant: readonly Amount[]): boolean => {
  const isOfPrices = meant.every(isPriced);
  return (
    (isOfPrices ? putPrices : putTogether).test(output.slice(0, 20_000)) ||
    heard.some((one, at) => {
      const next = heard[at + 1];
      return (
        next !== undefined &&
        (isOfPrices
          ? isPriced(one) && (next.unit === undefined || next.unit === 'cent')
          : next.unit === one.unit && (one.unit === 'minute' || one.unit === 'month')) &&
        /^[\s,]*(?:and|und|et|y)?\s*$/i.test(output.slice(one.end, next.start))
      );
    })
  );
};
const putTogether =
  /\b(?:halves|half|quarters?|hundred|thousand|million|dozen|fortnight|noon|midnight|once|twice|couple|(?:an?|each|every|one|per) (?:second|minute|hour|day|night|week|month|year|euro|pound|dollar|cent))\b|(?<!\p{L})(?:halb\p{L}{0,3}|anderthalb|hundert|tausend|mittags?|mitternacht|demie?|cents?|mille|midi|minuit|medi[ao]|cien(?:to)?|mil|mediodía)(?!\p{L})/iu;
const putPrices =
  /\b(?:halves|half|quarters?|hundred|thousand|million|dozen|twice|couple|grand|an? (?:third|fourth|fifth|sixth|eighth|tenth|twentieth)|(?:an?|each|one|per) (?:euro|pound|dollar|cent))\b|(?<!\p{L})(?:halb\p{L}{0,3}|anderthalb|hundert|tausend|demie?|cents?|mille|medi[ao]|cien(?:to)?|mil)(?!\p{L})/iu;

/** Values that are no amounts: said as they are, or by all their words. */
function readTexts(read: Read, values: readonly string[]): ExpectedReading {
  const { output } = read.given;
  const stems = new Set(stemsOf(output));
  const shown: Evidence[] = [];
  const found = values.filter((value) => {
    const [place] = placesOf(output, value);
    if (place) {
      shown.push(span('output', output, place.start, place.end));
      return true;
    }
    const wanted = stemsOf(value);
    return wanted.length > 0 && wanted.every((stem) => stems.has(stem));
  });
  if (found.length === values.length) {
    return isSaidSurely(read) && !read.isEvasive
      ? met(values, shown)
      : open('It is said with a doubt', shown);
  }
  const lacking = values.filter((value) => !found.includes(value));
  const lacks = lacking.map((value) => `"${value}"`).join(', ');
  if (read.isEvasive) return not(`It does not say ${lacks}, and gives no answer`, []);
  const isNear = lacking.some((value) => stemsOf(value).some((stem) => stems.has(stem)));
  const language = likelyLanguage(tokensOf(output.slice(0, 5000)));
  return isNear || (language !== undefined && language !== 'en')
    ? open(`It does not say ${lacks} in these words`, [])
    : not(`It does not say ${lacks}`, []);
}

/** A yes or no, and what is said beside it. */
function readPolar(read: Read, wanted: 'yes' | 'no'): ExpectedReading {
  const { expected, input, output } = read.given;
  const body = expected.replace(/^(?:yes|no|ja|nein|oui|non|sí)(?!\p{L})[.,:;!]?\s*/iu, '');
  const statement = agreementWith(read, body);
  const first = read.said[0]?.part;
  const shown = first ? [span('output', output, first.start, first.end)] : [];
  if (read.polarity === 'mixed') return open('It says yes and no', shown);
  // “Dogs are not permitted” declines nothing, where that is what is expected.
  const isWritten = statement === 'same' && placesOf(output, body).length > 0;
  if (read.polarity === undefined && read.isEvasive && !isWritten && !read.said.every(isAsking))
    return not('It says neither yes nor no, and gives no answer', shown);
  if (first && isUnreal(first.text)) return open('It speaks of a case that is not given', shown);
  if (read.said.slice(0, 2).some(({ part }) => isDoubted(part.text)))
    return open('It is not sure itself', shown);
  if (read.polarity !== undefined && read.polarity !== wanted)
    return statement === 'same'
      ? open(`It says ${read.polarity}, and then what is expected`, shown)
      : not(`It says ${read.polarity} where ${wanted} is expected`, shown);
  if (read.polarity === wanted) {
    if (wanted === 'yes' && !isDenied(body) && read.said.slice(1).some(({ part }) => isDenied(part.text)))
      return open('It says yes, and denies something after it', shown);
    if (statement === 'opposite') return open(`It says ${wanted}, and then the opposite`, shown);
    const rival = rivalOf(read, body);
    const held = rival && partAt(read, rival.end - 1);
    if (rival && held && sharedWith(body, held.part.text) >= 0.6)
      return not(`It says ${textAt(output, rival)} where another value is expected`, shown);
    if (rival) return open(`It says ${wanted}, and ${textAt(output, rival)} beside it`, shown);
    const fresh = freshStems(body, input);
    const has = new Set(stemsOf(output));
    const share = fresh.filter((stem) => has.has(stem)).length / Math.max(1, fresh.length);
    return fresh.length <= 1 || share >= 0.4
      ? { met: true, reason: `It says ${wanted}, as is expected.`, evidence: shown }
      : open(`It says ${wanted}, as is expected, and not what belongs to it`, shown);
  }
  const rival = statement === 'same' ? rivalOf(read, body) : undefined;
  const held = rival && partAt(read, rival.end - 1);
  if (rival)
    return held && sharedWith(body, held.part.text) >= 0.6
      ? not(`It says ${textAt(output, rival)} where another value is expected`, shown)
      : open(`It says what is expected, and ${textAt(output, rival)} beside it`, shown);
  if (statement === 'same')
    return holdsAmounts(read, body)
      ? { met: true, reason: 'It says what is expected.', evidence: shown }
      : open('It says what is expected without an amount that belongs to it', shown);
  if (statement === 'opposite') return not('It says the opposite of what is expected', shown);
  return read.said.length > 0 && read.said.every(isAsking)
    ? open('It asks back', shown)
    : open('It says neither yes nor no in words that are read', shown);
}

/** An amount of the same kind as one that is expected, where the expected one is not said. */
function rivalOf(read: Read, body: string): AmountFound | undefined {
  const {
    heard,
    given: { output },
  } = read;
  const wanted = amountsIn(body).filter(isCounted).slice(0, amountsMax);
  const unsaid = wanted.filter((one) => !heard.some((found) => isSameAmount(output, one, found)));
  return heard.find(
    (found) =>
      !isAsked(read, found) &&
      !wanted.some((one) => isSameAmount(output, one, found)) &&
      unsaid.some((one) => one.unit === found.unit && isSameKind(one, found)),
  );
}

/** How much of a statement's words stands in a part of the answer. */
function sharedWith(statement: string, part: string): number {
  const wanted = [...new Set(stemsOf(statement))];
  const stems = new Set(stemsOf(part));
  return wanted.filter((stem) => stems.has(stem)).length / Math.max(1, wanted.length);
}

/** “Dogs are not allowed then” says nothing of bikes that are asked for and spoken of elsewhere. */
function isOfElse({ given, said }: Read, text: string, ahead: string): boolean {
  const own = new Set(stemsOf(given.expected));
  const asked = new Set(stemsOf(given.input).filter((stem) => !own.has(stem)));
  const isNamed = (part: string): boolean => stemsOf(part).some((stem) => asked.has(stem));
  return (
    !isNamed(text) &&
    stemsOf(ahead).some((stem) => !own.has(stem)) &&
    said.some(({ part }) => isNamed(part.text))
  );
}

/** Whether a part of the answer says the statement, or says it the other way round. */
function agreementWith(read: Read, body: string): 'same' | 'opposite' | undefined {
  const wanted = [...new Set(stemsOf(body))];
  if (wanted.length < 2) return undefined;
  let best: { share: number; text: string } = { share: 0, text: '' };
  for (const { part, move } of read.said) {
    if (move === 'asks') continue;
    const share = sharedWith(body, part.text);
    if (share > best.share) best = { share, text: part.text };
  }
  // “…, except folded bikes, which are not counted”: what an exception denies is not what the statement denies.
  const bare = withoutExceptions(best.text);
  if (sharedWith(body, bare) >= best.share) best = { ...best, text: bare };
  if (best.share < 0.6 || isUnreal(best.text) || isDoubted(best.text)) return undefined;
  if (isOfElse(read, best.text, best.text)) return undefined;
  if (lapsed.test(best.text) && !lapsed.test(body)) return undefined;
  // The yes or no before it is no part of the statement.
  const statement = best.text.replace(/^\W*(?:yes|no|nope|ja|nein|oui|non|sí)\b[,.:;!\s–-]*/iu, '');
  const plainly = withoutExceptions(body);
  if (isDeniedBeside(statement, plainly)) return undefined;
  if (isDenied(statement) === isDenied(plainly))
    return isSaidOtherwise(read, placesOf(read.given.output, read.given.expected)) ||
      otherSide.test(statement) !== otherSide.test(body)
      ? undefined
      : 'same';
  // What denies something else as well (“never free and not allowed …”), or speaks of another time, is not the opposite.
  const isSaidToo = isDenied(body) && !disowned.test(best.text) && placesOf(statement, body).length > 0;
  const told = amountsIn(statement);
  const isOfIt = amountsIn(body)
    .slice(0, amountsMax)
    .every((one) => !isCounted(one) || told.some((found) => isSameAmount(statement, one, found)));
  return isSaidToo || !isOfIt ? undefined : 'opposite';
}

/** “Bikes are allowed, no booking is needed” denies the booking: that makes it neither “not allowed” nor the opposite of “allowed”. */
const isDeniedBeside = (statement: string, wanted: string): boolean =>
  !ofNeed.test(wanted) &&
  isDenied(withoutAsides(wanted)) === isDenied(wanted) &&
  isDenied(withoutAsides(statement)) !== isDenied(statement);

/** Where something is said to be needed, “you do not need it” is no remark beside it. */
const ofNeed =
  /(?<!\p{L})(?:need|requir|necessar|have to|worry|nötig|erforderlich|notwendig|besoin|necesi|necesari|hace falta)/iu;

/** All amounts of a statement are said, in one of the ways that each may be read. */
const holdsAmounts = ({ heard, given: { output } }: Read, body: string): boolean =>
  [
    ...Map.groupBy(amountsIn(body).filter(isCounted).slice(0, amountsMax), ({ start }) => start).values(),
  ].every((meant) => meant.some((one) => heard.some((found) => isSameAmount(output, one, found))));
/** “Not before 6:30 and after 8:30” says another time than “not between 6:30 and 8:30”, with the same numbers. */
const otherSide =
  /(?<!\p{L})(?:outside(?: of)?|before|after|vor|nach|außerhalb(?: von)?|avant|après|hors de|antes de|después de|fuera de)\s(?:las\s)?\d/iu;

const withoutExceptions = (statement: string): string =>
  statement
    .replace(new RegExp(String.raw`^${exception}[^,.!?]*,\s*`, 'iu'), '')
    .replace(new RegExp(String.raw`(?:,\s*|\s+\(?)${exception}.*$`, 'isu'), '');
const exception = String.raw`(?:except(?:ing)?|with the exception of|apart from|aside from|other than|außer|ausgenommen|mit ausnahme|bis auf|sauf|excepté|hormis|à l['’]exception|à part|excepto|salvo|menos)(?!\p{L})`;

/** Where a text stands as it is written, as a word or a number of its own: “4.50” is not in “14.50”, and “4” is not in “4.50”. */
function placesOf(text: string, wanted: string): { start: number; end: number }[] {
  // No sentence is so long, and a pattern of such a text is too large to be run.
  if (wanted.length > wantedMax) return [];
  const folded = fold(text.replaceAll('’', "'"), { caseSensitive: false });
  const pattern = plain(wanted.replaceAll('’', "'"))
    .trim()
    .replace(/[.!\s]+$/u, '')
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  if (pattern === '') return [];
  const found = [...folded.text.matchAll(new RegExp(pattern, 'gu'))].flatMap((match) => {
    const end = match.index + match[0].length;
    return isWholeWord(folded.text, match.index, end) &&
      !/\d[.,:]$/.test(folded.text.slice(Math.max(0, match.index - 2), match.index)) &&
      !(/\d$/.test(match[0]) && /^[.,:]\d/.test(folded.text.slice(end, end + 2)))
      ? [{ start: folded.at(match.index), end: folded.at(end) }]
      : [];
  });
  return found.slice(0, placesMax);
}
const wantedMax = 5_000;
/** Of an answer that says the same again and again, so many places are looked at. */
const placesMax = 40;

/**
 * A part of a sentence that holds the expected statement word for word says it, whatever is said beside it: exceptions, and other
 * sentences. Undefined where it is not there so, or is denied, doubted, asked, corrected, said of something else, or too short to
 * be a statement.
 */
function readWritten(read: Read): ExpectedReading | undefined {
  const { expected, input, output } = read.given;
  const stems = stemsOf(expected);
  const asked = new Set(stemsOf(input));
  const own = new Set(stems);
  if (stems.length === 0 || tokensOf(expected).length < 2 || amountsOf(expected).length > 0) return undefined;
  if (formerly.test(output.slice(0, 20_000)) || correction.test(output)) return undefined;
  // What only says the question again is repeated by whoever denies it, too: “Some say breakfast is included.”
  if (stems.every((stem) => asked.has(stem))) return undefined;
  // A yes or no that is expected in so many words is held against the one that is said.
  if (/^(?:yes|no)[.,:;!]/i.test(expected)) return undefined;
  const places = placesOf(withoutQuotes(output), expected).filter(({ start, end }) => {
    const held = partAt(read, end - 1);
    if (!held || start < held.part.start || isAsking(held)) return false;
    const { text } = held.part;
    if (isUnreal(text) || isDoubted(text) || disowned.test(text)) return false;
    const ahead = output.slice(held.part.start, start);
    const clause = /[^,;:()–—]*$/u.exec(ahead)?.[0] ?? '';
    const behind = output.slice(end, held.part.end);
    const rest = untilClause.exec(behind)?.[0] ?? '';
    if (isBound.test(clause) || denies(clause) || denies(rest) || either.test(behind.slice(0, 4)))
      return false;
    if (qualified.test(`${clause} … ${rest}`) && !qualified.test(expected)) return false;
    // Two words may be said of anything.
    const isNamed = stemsOf(text).some((stem) => asked.has(stem) && !own.has(stem));
    return (isNamed || stems.length > 1) && !isOfElse(read, text, ahead);
  });
  const [place] = places;
  if (!place || isSaidOtherwise(read, places)) return undefined;
  return {
    met: true,
    reason: 'It says what is expected, word for word.',
    evidence: [span('output', output, place.start, place.end)],
  };
}

/** The statement without its denial, or with one, elsewhere in the answer: it says both. */
function isSaidOtherwise({ given, said }: Read, places: readonly { start: number; end: number }[]): boolean {
  const bare = given.expected.replace(leadingDenial, '');
  return said.some(
    ({ part }) =>
      !places.some(({ start }) => part.start <= start && start < part.end) &&
      placesOf(part.text, bare).length > 0 &&
      isDenied(withoutExceptions(part.text)) !== isDenied(given.expected),
  );
}
const leadingDenial = /^(?:not|never|no|nicht|nie|kein\p{L}{0,2}|pas|jamais|nunca)\s+/iu;

/** Any denial beside a statement may turn it round, however many there are. */
const denies = (text: string): boolean => text.split(/\s+/).some((word) => isDenied(word));
const isBound =
  /(?<!\p{L})(?:if|unless|whether|except|only|hardly|wenn|falls|ob|außer|nur|si|sauf|seulement|excepto|salvo|solo)(?!\p{L})/iu;
const untilClause = new RegExp(
  String.raw`^(?:(?!\s(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|o)\s|\s${exception})[^,;:()–—])*`,
  'iu',
);
/** A statement that is named to say that it does not hold. */
const disowned =
  /(?<!\p{L})(?:not (?:true|right|correct|the case|so)|untrue|wrong|incorrect|false|a myth|mistaken|(?:isn|aren|wasn)['’]t (?:true|right|correct|the case)|stimmt (?:so )?nicht|nicht (?:wahr|richtig|korrekt|der fall)|falsch|pas (?:vrai|exact|le cas)|faux|no es (?:cierto|verdad|correcto)|falso)(?!\p{L})/iu;

/** An answer in words: most of what is new in the expected one, in one direction. */
function readWords(read: Read): ExpectedReading {
  const { expected, input, output } = read.given;
  const fresh = freshStems(expected, input);
  const has = new Set(stemsOf(output));
  const share = fresh.filter((stem) => has.has(stem)).length / Math.max(1, fresh.length);
  if (read.said.length > 0 && read.said.every(isAsking)) return open('It asks back', []);
  if (read.said.length > 0 && share < 0.5 && read.said.every(({ move }) => isSilent.has(move)))
    return not('It gives no answer', []);
  const statement = agreementWith(read, expected);
  if (statement === 'opposite') return open('It may say the opposite of what is expected', []);
  const isSure = isSaidSurely(read);
  // One word more or less may be another town, another day, another floor.
  if (fresh.length >= 1 && share === 1 && isSure && isSaidAsWanted(read, fresh))
    return { met: true, reason: 'It says all of the words that are expected.', evidence: [] };
  if (fresh.length === 0) return open('What is expected says only the question again', []);
  return open(`It says ${percentWords(share * 100)} of the words that are expected`, []);
}

/** Neither of a case that is not given, nor with a doubt, nor of what was so once: “it was Maria Keller until 2020”. */
const isSaidSurely = ({ said, given }: Read): boolean =>
  said.every(({ part }) => !isUnreal(part.text) && !isDoubted(part.text)) &&
  (formerly.test(given.expected) || !formerly.test(given.output.slice(0, 20_000)));
const lapsed =
  /\b(?:used to be|formerly|previously|(?:was|were) [^.!?]{0,60}\b(?:until|till|before (?:that|then|this|him|her|them|\d{4})))\b|(?<!\p{L})(?:früher|ehemals|war(?:en)? [^.!?]{0,60}(?<!\p{L})bis|était [^.!?]{0,60}jusqu|auparavant|era [^.!?]{0,60}hasta|antes era)(?!\p{L})/iu;
const formerly = new RegExp(
  String.raw`${lapsed.source}|\b(?:no longer|not any ?more)\b|(?<!\p{L})(?:nicht mehr|ne [^.!?]{0,30} plus|ya no)(?!\p{L})`,
  'iu',
);

/** Who moves only so says nothing of the matter, in no words. */
const isSilent: ReadonlySet<string> = new Set(['declines', 'ignorant', 'lost', 'courteous']);

/** The part that says the first of it denies as much as what is expected does, and no more and no less of it is so. */
const isSaidAsWanted = ({ said, given: { expected } }: Read, fresh: readonly string[]): boolean => {
  const near = said.find(({ part }) => {
    const stems = new Set(stemsOf(part.text));
    return fresh.some((stem) => stems.has(stem));
  });
  if (near === undefined) return !isDenied(expected);
  const { text } = near.part;
  return (
    isDenied(text) === isDenied(expected) &&
    !isDeniedBeside(text, expected) &&
    (!qualified.test(text) || qualified.test(expected))
  );
};
/** Left open, of some alone, of more or less, or hardly at all: that is another statement with the same words in it. */
const qualified =
  /(?<!\p{L})(?:whether|(?:say|tell(?: you)?|know|clear|see) if|ob|(?:more|less|fewer|other) than|hardly|rarely|seldom|barely|scarcely|almost|nearly|anything but|far from|(?:i|we) doubt|only (?:for|if|with|when|after)|nur (?:für|wenn|mit|nach)|kaum|selten|(?:mehr|weniger) als|alles andere als|seulement (?:pour|si|avec|après)|rarement|presque|(?:plus|moins) (?:de|que|d['’])|(?:solo|sólo) (?:para|si|con)|apenas|casi|(?:más|menos) de)(?!\p{L})/iu;

/** “Once a week” says how often, though “once” is a small word. */
const stemsOf = (text: string): string[] =>
  tokensOf(text.slice(0, 20_000))
    .filter((word) => word === 'once' || !isSmallWord(word))
    .map((word) => stemOf(ordinals[word] ?? word));
const ordinals: Readonly<Record<string, string>> = {
  '1st': 'first',
  '2nd': 'second',
  '3rd': 'third',
  '4th': 'fourth',
};

function freshStems(expected: string, input: string): string[] {
  const asked = new Set(stemsOf(input));
  return [...new Set(stemsOf(expected))].filter((stem) => !asked.has(stem) && !/^(?:yes|no)$/.test(stem));
}

const textAt = (output: string, found: AmountFound | undefined): string =>
  found ? `"${output.slice(found.start, found.end).trim()}"` : '';
const met = (values: readonly string[], evidence: readonly Evidence[]): ExpectedReading => ({
  met: true,
  reason: `It says ${values.map((value) => `"${value}"`).join(', ')}.`,
  evidence,
});
const not = (reason: string, evidence: readonly Evidence[]): ExpectedReading => ({
  met: false,
  reason: `${reason}.`,
  evidence,
});
const open = (reason: string, evidence: readonly Evidence[]): ExpectedReading => ({
  met: undefined,
  reason: `${reason}.`,
  evidence,
});
