import { datesFound } from '#kernel/dates-in-text';
import { amountsIn, amountsOf, isSameAmount, type AmountFound } from '../amounts.ts';
import { amountsMax, isCounted, open, shownAt, textAt, type ExpectedReading, type Read } from './read.ts';

/** “0042” is a code and not 42, and version 2.10 is not version 2.1, though they are the same as numbers. */
export function readCodes({ given, heard }: Read): ExpectedReading | undefined {
  const { input, expected, output } = given;
  const wanted = given.values.length > 0 ? given.values : [expected];
  const isOfVersions = ofVersions.test(`${input} ${expected}`);
  for (const text of wanted) {
    const dates = datesFound(text);
    const amounts = given.values.length > 0 ? amountsOf(text).map(asFound(text)) : amountsIn(text);
    for (const one of amounts.slice(0, amountsMax)) {
      const isOfDay = dates.some(({ start, end }) => start <= one.start && one.start < end);
      if (one.unit !== undefined || !isCounted(one) || isOfDay) continue;
      const written = text.slice(one.start, one.end);
      const same = heard.filter((found) => found.unit === undefined && isSameAmount(output, one, found));
      const isCode = (digits: string): boolean =>
        /^0\d+$/.test(digits) || (isOfVersions && /[.,]/.test(digits));
      const saidAs = (found: AmountFound): string => output.slice(found.start, found.end);
      if (same.length === 0 || same.some((found) => saidAs(found) === written)) continue;
      const other = same.find((found) => isCode(written) || isCode(saidAs(found)));
      if (other)
        return open(
          `It says ${textAt(output, other)}, which may be another code or version than "${written}"`,
          shownAt(output, other),
        );
    }
  }
  return undefined;
}

const asFound =
  (text: string) =>
  (amount: ReturnType<typeof amountsOf>[number]): AmountFound => ({ ...amount, start: 0, end: text.length });

const ofVersions =
  /(?<!\p{L})(?:versions?|releases?|firmware|builds?|revisions?|sections?|chapters?|clauses?|paragraphs?|figures?|abschnitt\p{L}*|kapitel\p{L}*|ziffer|versión|versiones|chapitres?|capítulos?)(?!\p{L})/iu;
