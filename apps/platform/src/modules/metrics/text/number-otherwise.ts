import { amountsIn } from './amounts.ts';
import { sizeOf, type Decimal } from './decimals.ts';
import { numbersIn, type NumberFound } from './numbers.ts';
import { amountAt, isPartOfFraction, isPutTogether, ofDirection, type Asked } from './number-said.ts';
import { countedAt, mayBeConverted } from './units.ts';

/** Where no number of an answer is the expected one: why it may be said all the same, as the end of a sentence. */
export function whyMaybeSaid({ input, output, expected, wanted }: Asked): string | undefined {
  const all = numbersIn(output);
  const heard = amountsIn(output);
  const isAlike = ({ exact }: { readonly exact: Decimal }): boolean => sizeOf(exact) === sizeOf(wanted.exact);
  const unsigned = all.find(isAlike);
  if (unsigned && (isUnsure(unsigned) || isUnsure(wanted)))
    return 'whether its number is below zero as the expected one is not sure';
  if (unsigned && ofDirection.test(`${input} ${expected} ${output}`))
    return 'which sign its number has stands in its words';
  if (vulgar.test(output) || all.some((found) => isPartOfFraction(output, found)))
    return 'it has a fraction that this metric does not read';
  if (all.some((found) => isPutTogether(output, found)))
    return 'it puts its number together with what stands behind it';
  const spelled = heard.filter(
    ({ value, start, end }) => value !== 1 && !/\d/.test(output.slice(start, end)),
  );
  if (all.length === 0 ? spelled.length > 0 : spelled.some(isAlike)) return 'it says a number in words';
  const meant = countedAt(expected, wanted);
  const amount = amountAt(expected, wanted);
  const isConverted = all.slice(0, convertedMax).some((found) => {
    if (!mayBeConverted(meant, countedAt(output, found))) return false;
    const said = heard.find(({ start, end }) => start < found.end && found.start < end);
    // Of days and weeks it is known what they come to, and of kilometres and miles it is not.
    return amount?.unit === undefined || amount.unit !== said?.unit ? true : amount.exact === said.exact;
  });
  return isConverted ? 'it is counted in another unit' : undefined;
}

/** So many numbers are held against the expected one in other units. */
const convertedMax = 200;

const isUnsure = ({ isSignUnsure = false }: NumberFound): boolean => isSignUnsure;
const vulgar = /[¼-¾⅐-⅞]/u;
