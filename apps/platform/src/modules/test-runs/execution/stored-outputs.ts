import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { ScorerSnapshot } from '#metrics';
import { readTestVersions } from '#tests';
import { portionsOf, storedBytes } from '../portions.ts';
import { testResults, type ResultRow } from '../tables.ts';
import { judgeResult, type JudgingOptions } from './judging.ts';
import type { LargeOutputs } from './large-outputs.ts';
import { readStored, scoringInputOf, type StoredResult } from './scoring-inputs.ts';
import type { Writer } from './writer.ts';

export interface StoredOptions {
  readonly database: Database;
  readonly organizationId: string;
  readonly runId: string;
  readonly scorers: ReadonlyMap<number, ScorerSnapshot>;
  readonly judging: JudgingOptions;
  readonly writer: Writer;
  readonly outputs: LargeOutputs;
  readonly signal: AbortSignal;
}

const atOnce = 100;

/**
 * Judges every output that is stored and not yet judged: those whose metrics look at several results, those a lost
 * worker had left, and all of a run that only scores again. They are read in portions, never the whole run.
 */
export async function judgeStoredOutputs(options: StoredOptions): Promise<void> {
  const { database, organizationId, signal } = options;
  for (let after: Place = [-1, 0]; ;) {
    signal.throwIfAborted();
    const { rows, bytesOf } = await database.tenant(organizationId, (tx) => findNext(tx, options, after));
    const last = rows.at(-1);
    if (!last) return;
    after = [last.position, last.repeat];
    for (const portion of portionsOf(rows, bytesOf)) {
      const read = await database.tenant(organizationId, (tx) => readPortion(tx, options, portion));
      for (const stored of read.stored) {
        signal.throwIfAborted();
        await judgeOne(options, stored, read.tests);
      }
    }
  }
}

type Place = readonly [position: number, repeat: number];

async function findNext(tx: Tx, { organizationId, runId }: StoredOptions, after: Place) {
  const rows = await tx
    .select()
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, runId),
        eq(testResults.status, 'answered'),
        sql`(${testResults.position}, ${testResults.repeat}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(asc(testResults.position), asc(testResults.repeat))
    .limit(atOnce);
  const ids = rows.map(({ id }) => id);
  return { rows, bytesOf: await storedBytes(tx, organizationId, ids, { withTurns: true }) };
}

type Read = Awaited<ReturnType<typeof readPortion>>;

const readPortion = async (
  tx: Tx,
  { organizationId, scorers }: StoredOptions,
  rows: readonly ResultRow[],
) => ({
  stored: await readStored(tx, organizationId, rows, (row) =>
    row.scorers.some((ordinal) => scorers.get(ordinal)?.needs.includes('others')),
  ),
  tests: await readTestVersions(tx, organizationId, rows),
});

async function judgeOne(options: StoredOptions, stored: StoredResult, tests: Read['tests']): Promise<void> {
  const { row } = stored;
  const test = tests.get(`${row.testId}:${row.testVersion}`);
  if (!test) return;
  const scorers = row.scorers.flatMap((ordinal) => options.scorers.get(ordinal) ?? []);
  const isOfAnswerAlone = !scorers.some(({ needs }) => needs.includes('others'));
  const { verdicts, ...verdict } = await judgeResult(
    options.judging,
    scorers,
    await scoringInputOf(stored, options.outputs),
    { combine: test.definition.combine, testType: test.testType },
  );
  await options.writer.put({ id: row.id, ...verdict, verdicts, isOfAnswerAlone });
}
