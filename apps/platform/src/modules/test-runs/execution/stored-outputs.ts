import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { ScorerSnapshot } from '#metrics';
import { readTestVersions } from '#tests';
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
 * worker had left, and all of a run that only scores again. Whole tests are read, never the whole run.
 */
export async function judgeStoredOutputs(options: StoredOptions): Promise<void> {
  for (let position = -1; ;) {
    options.signal.throwIfAborted();
    const read = await options.database.tenant(options.organizationId, (tx) =>
      readNext(tx, options, position),
    );
    const last = read.rows.at(-1);
    if (!last) return;
    position = last.position;
    for (const stored of read.stored) {
      options.signal.throwIfAborted();
      await judgeOne(options, stored, read.tests);
    }
  }
}

type Read = Awaited<ReturnType<typeof readNext>>;

async function readNext(tx: Tx, { organizationId, runId, scorers }: StoredOptions, after: number) {
  const found = await tx
    .select()
    .from(testResults)
    .where(
      and(
        eq(testResults.organizationId, organizationId),
        eq(testResults.testRunId, runId),
        eq(testResults.status, 'answered'),
        sql`${testResults.position} > ${after}`,
      ),
    )
    .orderBy(asc(testResults.position), asc(testResults.repeat))
    .limit(atOnce);
  const rows = found.length < atOnce ? found : wholeTests(found);
  return {
    rows,
    stored: await readStored(tx, organizationId, rows, (row) =>
      row.scorers.some((ordinal) => scorers.get(ordinal)?.needs.includes('others')),
    ),
    tests: await readTestVersions(tx, organizationId, rows),
  };
}

/** The last test may have more repeats than were read; it comes with the next ones, unless it is the only one. */
function wholeTests(rows: readonly ResultRow[]): readonly ResultRow[] {
  const last = rows.at(-1)?.position;
  const whole = rows.filter(({ position }) => position !== last);
  return whole.length > 0 ? whole : rows;
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
    { combine: test.definition.combine, testType: test.testType },
  );
  await options.writer.put({ id: row.id, ...verdict, verdicts, isOfAnswerAlone });
}
