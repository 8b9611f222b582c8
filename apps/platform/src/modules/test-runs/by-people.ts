import { inArray, sql } from 'drizzle-orm';
import type { ByPeople } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { CountByPeople } from './reviewed-targets.ts';
import { testResults } from './tables.ts';

/** What people decided of each run. */
export const byPeopleOf = async (
  tx: Tx,
  organizationId: string,
  count: CountByPeople,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, ByPeople>> =>
  runIds.length === 0
    ? new Map()
    : count(tx, organizationId, {
        key: sql`${testResults.testRunId}`,
        among: sql`${inArray(testResults.testRunId, [...runIds])}`,
      });
