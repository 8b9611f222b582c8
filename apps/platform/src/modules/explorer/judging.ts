import { and, isNotNull, sql } from 'drizzle-orm';
import { Problem } from '@sonde/server-kit';
import type { MetricReference } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { Scorer, ScorerSnapshot } from '#metrics';
import { nearestFirst } from '#test-runs';
import { inSet } from './store.ts';
import { explorerTests as table, type ExplorerWork, type Judging, type TestRow } from './tables.ts';
import type { Place } from './topics.ts';

/** Or why this test cannot be judged: what it brought along was deleted since, or is another metric now. */
export type SnapshotsOf = (
  row: Pick<TestRow, 'judging'>,
) => readonly ScorerSnapshot[] | { readonly error: string };

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
  const byKey = new Map<string, ScorerSnapshot | { readonly error: string }>();
  const take = async (references: readonly MetricReference[]): Promise<void> => {
    const frozen = await scorer.prepare(tx, principal, references);
    for (const [at, reference] of references.entries())
      byKey.set(keyOf(reference), frozen[at] as ScorerSnapshot);
  };
  await take(work.metrics);
  const own = new Map<string, MetricReference>();
  for (const judging of work.withOwn ? await judgingsIn(tx, place) : [])
    for (const reference of referencesOf(judging))
      if (!byKey.has(keyOf(reference))) own.set(keyOf(reference), reference);
  await take([...own.values()]).catch(async (error: unknown) => {
    if (!isOfOne(error)) throw error;
    // One that is gone must not keep the others from being judged.
    for (const [key, reference] of own)
      await take([reference]).catch((fault: unknown) => {
        if (!isOfOne(fault)) throw fault;
        byKey.set(key, { error: `What this test brought along cannot judge it any more. ${fault.message}` });
      });
  });
  return ({ judging }) => {
    const snapshots: ScorerSnapshot[] = [];
    for (const reference of referencesOf(judging)) {
      const found = byKey.get(keyOf(reference));
      if (found && 'error' in found) return found;
      if (found) snapshots.push(found);
    }
    return snapshots;
  };
}

/** A fault of a single metric, and not that there are too many. */
const isOfOne = (error: unknown): error is Problem =>
  error instanceof Problem &&
  (error.kind === 'not_found' || error.kind === 'invalid') &&
  !error.errors?.some(({ code }) => code === 'too_many');

const keyOf = ({ metric, args, threshold, negate }: MetricReference): string =>
  JSON.stringify([metric, args ?? null, threshold ?? null, negate ?? false]);
