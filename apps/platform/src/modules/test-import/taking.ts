import { Problem } from '@sonde/server-kit';
import type { EndedJob, JobBoard, JobOutcome, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Log } from '#kernel/log';
import type { MemberPrincipal } from '#kernel/http';
import { countTestsAnew, type TestSetRow, type TestsApi } from '#tests';
import { metricRight } from './metric-resolver.ts';
import type { Line } from './row-drafts.ts';
import { addRows, emptySummary, type Summary } from './present.ts';
import { rowInvalid } from './problems.ts';
import type { PreparedRow, PreparedTest } from './rows.ts';
import * as store from './store.ts';
import type { Actors } from '#tenancy';
import type { ImportRow } from './tables.ts';

export interface TakingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly board: JobBoard;
  readonly tests: TestsApi;
  readonly actors: Actors;
  readonly preparation: (
    principal: MemberPrincipal,
    row: ImportRow,
    isMaking: boolean,
  ) => (lines: readonly Line[]) => AsyncIterable<PreparedRow[]>;
  readonly linesOf: (row: ImportRow) => AsyncIterable<readonly Line[]>;
  /** The uploaded file and its rows, which nobody needs any more. */
  readonly discard: (row: ImportRow) => Promise<void>;
}

/** So many rows at once change what the planner believes. */
const many = 1000;

interface Watch {
  readonly tell: (tx: Tx, done: number) => Promise<boolean>;
}

/**
 * Takes the rows in. Tests are made in portions, hidden, so that neither memory nor a transaction grows with the file;
 * when all are there, they are shown. Whatever stops it before the end leaves nothing.
 */
export function createTaking(options: TakingOptions) {
  const { database, clock, log, board, tests, actors, preparation, linesOf, discard } = options;
  async function makeHidden(
    principal: MemberPrincipal,
    row: ImportRow,
    watch?: Watch,
  ): Promise<Summary | 'stopped'> {
    const summary = emptySummary(row.found.rowCount);
    const prepare = preparation(principal, row, true);
    const { organizationId } = principal;
    const done = await database.tenant(organizationId, (tx) => store.lastPlace(tx, organizationId, row.id));
    let place = 0;
    let lines = 0;
    async function* preparedRows() {
      for await (const portion of linesOf(row)) yield* prepare(portion);
    }
    for await (const prepared of preparedRows()) {
      addRows(summary, prepared);
      requireValid(prepared, row);
      const wanted = wantedOf(prepared, row);
      const numbered = wanted.map((test, index) => ({ test, place: place + index + 1 }));
      place += wanted.length;
      lines += prepared.length;
      const left = numbered.filter((one) => one.place > done);
      const fresh = left.filter(({ test }) => test.state === 'new');
      const goesOn = await database.tenant(organizationId, async (tx) => {
        const made = await tests.writing.insert(tx, principal, {
          inputs: fresh.map(({ test }) => sourced(test, row)),
          set: { testSetType: row.testType ?? 'Single-Turn' },
          projectId: row.projectId,
          place: (index) => `rows.${fresh[index]?.place}`,
          hiddenAt: new Date(clock.now()),
        });
        await store.recordMade(tx, row, [
          ...made.map(({ id: testId }, index) => ({
            testId,
            place: fresh[index]?.place ?? 0,
            isNew: true,
            input: null,
          })),
          ...left.flatMap(({ test: { existing, input, state }, place: at }) =>
            existing && state === 'changed' ? [{ testId: existing.id, place: at, isNew: false, input }] : [],
          ),
        ]);
        return watch ? watch.tell(tx, lines) : true;
      });
      if (!goesOn) return 'stopped';
    }
    return summary;
  }

  /**
   * The tests are shown in portions that keep nobody waiting; the set and the changes of what was there appear in one
   * transaction, with which the import is done. Whoever goes on after a death goes on from there.
   */
  async function finish(principal: MemberPrincipal, row: ImportRow, summary: Summary): Promise<string> {
    const { organizationId } = principal;
    // A set that has gone meanwhile is told before anything is shown.
    const { targetTestSetId } = row;
    if (targetTestSetId)
      await database.tenant(organizationId, (tx) => tests.testSets.getRow(tx, principal, targetTestSetId));
    await inPortions(organizationId, (tx) => store.revealSome(tx, row));
    const setId = await database.tenant(organizationId, async (tx) => {
      const set = await setOf(tx, principal, row);
      await applyChanges(tx, principal, row);
      for await (const ids of store.madeIds(tx, row))
        await tests.testSets.addTests(tx, principal, set.id, ids);
      await store.changeImport(tx, row, ['importing'], { status: 'imported', testSetId: set.id, summary });
      return set.id;
    });
    await tidy(row).catch((error: unknown) =>
      log.warn({ err: error, import_id: row.id }, 'a finished import was not tidied up; the night will'),
    );
    return setId;
  }

  async function inPortions(organizationId: string, work: (tx: Tx) => Promise<boolean>): Promise<void> {
    while (await database.tenant(organizationId, work));
  }

  /** What an import needed while it went on; where a death leaves some of it, the night takes it. */
  async function tidy(row: ImportRow): Promise<void> {
    if (row.found.rowCount >= many) await countTestsAnew(database);
    await inPortions(row.organizationId, (tx) => store.forgetSome(tx, row));
    await discard(row);
  }

  async function setOf(tx: Tx, principal: MemberPrincipal, row: ImportRow): Promise<TestSetRow> {
    if (row.targetTestSetId) return tests.testSets.getRow(tx, principal, row.targetTestSetId);
    const input = {
      name: row.wishes?.name ?? row.found.filename,
      description: row.wishes?.description ?? null,
      short_description: row.wishes?.shortDescription ?? null,
      test_set_type: row.testType ?? ('Single-Turn' as const),
    };
    return tests.testSets.insertRow(tx, principal, input, row.projectId, {
      kind: 'import',
      ref: { filename: row.found.filename, shape: row.shape },
    });
  }

  async function applyChanges(tx: Tx, principal: MemberPrincipal, row: ImportRow): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined;) {
      const changes: Awaited<ReturnType<typeof store.listChanges>> = await store.listChanges(tx, row, after);
      for (const { testId, input } of changes)
        if (input) await tests.tests.change(tx, principal, { id: testId, input });
      after = changes.at(-1)?.place;
    }
  }

  async function withdraw(row: ImportRow, error: string): Promise<void> {
    await database.tenant(row.organizationId, async (tx) => {
      // What is imported stays, whatever fails while it is tidied up.
      if (await store.changeImport(tx, row, ['importing'], { status: 'failed', error }))
        await store.withdraw(tx, row);
    });
  }

  async function take(principal: MemberPrincipal, row: ImportRow): Promise<string> {
    try {
      const summary = await makeHidden(principal, row);
      if (summary === 'stopped') throw new Error('Nobody watches this import who could stop it.');
      return await finish(principal, row, summary);
    } catch (error) {
      await withdraw(row, error instanceof Problem ? error.message : 'The import failed.');
      throw error;
    }
  }

  async function run(task: TaskRun): Promise<JobOutcome> {
    const { organizationId, taskId, signal } = task;
    const row = await database.tenant(organizationId, (tx) => store.findByTask(tx, organizationId, taskId));
    if (!row) return { status: 'FAILURE', result: null, error: 'The import is not there any more.' };
    if (row.testSetId && row.status === 'imported') {
      await tidy(row);
      return done(row, row.testSetId);
    }
    const { userId, projectId } = row;
    const person = await actors.of({ organizationId, userId, projectId });
    const principal = person && asWished(person, row);
    if (!principal?.permissions.has('test_set:create'))
      return { status: 'FAILURE', result: null, error: 'Whoever began this import may not any more.' };
    const tell = async (tx: Tx, step: number): Promise<boolean> => {
      const told = await board.progress(
        tx,
        { organizationId, taskId },
        {
          step,
          total: row.found.rowCount,
          label: `${step} of ${row.found.rowCount} rows`,
        },
      );
      return !signal.aborted && told !== undefined && !told.cancelRequested;
    };
    try {
      const summary = await makeHidden(principal, row, { tell });
      if (summary === 'stopped') {
        if (!task.isCancelled()) signal.throwIfAborted();
        return { status: 'REVOKED', result: null };
      }
      return done({ ...row, summary }, await finish(principal, row, summary));
    } catch (error) {
      // What a row is to blame for is the same at each attempt.
      if (error instanceof Problem) return { status: 'FAILURE', result: null, error: error.message };
      throw error;
    }
  }

  const done = (row: ImportRow, testSetId: string): JobOutcome => ({
    status: 'SUCCESS',
    result: { test_set_id: testSetId, import_id: row.id, ...row.summary, errors: undefined },
  });

  /** In the transaction that ends the job: one that did not succeed leaves no test. */
  async function end(
    tx: Tx,
    { organizationId, taskId, status, error }: EndedJob,
  ): Promise<ImportRow | undefined> {
    const row = await store.findByTask(tx, organizationId, taskId);
    if (!row || row.status !== 'importing') return row;
    await store.withdraw(tx, row);
    await store.changeImport(tx, row, ['importing'], {
      status: status === 'REVOKED' ? 'parsed' : 'failed',
      error: error ?? null,
    });
    return row;
  }

  return { take, run, end };
}

/** With no right that whoever asked for the import did not have. */
const asWished = (person: MemberPrincipal, { wishes }: ImportRow): MemberPrincipal => ({
  ...person,
  boundProjectId: wishes?.boundProjectId ?? null,
  permissions:
    wishes?.mayMakeMetrics === false
      ? new Set([...person.permissions].filter((right) => right !== metricRight))
      : person.permissions,
});

/** A row that nobody had looked at before is not left out without being asked to: the file is imported whole or not. */
function requireValid(rows: readonly PreparedRow[], { wishes }: ImportRow): void {
  if (wishes?.validRowsOnly) return;
  for (const { row, faults } of rows) if (faults[0]) throw rowInvalid({ row, ...faults[0] });
}

/** Rows with a fault are whole rows left out: half a row is imported no more than half a file. */
const wantedOf = (rows: readonly PreparedRow[], { wishes }: ImportRow): PreparedTest[] =>
  rows
    .filter(({ faults }) => faults.length === 0 || !wishes?.validRowsOnly)
    .flatMap(({ tests }) => [...tests])
    .filter(({ state }) => state === 'new' || (state === 'changed' && wishes?.changed !== 'skip'));

const sourced = ({ input }: PreparedTest, { id, found }: ImportRow) => ({
  ...input,
  source: { kind: 'import' as const, ref: { import_id: id, filename: found.filename } },
});
