import { lackingAddress } from './addresses.ts';
import { otherCapitals } from './capitals.ts';
import { exceptedAsAsked, saysAllBut } from './excepting.ts';
import { otherSign } from './joined-signs.ts';
import { open, type Expectation, type ExpectedReading } from './read.ts';
import { polarityOf } from '../polarity.ts';

/**
 * What passes by its words, and has another sign, another address or an exception that its words do not show, is left open: small words
 * and signs count there.
 */
export function unlessWrittenOtherwise(
  reading: ExpectedReading,
  { input, expected, output, values }: Expectation,
): ExpectedReading {
  if (reading.met !== true) return reading;
  const wanted = values.length > 0 ? values.join('\n') : expected;
  const address = lackingAddress(wanted, output);
  if (address !== undefined)
    return open(`It does not say "${address.slice(0, 200)}" character by character`, reading.evidence);
  const sign = otherSign(input, wanted, output);
  if (sign !== undefined)
    return open(`Only one of the answer and what is expected has "${sign.slice(0, 80)}"`, reading.evidence);
  const capitals = otherCapitals(wanted, output);
  if (capitals !== undefined)
    return open(`It does not say "${capitals.slice(0, 80)}" in these capitals`, reading.evidence);
  if (saysAllBut(expected, output))
    return open('It says something of all but what it names', reading.evidence);
  const polarity = polarityOf(expected);
  const excepted =
    polarity === 'yes' || polarity === 'no' ? exceptedAsAsked(input, expected, output) : undefined;
  return excepted === undefined
    ? reading
    : open(`It excepts "${excepted.slice(0, 80)}", which may be what was asked for`, reading.evidence);
}
