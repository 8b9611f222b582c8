import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import {
  flakyFacts,
  runFacts,
  singleResults,
  singleVerdicts,
  testFacts,
  type Asked,
  type Facts,
  type Scope,
} from './facts.ts';
import type { Entity } from './registry.ts';

export type Outcome = 'all' | 'pass' | 'fail' | 'error' | 'not_evaluated' | 'flaky';

/** What a number counts: ids of tests, of runs when it counts runs. */
export async function readIds(
  tx: Tx,
  scope: Scope,
  asked: Asked,
  { entity, outcome, limit }: { entity: Entity; outcome: Outcome; limit: number },
): Promise<{ ids: string[]; isTruncated: boolean }> {
  const { from, where } = sourceOf(entity, scope, asked, outcome);
  const id = entity === 'test_run' ? sql`f.test_run_id` : sql`f.test_id`;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct ${id} as id from ${from} where ${where} and ${outcomeOf(entity, outcome)}
        order by 1 limit ${limit + 1}`,
  );
  return { ids: rows.slice(0, limit).map((row) => row.id), isTruncated: rows.length > limit };
}

function sourceOf(entity: Entity, scope: Scope, asked: Asked, outcome: Outcome): Facts {
  if (outcome === 'flaky') return flakyFacts(scope, entity, asked);
  if (entity === 'test_result') return singleResults(scope, asked);
  if (entity === 'metric') return singleVerdicts(scope, asked);
  return entity === 'test_run' ? runFacts(scope, asked) : testFacts(scope, asked);
}

const words: Readonly<Record<Exclude<Outcome, 'all' | 'flaky'>, readonly [string, string]>> = {
  pass: ['Pass', 'pass'],
  fail: ['Fail', 'fail'],
  error: ['Error', 'error'],
  not_evaluated: ['NotEvaluated', 'not_evaluated'],
};

function outcomeOf(entity: Entity, outcome: Outcome): SQL {
  if (outcome === 'all' || outcome === 'flaky') return sql`true`;
  const [ofResult, ofMetric] = words[outcome];
  return sql`f.status = ${entity === 'metric' ? ofMetric : ofResult}`;
}
