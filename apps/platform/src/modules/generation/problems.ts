import { generationsPerDay } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';

export const dayUsedUp = (resetMs: number): Problem =>
  new Problem('limited', 'rate_limited', `All ${generationsPerDay} generations of the day are used up.`, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(resetMs / 1000))) },
  });

export const schemaInvalid = (message: string): Problem =>
  new Problem('invalid', 'model.schema_invalid', message, {
    errors: [{ path: 'json_schema', code: 'invalid', message }],
  });
