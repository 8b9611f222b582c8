import { and, isNotNull, sql } from 'drizzle-orm';
import type { MetricReference } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Scorer, ScorerSnapshot } from '#metrics';
import { nearestFirst } from '#test-runs';
import { inSet } from './store.ts';
import { explorerTests as table, type ExplorerWork, type Judging, type TestRow } from './tables.ts';
import type { Place } from './topics.ts';

export type SnapshotsOf = (row: Pick<TestRow, 'judging'>) => readonly ScorerSnapshot[];

/** Whether a test of the set, or a suggestion, brings along what judges it. */
export const bringsMetrics = async (tx: Tx, place: Place): Promise<boolean> =>
  (await judgingsIn(tx, place)).some(({ metrics }) => metrics.length > 0);

/** Each way to judge once, however many tests share it. */
async function judgingsIn(tx: Tx, place: Place): Promise<Judging[]> {
  const rows = await tx
    .selectDistinct({ text: sql<string>`${table.judging}::text` })
    .from(table)
    .where(and(inSet(place), isNotNull(table.judging)));
  return rows.map(({ text }) => JSON.parse(text) as Judging);
}

/** Freezes what a job judges by: what is named for all tests, and what a test brings along, which is nearer to it. */
export async function freeze(
  tx: Tx,
  scorer: Pick<Scorer, 'prepare'>,
  principal: MemberPrincipal,
  { place, work }: { readonly place: Place; readonly work: Pick<ExplorerWork, 'metrics' | 'withOwn'> },
): Promise<SnapshotsOf> {
  const referencesOf = (judging: Judging | null): MetricReference[] =>
    work.withOwn ? nearestFirst(judging?.metrics ?? [], work.metrics) : [...work.metrics];
  const distinct = new Map<string, MetricReference>();
  for (const judging of [null, ...(work.withOwn ? await judgingsIn(tx, place) : [])])
    for (const reference of referencesOf(judging)) distinct.set(keyOf(reference), reference);
  const frozen = await scorer.prepare(tx, principal, [...distinct.values()]);
  const byKey = new Map([...distinct.keys()].map((key, at) => [key, frozen[at]]));
  return ({ judging }) => referencesOf(judging).flatMap((reference) => byKey.get(keyOf(reference)) ?? []);
}

const keyOf = ({ metric, args, threshold, negate }: MetricReference): string =>
  JSON.stringify([metric, args ?? null, threshold ?? null, negate ?? false]);
