import { span } from '../../kind.ts';
import { not, open, type Expectation, type ExpectedReading, type Read } from './read.ts';

interface Telephone {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Without what is dialled before it from abroad or at home. */
  readonly digits: string;
}

/** It begins with a nought or a plus, in one piece or several; a date does as well, and is none. */
const telephone =
  /(?<![\p{L}\d.,:€$£-])(?:\+|00|\(?0)\d{0,5}\)?(?:[ ./-]{0,2}\(?\d{1,6}\)?){1,6}(?![\d€$£%]|[.,:]\d)/gu;
const dated = /^\d{1,2}([./-])\d{1,2}\1\d{2,4}$/;

export function telephonesIn(text: string): Telephone[] {
  return [...text.slice(0, 20_000).matchAll(telephone)].flatMap((found) => {
    const [whole] = found;
    const all = whole.replaceAll(/\D/g, '');
    if (all.length < 7 || all.length > 15 || dated.test(whole)) return [];
    return [
      { text: whole, start: found.index, end: found.index + whole.length, digits: all.replace(/^0+/, '') },
    ];
  });
}

/** “+44 20 7946 0999” is “020 7946 0999”. */
const isSameNumber = (one: Telephone, other: Telephone): boolean =>
  one.digits === other.digits ||
  (one.digits.length >= leastShared &&
    other.digits.endsWith(one.digits) &&
    other.digits.length - one.digits.length <= 3) ||
  (other.digits.length >= leastShared &&
    one.digits.endsWith(other.digits) &&
    one.digits.length - other.digits.length <= 3);
const leastShared = 7;

/**
 * A telephone number is one value, in whatever pieces it is written. Where it is all that is expected, another number in
 * its place is wrong; nothing is said of an answer that holds it in the same spelling.
 */
export function readTelephone(
  read: Read,
  again: (given: Expectation) => ExpectedReading,
): ExpectedReading | undefined {
  const { expected, output, values } = read.given;
  const wantedIn = values.length > 0 ? values.join('; ') : expected;
  const wanted = telephonesIn(wantedIn);
  if (wanted.length === 0) return undefined;
  const given = telephonesIn(output);
  const lacking = wanted.filter((one) => !given.some((other) => isSameNumber(one, other)));
  if (lacking.length === 0) return readRespelled(read, wanted, given, again);
  const lacks = lacking.map(({ text }) => `"${text}"`).join(', ');
  const [other] = given.filter((one) => !wanted.some((want) => isSameNumber(one, want)));
  const isAll = !/\d/.test(wanted.reduce((text, { text: number }) => text.replace(number, ' '), wantedIn));
  if (other !== undefined && isAll && lacking.length === wanted.length)
    return not(`It says the telephone number "${other.text}" and not ${lacks}`, [
      span('output', output, other.start, other.end),
    ]);
  if (read.isEvasive) return not(`It does not say the telephone number ${lacks}, and gives no answer`, []);
  return open(`It does not say the telephone number ${lacks}`, []);
}

/** The same number in other pieces is read as it is expected, and shown where it stands. */
function readRespelled(
  { given }: Read,
  wanted: readonly Telephone[],
  said: readonly Telephone[],
  again: (given: Expectation) => ExpectedReading,
): ExpectedReading | undefined {
  const other = said.flatMap((one) => {
    const want = wanted.find((candidate) => isSameNumber(candidate, one));
    return want && want.text !== one.text ? [{ one, want }] : [];
  });
  if (other.length === 0) return undefined;
  const output = other.reduceRight(
    (text, { one, want }) => text.slice(0, one.start) + want.text + text.slice(one.end),
    given.output,
  );
  const { met, reason } = again({ ...given, output });
  return { met, reason, evidence: other.map(({ one }) => span('output', given.output, one.start, one.end)) };
}

/** What was read in pieces is told as the one number that it is. */
export const asOneNumber = (reading: ExpectedReading, expected: string): ExpectedReading => ({
  ...reading,
  reason: telephonesIn(expected).reduce(
    (reason, { text }) =>
      reason.replace((text.match(/\d+/g) ?? []).map((piece) => `"${piece}"`).join(', '), () => `"${text}"`),
    reading.reason,
  ),
});
