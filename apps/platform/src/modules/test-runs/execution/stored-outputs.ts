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
/** So that the threads that score are both at work while others are read, written, or with a model. */
const judgedAtOnce = 4;

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
      await judgePortion(
        options,
        await database.tenant(organizationId, (tx) => readPortion(tx, options, portion)),
      );
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

/** Several side by side, begun in the order of the tests. */
async function judgePortion(options: StoredOptions, { stored, tests }: Read): Promise<void> {
  const waiting = stored.values();
  let isStopped = false;
  async function judgeInTurn(): Promise<void> {
    for (const one of waiting) {
      if (isStopped) return;
      try {
        options.signal.throwIfAborted();
        await judgeOne(options, one, tests);
      } catch (error) {
        isStopped = true;
        throw error;
      }
    }
  }
  // All have ended before anything is told of them, also where one of them fails for good.
  const ended = await Promise.allSettled(Array.from({ length: judgedAtOnce }, judgeInTurn));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

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
    { combine: test.definition.combine, own: test.definition.metrics, testType: test.testType },
  );
  await options.writer.put({ id: row.id, ...verdict, verdicts, isOfAnswerAlone });
}
