import { Readable } from 'node:stream';
import type { exportFormats } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { stringify } from 'yaml';
import type { Database, Tx } from '#kernel/database';
import { Answer, type MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { cellCharactersMax, csvLine, xlsxOf } from '#kernel/sheets';
import { metricResource } from '#metrics';
import { tests as testsTable, testSetTests, type TestRow, type TestsApi } from '#tests';
import { exportCells, exportColumns, exportTest, type ExportedTest } from './exported.ts';

type Format = (typeof exportFormats)[number];

interface Options {
  readonly database: Database;
  readonly tests: Pick<TestsApi, 'tests' | 'testSets'>;
}

/** A test may be long, and whoever takes the file may be slow. */
const rowsAtOnce = 50;

const mediaTypes: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  yaml: 'application/yaml; charset=utf-8',
};

/** Sets as files. They go out as they are read, so a set of any size needs the memory of one page. */
export function createTestExport({ database, tests }: Options) {
  async function* pages(principal: MemberPrincipal, setId: string): AsyncGenerator<ExportedTest[]> {
    for (let after: number | undefined = -1; after !== undefined;) {
      const page: { last: number | undefined; tests: ExportedTest[] } = await database.tenant(
        principal.organizationId,
        (tx) => readPage(tx, principal, { setId, after: after ?? -1 }),
      );
      if (page.tests.length > 0) yield page.tests;
      after = page.last;
    }
  }

  async function readPage(
    tx: Tx,
    principal: MemberPrincipal,
    { setId, after }: { setId: string; after: number },
  ): Promise<{ last: number | undefined; tests: ExportedTest[] }> {
    const { organizationId } = principal;
    const found = await tx
      .select({ position: testSetTests.position, test: testsTable })
      .from(testSetTests)
      .innerJoin(testsTable, eq(testsTable.id, testSetTests.testId))
      .where(
        and(
          eq(testSetTests.organizationId, organizationId),
          eq(testSetTests.testSetId, setId),
          gt(testSetTests.position, after),
          // A set of the organization may hold tests of several projects.
          visibleTo(principal, testsTable),
          isNull(testsTable.deletedAt),
        ),
      )
      .orderBy(asc(testSetTests.position), asc(testSetTests.testId))
      .limit(rowsAtOnce);
    const rows = found.map(({ test }) => test);
    const names = await metricNames(tx, principal, rows);
    const shown = await tests.tests.presentAll(tx, principal, rows);
    return {
      last: found.length < rowsAtOnce ? undefined : found.at(-1)?.position,
      tests: shown.map((test) => exportTest(test, (id) => names.get(id) ?? id)),
    };
  }

  /** A spreadsheet would cut what is too long without a word. */
  async function requireCellsFit(principal: MemberPrincipal, setId: string): Promise<void> {
    let row = 1;
    for await (const page of pages(principal, setId))
      for (const test of page) {
        row += 1;
        for (const [place, cell] of exportCells(test).entries())
          if (typeof cell === 'string' && cell.length > cellCharactersMax)
            throw cellTooLarge(row, exportColumns[place] ?? '');
      }
  }

  return {
    async download(principal: MemberPrincipal, setId: string, format: Format): Promise<Answer> {
      const set = await tests.testSets.get(principal, setId);
      if (set.test_count === 0) throw setEmpty();
      if (format === 'xlsx') await requireCellsFit(principal, setId);
      const body =
        format === 'xlsx'
          ? xlsxOf(tableOf(pages(principal, setId)), 'Tests')
          : Readable.from(textOf(format, pages(principal, setId)));
      return new Answer(200, body, {
        'content-type': mediaTypes[format],
        'content-disposition': disposition(set.name, format),
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    },
  };
}

async function metricNames(
  tx: Tx,
  principal: MemberPrincipal,
  rows: readonly TestRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ definition }) => definition.metrics.map(({ metric }) => metric)))];
  if (ids.length === 0) return new Map();
  const { table } = metricResource;
  const found = await tx
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(and(visibleTo(principal, table), inArray(table.id, ids)));
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function* tableOf(pages: AsyncIterable<ExportedTest[]>) {
  yield [...exportColumns];
  for await (const page of pages) for (const test of page) yield exportCells(test);
}

async function* textOf(
  format: Exclude<Format, 'xlsx'>,
  pages: AsyncIterable<ExportedTest[]>,
): AsyncGenerator<string> {
  // Excel takes UTF-8 for what it is only after a byte order mark.
  if (format === 'csv') yield `\uFEFF${csvLine([...exportColumns])}`;
  for await (const page of pages) for (const test of page) yield lineWriters[format](test);
}

const lineWriters: Readonly<Record<Exclude<Format, 'xlsx'>, (test: ExportedTest) => string>> = {
  csv: (test) => csvLine(exportCells(test)),
  jsonl: (test) => `${JSON.stringify(test)}\n`,
  // Quoted in full, so that no text can be taken for another type, and aliases never appear.
  yaml: (test) =>
    stringify([test], {
      defaultStringType: 'QUOTE_DOUBLE',
      defaultKeyType: 'PLAIN',
      lineWidth: 0,
      aliasDuplicateObjects: false,
    }),
};

function disposition(name: string, format: Format): string {
  const plain = name.replaceAll(/[^\w .-]+/g, '_').slice(0, 100) || 'tests';
  return `attachment; filename="${plain}.${format}"; filename*=UTF-8''${encodeURIComponent(`${name.toWellFormed().slice(0, 150)}.${format}`).replaceAll("'", '%27')}`;
}

const setEmpty = (): Problem => new Problem('invalid', 'test_set.empty', 'The set holds no tests.');
const cellTooLarge = (row: number, column: string): Problem =>
  new Problem(
    'invalid',
    'test_set.cell_too_large',
    `Row ${row}, ${column}: a cell of a spreadsheet holds ${cellCharactersMax} characters at most. Download as JSONL or CSV.`,
  );
