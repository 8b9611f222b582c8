import { amountsIn, amountsOf, isSameAmount, sizeOfAmount, withoutSigns, type Amount } from '../amounts.ts';
import { ofDirection } from '../number-said.ts';
import {
  amountsMax,
  isCounted,
  not,
  open,
  shownAt,
  textAt,
  type Expectation,
  type ExpectedReading,
  type Read,
} from './read.ts';

/**
 * An amount that is said with another sign than the expected one is another amount, however it may be said of the matter. Where all
 * else is as expected, the answer is wrong; where that is not sure, or the sign may be the way of writing a discount, it is open.
 */
export function readSigns(
  read: Read,
  readClauses: (given: Expectation) => ExpectedReading,
): ExpectedReading | undefined {
  const { given, heard } = read;
  const wanted = given.values.length > 0 ? given.values.flatMap(amountsOf) : amountsIn(given.expected);
  const bare = (one: Amount): Amount => ({ ...sizeOfAmount(one), unit: one.unit, isSignUnsure: false });
  for (const one of wanted.filter(isCounted).slice(0, amountsMax)) {
    if (heard.some((found) => isSameAmount(given.output, one, found))) continue;
    const found = heard.find((other) => isSameAmount(given.output, bare(one), { ...other, ...bare(other) }));
    if (!found) continue;
    const bareTexts = {
      ...given,
      expected: withoutSigns(given.expected),
      output: withoutSigns(given.output),
      values: given.values.map(withoutSigns),
    };
    // “18 °C below zero” has its sign in words, which are left where they are.
    const hasSigns =
      `${given.expected}${given.output}`.length > `${bareTexts.expected}${bareTexts.output}`.length;
    const unsigned = hasSigns ? readClauses(bareTexts) : undefined;
    if (unsigned?.met === false) return unsigned;
    const shown = shownAt(given.output, found);
    const said = textAt(given.output, found);
    return unsigned?.met &&
      !one.isSignUnsure &&
      !found.isSignUnsure &&
      !ofDirection.test(`${given.input} ${given.expected}`)
      ? not(`It says ${said}, and the sign of what is expected is the other one`, shown)
      : open(`It says ${said}, and whether its sign is that of what is expected is not sure`, shown);
  }
  return undefined;
}
