import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import type { ScorerSnapshot } from '#metrics';
import { readTestVersions } from '#tests';
import { readDetails } from '../store.ts';
import { testResults, testTurns, type ResultRow, type TurnRow } from '../tables.ts';
import { judgeResult, type JudgingOptions } from './judging.ts';
import { textOf } from './output.ts';
import { readPartners } from './partners.ts';
import type { Writer } from './writer.ts';

export interface StoredOptions {
  readonly database: Database;
  readonly organizationId: string;
  readonly runId: string;
  readonly scorers: ReadonlyMap<number, ScorerSnapshot>;
  readonly judging: JudgingOptions;
  readonly writer: Writer;
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
    for (const row of read.rows) {
      options.signal.throwIfAborted();
      await judgeOne(options, row, read);
    }
  }
}

type Read = Awaited<ReturnType<typeof readNext>>;

async function readNext(tx: Tx, { organizationId, runId }: StoredOptions, after: number) {
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
  const ids = rows.map(({ id }) => id);
  const turns =
    ids.length === 0
      ? []
      : await tx
          .select()
          .from(testTurns)
          .where(
            and(
              eq(testTurns.organizationId, organizationId),
              sql`${testTurns.testResultId} in (${sql.join(
                ids.map((id) => sql`${id}::uuid`),
                sql`, `,
              )})`,
            ),
          )
          .orderBy(asc(testTurns.testResultId), asc(testTurns.turn));
  return {
    rows,
    details: await readDetails(tx, organizationId, rows),
    tests: await readTestVersions(tx, organizationId, rows),
    partnersOf: await readPartners(tx, organizationId, rows),
    turnsOf: Map.groupBy(turns, ({ testResultId }) => testResultId),
  };
}

/** The last test may have more repeats than were read; it comes with the next ones, unless it is the only one. */
function wholeTests(rows: readonly ResultRow[]): readonly ResultRow[] {
  const last = rows.at(-1)?.position;
  const whole = rows.filter(({ position }) => position !== last);
  return whole.length > 0 ? whole : rows;
}

async function judgeOne(options: StoredOptions, row: ResultRow, read: Read): Promise<void> {
  const detail = read.details.get(row.id);
  const test = read.tests.get(`${row.testId}:${row.testVersion}`);
  if (!detail?.output || !detail.input || !test) return;
  const { verdicts, ...verdict } = await judgeResult(
    options.judging,
    row.scorers.flatMap((ordinal) => options.scorers.get(ordinal) ?? []),
    {
      input: detail.input.text,
      expected: detail.input.expected,
      output: detail.output.output,
      context: detail.output.context,
      tool_calls: detail.output.tool_calls,
      metadata: detail.output.metadata,
      duration_ms: row.durationMs,
      conversation: conversationOf(read.turnsOf.get(row.id) ?? []),
      others: read.partnersOf(row),
    },
    { combine: test.definition.combine, testType: test.testType },
  );
  await options.writer.put({ id: row.id, ...verdict, verdicts });
}

const conversationOf = (turns: readonly TurnRow[]) =>
  turns.length === 0
    ? undefined
    : turns.flatMap(({ sent, received }) => [
        { role: 'user', content: sent.text },
        ...(received ? [{ role: 'assistant', content: textOf(received.output) }] : []),
      ]);
