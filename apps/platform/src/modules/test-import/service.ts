import { datedName } from '@sonde/contract/dated-name';
import type { Readable } from 'node:stream';
import type {
  BodyOf,
  TestImport,
  TestImportPreview,
  TestSet,
  confirmImport,
  parseImport,
} from '@sonde/contract';
import { importedSetName } from '@sonde/contract/import-name';
import type { JobBoard, TaskRun } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import { requirePermission } from '#kernel/resource';
import type { Metrics } from '#metrics';
import type { Tenancy } from '#tenancy';
import type { TestsApi } from '#tests';
import { convertFile, readLines, readPortions, type StoredFiles } from './conversion.ts';
import { targets } from './fields.ts';
import { testImportKind } from './jobs.ts';
import { createMetricResolver, metricRight } from './metric-resolver.ts';
import { present, previewRows, summarise } from './present.ts';
import { importEnded, importNotFound, notParsed, rowsInvalid } from './problems.ts';
import type { Mapping } from './mapping.ts';
import { typeOfMost } from './row-drafts.ts';
import { createRowPreparation } from './rows.ts';
import * as store from './store.ts';
import type { ImportRow, Wishes } from './tables.ts';
import { createTaking, type TakingOptions } from './taking.ts';

export interface TestImportOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly board: JobBoard;
  readonly files: StoredFiles;
  readonly tests: TestsApi;
  readonly metrics: Pick<Metrics, 'scorer' | 'create' | 'requireUsable'>;
  readonly actors: TakingOptions['actors'];
  readonly projects: Pick<Tenancy['projects'], 'resolve' | 'hold'>;
}

export type TestImports = ReturnType<typeof createTestImports>;

const dayMs = 24 * 3600 * 1000;
/** Up to here the caller waits for the set; above it is a job. */
const mostAtOnce = 1000;
const checkpointLines = 1000;
const open = ['analyzed', 'parsed', 'failed'] as const;

export function createTestImports(options: TestImportOptions) {
  const { database, clock, board, files, tests, metrics, projects } = options;
  const linesOf = ({ found }: ImportRow) => readPortions(files.objects, found.rowsKey);
  const taking = createTaking({ ...options, preparation, linesOf, discard });

  /** Bytes and rows of a file that is imported, refused or given up. */
  async function discard({ organizationId, fileId, found }: ImportRow): Promise<void> {
    await files.discard(organizationId, fileId);
    await files.objects.remove(found.rowsKey);
  }

  const get = async (principal: MemberPrincipal, id: string): Promise<ImportRow> => {
    const row = await database.tenant(principal.organizationId, (tx) => store.findImport(tx, principal, id));
    if (!row || (principal.projectId && row.projectId !== principal.projectId)) throw importNotFound();
    return row;
  };

  function preparation(principal: MemberPrincipal, row: ImportRow, isMaking: boolean) {
    const { found, shape, mapping, projectId, targetTestSetId } = row;
    const { columns, isTable, frame } = found;
    return createRowPreparation({
      database,
      tests: tests.tests,
      files: files.files,
      principal,
      resolver: createMetricResolver({ database, metrics, principal, projectId, isMaking }),
      reading: { shape, columns, isTable, frame, mapping },
      setType: row.testType ?? 'Single-Turn',
      targetSetId: targetTestSetId,
    });
  }

  async function change(row: ImportRow, changes: Partial<ImportRow>): Promise<ImportRow> {
    const changed = await database.tenant(row.organizationId, (tx) =>
      store.changeImport(tx, row, open, changes),
    );
    if (!changed) throw importEnded((await find(row))?.status ?? 'gone');
    return changed;
  }
  const find = (row: ImportRow) =>
    database.tenant(row.organizationId, (tx) => store.findImport(tx, row, row.id));

  async function preview(
    principal: MemberPrincipal,
    row: ImportRow,
    { page, size }: { page: number; size: number },
  ): Promise<TestImportPreview> {
    // Rows are held against the tests of the set, and differences are shown.
    if (row.targetTestSetId) requirePermission(principal, 'test:read');
    const first = (page - 1) * size;
    const { rowCount } = row.found;
    const from = Math.floor(first / checkpointLines) * checkpointLines;
    const prepare = preparation(principal, row, false);
    const wanted = [];
    let place = from;
    if (first < rowCount)
      for await (const line of readLines(
        files.objects,
        row.found.rowsKey,
        row.found.checkpoints[from / checkpointLines],
      )) {
        if (place >= first) wanted.push(line);
        place += 1;
        if (wanted.length === size) break;
      }
    return {
      rows: await previewRows(prepare(wanted)),
      page,
      page_size: size,
      total_rows: rowCount,
      total_pages: Math.ceil(rowCount / size),
    };
  }

  return {
    async analyze(
      principal: MemberPrincipal,
      body: { readonly contentType: string; readonly body: Readable },
    ): Promise<TestImport> {
      const { id: projectId } = await projects.resolve(principal, null);
      const [file] = await files.files.upload(principal, {
        ...body,
        binding: undefined,
        fields: ['file', 'files'],
        mostFiles: 1,
      });
      if (!file) throw new Error('An upload ended without a file.');
      const { found, shape } = await convertFile(files, principal, { fileId: file.id }).catch(
        async (error: unknown) => {
          await files.discard(principal.organizationId, file.id);
          throw error;
        },
      );
      const at = clock.now();
      const row: ImportRow = {
        id: newId(),
        organizationId: principal.organizationId,
        projectId,
        userId: principal.userId,
        fileId: file.id,
        status: 'analyzed',
        found,
        shape,
        mapping: defaultMapping(found.suggested, found.columns, shape),
        testType: null,
        targetTestSetId: null,
        summary: null,
        wishes: null,
        error: null,
        taskId: null,
        testSetId: null,
        revealedTo: 0,
        createdAt: new Date(at),
        expiresAt: new Date(at + dayMs),
      };
      await database.tenant(principal.organizationId, async (tx) => {
        await projects.hold(tx, principal, projectId);
        await store.insertImport(tx, row);
      });
      return present(row);
    },

    get: async (principal: MemberPrincipal, id: string): Promise<TestImport> =>
      present(await get(principal, id)),

    async parse(principal: MemberPrincipal, id: string, body: BodyOf<typeof parseImport>) {
      let row = await get(principal, id);
      const { encoding, delimiter, sheet, header_row: headerRow } = body;
      const isOther =
        (encoding !== undefined && encoding !== row.found.encoding) ||
        (delimiter !== undefined && delimiter !== row.found.delimiter) ||
        (sheet !== undefined && sheet !== row.found.sheet) ||
        (headerRow !== undefined && headerRow !== (row.found.headerRow ?? 1));
      if (isOther) {
        const { found, shape } = await convertFile(files, principal, {
          fileId: row.fileId,
          encoding,
          delimiter,
          sheet: sheet ?? row.found.sheet ?? undefined,
          headerRow,
        });
        row = { ...row, found, shape, mapping: defaultMapping(found.suggested, found.columns, shape) };
      }
      const set =
        body.test_set_id === undefined
          ? undefined
          : await database.tenant(principal.organizationId, (tx) =>
              tests.testSets.getRow(tx, principal, body.test_set_id ?? '', { toChange: true }),
            );
      const shape = body.shape ?? row.shape;
      const mapping = readMapping(body, { ...row, shape });
      const detected = await detectType({ ...row, shape, mapping });
      const reading = {
        ...row,
        shape,
        mapping,
        targetTestSetId: set?.id ?? null,
        testType: set?.testSetType ?? body.test_type ?? detected,
      };
      const summary = await summarise(
        linesOf(reading),
        preparation(principal, reading, false),
        reading.found.rowCount,
      );
      const { found, testType, targetTestSetId } = reading;
      const kept = await change(row, {
        status: 'parsed',
        found,
        shape,
        mapping,
        testType,
        targetTestSetId,
        summary,
        error: null,
      });
      return {
        ...present(kept),
        preview: await preview(principal, kept, { page: 1, size: 50 }),
        detected_test_type: detected,
        test_type_warning:
          testType === detected
            ? null
            : `Most rows seem to be ${detected} tests, and the set is ${testType}.`,
      };
    },

    async preview(principal: MemberPrincipal, id: string, page: { page: number; size: number }) {
      const row = await get(principal, id);
      return preview(principal, row, page);
    },

    async confirm(
      principal: MemberPrincipal,
      id: string,
      body: BodyOf<typeof confirmImport>,
    ): Promise<{ set: TestSet } | { taskId: string }> {
      const row = await get(principal, id);
      if (row.status === 'importing' || row.status === 'imported') throw importEnded(row.status);
      if (row.status === 'analyzed' || !row.summary) throw notParsed();
      if (row.summary.error_count > 0 && !body.valid_rows_only)
        throw rowsInvalid(row.summary.errors, row.summary.checked_rows - row.summary.valid_rows);
      const wishes = {
        ...wishesOf(body, row, new Date(clock.now())),
        mayMakeMetrics: principal.permissions.has(metricRight),
        boundProjectId: principal.boundProjectId,
      };
      // Rows that nobody has looked through yet are never taken in while somebody waits.
      const isJob = row.found.rowCount > mostAtOnce || row.summary.checked_rows < row.found.rowCount;
      if (row.targetTestSetId) {
        requirePermission(principal, 'test_set:update');
        // Of rows that nobody has looked through, each may be of a test that is there.
        if (body.changed === 'update' && (isJob || row.summary.changed > 0))
          requirePermission(principal, 'test:update');
      }
      const taken = await database.tenant(principal.organizationId, async (tx) => {
        if (row.targetTestSetId)
          await tests.testSets.getRow(tx, principal, row.targetTestSetId, { toChange: true });
        const claimed = await store.changeImport(tx, row, open, { status: 'importing', wishes, error: null });
        if (!claimed || !isJob) return claimed;
        const taskId = await board.create(tx, {
          kind: testImportKind,
          title: `Import of ${wishes.name ?? row.found.filename}`,
          organizationId: principal.organizationId,
          projectId: row.projectId,
          by: principal,
          subjectId: null,
          total: row.found.rowCount,
        });
        return store.changeImport(tx, row, ['importing'], { taskId });
      });
      if (!taken) throw importEnded((await find(row))?.status ?? 'gone');
      if (taken.taskId !== null && isJob) return { taskId: taken.taskId };
      const testSetId = await taking.take(principal, taken);
      return { set: await tests.testSets.get(principal, testSetId) };
    },

    async cancel(principal: MemberPrincipal, id: string) {
      const row = await get(principal, id);
      const cancelled = await database.tenant(principal.organizationId, (tx) =>
        store.cancelImport(tx, row, open),
      );
      if (!cancelled) throw importEnded((await find(row))?.status ?? 'gone');
      await discard(cancelled);
      return { status: 'cancelled' as const, import_id: id };
    },

    run: (task: TaskRun) => taking.run(task),
    end: taking.end,
    /** What the night does: files that nobody imported within a day. */
    async sweep(): Promise<number> {
      const expired = await database.system((tx) => store.listExpired(tx, new Date(clock.now())));
      for (const row of expired) {
        // A job may take longer than a day; what has none ended with its process.
        if (row.status === 'importing' && row.taskId !== null) continue;
        await discard(row);
        await database.tenant(row.organizationId, async (tx) => {
          if (row.status === 'importing') await store.withdraw(tx, row);
          await store.deleteImport(tx, row.organizationId, row.id);
        });
      }
      return expired.length;
    },
  };

  /** By the first portion: whether most of it are conversations. */
  async function detectType(row: ImportRow): Promise<TestSet['test_set_type']> {
    const { shape, mapping, found } = row;
    for await (const lines of linesOf(row)) return typeOfMost(lines, { ...found, shape, mapping });
    return 'Single-Turn';
  }
}

const known = new Set<string>(targets);

function defaultMapping(
  columns: Mapping['columns'],
  all: readonly string[],
  shape: ImportRow['shape'],
): Mapping {
  if (shape !== 'table') return { columns, metadata: [] };
  const taken = new Set(Object.values(columns));
  const metadata = all.filter(
    (column) =>
      !taken.has(column) &&
      !column.includes('.') &&
      ![...taken].some((name) => name.startsWith(`${column}.`)),
  );
  return { columns, metadata };
}

/** What the user says stands; fields and columns that there are not are left out. */
function readMapping(body: BodyOf<typeof parseImport>, row: ImportRow): Mapping {
  const { columns: there } = row.found;
  const base =
    body.mapping === undefined
      ? body.shape === undefined
        ? row.mapping
        : defaultMapping(row.found.suggested, there, row.shape)
      : defaultMapping(namedColumns(body.mapping, there), there, row.shape);
  return body.metadata_columns === undefined ? base : { ...base, metadata: body.metadata_columns };
}

function namedColumns(
  mapping: Readonly<Record<string, string>>,
  there: readonly string[],
): Mapping['columns'] {
  return Object.fromEntries(
    Object.entries(mapping)
      .map(([target, column]) => [renamed[target] ?? target, column] as const)
      .filter(([target, column]) => known.has(target) && there.includes(column)),
  );
}
const renamed: Readonly<Record<string, string>> = { prompt_content: 'prompt', behavior: 'requirement' };

const wishesOf = (body: BodyOf<typeof confirmImport>, { found }: ImportRow, now: Date): Wishes => ({
  name: body.name ?? datedName(importedSetName(found.filename), now),
  description: body.description ?? null,
  shortDescription: body.short_description ?? null,
  validRowsOnly: body.valid_rows_only,
  changed: body.changed,
});
