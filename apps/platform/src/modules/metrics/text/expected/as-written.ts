import { lackingAddress } from './addresses.ts';
import { otherSign } from './joined-signs.ts';
import { open, type Expectation, type ExpectedReading } from './read.ts';

/**
 * What passes by its words, and has another sign or another address, is left open: signs count there, and small words.
 */
export function unlessWrittenOtherwise(
  reading: ExpectedReading,
  { expected, output, values }: Expectation,
): ExpectedReading {
  if (reading.met !== true) return reading;
  const wanted = values.length > 0 ? values.join('\n') : expected;
  const address = lackingAddress(wanted, output);
  if (address !== undefined)
    return open(`It does not say "${address.slice(0, 200)}" character by character`, reading.evidence);
  const sign = otherSign(wanted, output);
  if (sign !== undefined)
    return open(`Only one of the answer and what is expected has "${sign.slice(0, 80)}"`, reading.evidence);
  return reading;
}
