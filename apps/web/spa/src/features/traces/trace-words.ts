import type { Trace } from '@sonde/contract';
import { formatDollars } from '../../lib/format.ts';

export const sourceWords: Readonly<Record<Trace['source'], string>> = {
  call: 'Single calls',
  exploration: 'Explorations',
  test: 'Test runs',
  application: 'Applications',
};

export const httpStatusMeaning =
  'The number is the HTTP status with which the application answered: from 200 on it is an answer, from 400 on a refusal, from 500 on a fault of its own.';

/** A cost that is not known is not nothing. */
export function costText({
  total_tokens: tokens,
  total_cost_usd: cost,
  is_counted_in_part: isInPart,
}: Pick<Trace, 'total_tokens' | 'total_cost_usd' | 'is_counted_in_part'>): string {
  if (tokens === 0) return '–';
  if (isInPart) return 'Not counted';
  if (cost === null) return 'No price';
  return formatDollars(cost);
}
