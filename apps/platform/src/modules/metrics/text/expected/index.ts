import { percentWords } from '@sonde/contract/decided';
import { amountsIn, amountsOf } from '../amounts.ts';
import { foldAsRead } from '../folding.ts';
import { polarityOf } from '../polarity.ts';
import { agreementWith } from './agreement.ts';
import { unlessWrittenOtherwise } from './as-written.ts';
import { saidBeside } from './beside.ts';
import { isDeniedAt } from './manner.ts';
import {
  amountsMax,
  asksBack,
  isAsked,
  isCounted,
  not,
  open,
  passed,
  readAnswer,
  readMax,
  type Expectation,
  type ExpectedReading,
  type Read,
} from './read.ts';
import { withHalvesOfDay } from './office-hours.ts';
import { clausesExpected } from './pieces.ts';
import { readCodes } from './codes.ts';
import { answerOf, readPolar } from './polar.ts';
import { claimsOf } from './claims.ts';
import { settle } from './settling.ts';
import { readSigns } from './signs.ts';
import { saysOtherState } from './states.ts';
import { freshStems, stemsOf } from './stems.ts';
import { asOneNumber, readTelephone } from './telephone.ts';
import { readTexts, readValues } from './values.ts';
import { readWordForWord } from './word-for-word.ts';

export type { Expectation, ExpectedReading } from './read.ts';

/**
 * Holds an answer against the expected answer: its values as values, a yes or no, and its words where it is in words. It passes
 * where one clause says what is expected, every word of that clause is accounted for, and so is all that stands beside it; the rest is
 * left open.
 */
export const readExpected = (given: Expectation): ExpectedReading =>
  unlessWrittenOtherwise(readByWords(given), given);

function readByWords(given: Expectation): ExpectedReading {
  if (given.values.length === 0 && sameWords(given.output) === sameWords(given.expected))
    return { met: true, reason: 'It says what is expected, word for word.', evidence: [] };
  const found = readClauses(given);
  const asWhole = (reading: ExpectedReading): ExpectedReading =>
    asOneNumber(reading, [given.expected, ...given.values].join('; '));
  if (found.met !== undefined) return asWhole(found);
  const beside = saidBeside(given);
  if (beside) return passed('It says what is expected, word for word', [beside]);
  const expected = given.values.length === 0 ? withHalvesOfDay(given.expected, given.input) : undefined;
  const again = expected === undefined ? found : readClauses({ ...given, expected });
  if (again.met === true) return asWhole(again);
  return readWordForWord(given, readClauses) ?? asWhole(found);
}

function readClauses(given: Expectation): ExpectedReading {
  const read = readAnswer(given);
  const number = readTelephone(read, readClauses);
  if (number) return number;
  const signs = readSigns(read, readClauses);
  if (signs) return signs;
  const wanted = polarityOf(given.expected);
  if (given.values.length > 0) {
    const named = given.values.map((value) => ({ value, meant: amountsOf(value) }));
    return named.some(({ meant }) => meant.length === 0)
      ? readTexts(read, given.values)
      : unlessCodes(read, readValues(read, named, wanted));
  }
  if (wanted === 'yes' || wanted === 'no') return readDenial(read) ?? readPolar(read, wanted);
  const told = amountsIn(given.expected)
    .slice(0, amountsMax)
    .filter(
      (one) =>
        isCounted(one) &&
        !isAsked(read, one) &&
        !isDeniedAt(given.expected, one) &&
        !isCode(given.expected, one),
    );
  if (told.length === 0) return readStatement(read);
  // The amount as it was understood: of “3 to 5 days”, the 3 alone would be no days. “4.50” is one amount in two readings.
  const named = [...Map.groupBy(told, ({ start }) => start).values()].map((meant) => ({
    value: given.expected.slice(meant[0]?.start, meant[0]?.end).trim(),
    meant,
  }));
  return unlessCodes(read, readValues(read, named, undefined, claimsOf(given.expected, read.asked)));
}

const unlessCodes = (read: Read, reading: ExpectedReading): ExpectedReading =>
  reading.met === true ? (readCodes(read) ?? reading) : reading;

/** What is struck through is no longer said. */
const sameWords = (text: string): string =>
  foldAsRead(text, { caseSensitive: false, keepsMarks: struck.test(text) })
    .text.replace(/\s+/g, ' ')
    .trim();
const struck = /~~|<(?:s|del|strike)[\s>]/i;

/** The number of “ICE-1234” is no amount. */
const isCode = (text: string, { start }: { readonly start: number }): boolean =>
  /\p{L}[-‐–]?$/u.test(text.slice(Math.max(0, start - 2), start));

/** “Not allowed between 6:30 and 8:30” and “no bikes on trams” are statements that begin like a no. */
function readDenial(read: Read): ExpectedReading | undefined {
  const { expected } = read.given;
  if (clausesExpected(expected)[0]?.isPolar || /^(?:yes|no)[.,:;!]/i.test(expected)) return undefined;
  const { why, evidence } = settle(read, claimsOf(expected, read.asked));
  return why === undefined ? passed('It says what is expected', evidence) : undefined;
}

/** An answer in words. */
function readStatement(read: Read): ExpectedReading {
  const { expected, input, output } = read.given;
  const fresh = freshStems(expected, input);
  const has = new Set(stemsOf(output));
  const share = fresh.filter((stem) => has.has(stem)).length / Math.max(1, fresh.length);
  if (asksBack(read)) return open('It asks back', []);
  const yes = readYesOrNo(read);
  if (yes?.met === true) return yes;
  const { why, evidence } =
    expected.length > readMax
      ? { why: 'What is expected is too long to be held against an answer', evidence: [] }
      : settle(read, claimsOf(expected, read.asked));
  if (why === undefined) return passed('It says what is expected', evidence);
  if (read.said.length > 0 && share < 0.5 && read.said.every(({ move }) => isSilent.has(move)))
    return not('It gives no answer', []);
  if (saysOtherState(read, expected)) return not('It says the opposite of what is expected', []);
  if (agreementWith(read, expected) === 'opposite')
    return open('It may say the opposite of what is expected', []);
  return share < 1 && fresh.length > 0
    ? open(`It says ${percentWords(share * 100)} of the words that are expected`, [])
    : open(why, []);
}

/** “Yes.” to “can guests park for free?” says that guests can park for free: each word of the statement is one of the question. */
function readYesOrNo({ given, asked }: Read): ExpectedReading | undefined {
  const word = answerOf(claimsOf(given.expected, asked), asked);
  return word && readPolar(readAnswer({ ...given, expected: `${word}. ${given.expected}` }), word);
}

/** Who moves only so says nothing of the matter, in no words. */
const isSilent: ReadonlySet<string> = new Set(['declines', 'ignorant', 'lost', 'courteous']);
