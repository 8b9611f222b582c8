import { sql } from 'drizzle-orm';
import type { RunKind } from '#runs';
import { testRuns } from './tables.ts';

export const testRunRows: RunKind = {
  table: testRuns,
  isUnfinished: sql`status in ('Queued', 'Progress')`,
  mayBegin: sql`status = 'Progress'`,
};
