import { setImmediate } from 'node:timers/promises';
import type { TestImport, TestImportPreview } from '@sonde/contract';
import type { Line } from './row-drafts.ts';
import { roomOfRow } from './room.ts';
import type { PreparedRow } from './rows.ts';
import type { ImportRow } from './tables.ts';

export const present = (row: ImportRow): TestImport => ({
  import_id: row.id,
  status: row.status,
  file_info: {
    filename: row.found.filename,
    format: row.found.format,
    size_bytes: row.found.sizeBytes,
    encoding: row.found.encoding,
    delimiter: row.found.delimiter,
    sheet: row.found.sheet,
    sheets: [...row.found.sheets],
    // A file that was analyzed by a former version has it in its first row.
    header_row: row.found.isTable ? (row.found.headerRow ?? 1) : null,
  },
  shape: row.shape,
  headers: [...row.found.columns],
  sample_rows: row.found.sampleRows.map((sample) => ({ ...sample })),
  suggested_mapping: { ...row.found.suggested },
  confidences: { ...row.found.confidences },
  confidence: row.found.confidence,
  mapping: { ...row.mapping.columns },
  metadata_columns: [...row.mapping.metadata],
  test_type: row.testType,
  target_test_set_id: row.targetTestSetId,
  notices: [...row.found.notices],
  total_rows: row.found.rowCount,
  validation_summary: row.summary,
  error: row.error,
  task_id: row.taskId,
  test_set_id: row.testSetId,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
});

/** The rows of a page. Those that do not fit beside the ones before them are told without their tests. */
export async function previewRows(
  portions: AsyncIterable<readonly PreparedRow[]>,
): Promise<TestImportPreview['rows']> {
  const shown: TestImportPreview['rows'] = [];
  let characters = 0;
  for await (const portion of portions)
    for (const prepared of portion) {
      const row = previewRow(prepared);
      const more = row.data.length > 0 ? prepared.characters : 0;
      characters += more;
      if (more > 0 && shown.length > 0 && characters > roomOfRow) {
        row.data = [];
        row.warnings.push({
          column: null,
          reason: 'The page is too large to show this row; ask for smaller pages.',
        });
      }
      shown.push(row);
    }
  return shown;
}

/** One that is changed, or cannot be read, is told before one that is new. */
function previewRow({
  row,
  tests,
  judgedBy,
  faults,
  warnings,
  hasLost,
}: PreparedRow): TestImportPreview['rows'][number] {
  const states = new Set(tests.map(({ state }) => state));
  const state = (['changed', 'new', 'identical'] as const).find((one) => states.has(one)) ?? 'invalid';
  return {
    index: row,
    data: tests.map(({ input }) => ({ ...input })),
    state: faults.length > 0 ? 'invalid' : state,
    judged_by: [...judgedBy],
    is_left_open: hasLost,
    errors: [...faults],
    warnings: [...warnings],
  };
}

const mostErrorsKept = 1000;

export type Summary = NonNullable<TestImport['validation_summary']>;

export const emptySummary = (totalRows: number): Summary => ({
  total_rows: totalRows,
  checked_rows: 0,
  valid_rows: 0,
  error_count: 0,
  warning_count: 0,
  tests: 0,
  new: 0,
  identical: 0,
  changed: 0,
  left_open: 0,
  lack_model: 0,
  errors: [],
});

export function addRows(summary: Summary, rows: readonly PreparedRow[]): void {
  for (const { row, tests, faults, warnings, hasLost, lacksModel } of rows) {
    summary.checked_rows += 1;
    if (faults.length === 0) summary.valid_rows += 1;
    summary.error_count += faults.length;
    summary.warning_count += warnings.length;
    for (const { state } of faults.length === 0 ? tests : []) {
      summary.tests += 1;
      if (hasLost) summary.left_open += 1;
      // One that stays open anyway is counted once.
      else if (lacksModel) summary.lack_model += 1;
      summary[state] += 1;
    }
    for (const fault of faults)
      if (summary.errors.length < mostErrorsKept) summary.errors.push({ row, ...fault });
  }
}

/** Five thousand rows, or ten million characters: what a request may look through while somebody waits for it. */
const mostRows = 5000;
const mostPortions = 20;

/** What is wrong where, in the first rows of a file; the rest is looked through by the job that takes them in. */
export async function summarise(
  portions: AsyncIterable<readonly Line[]>,
  prepare: (lines: readonly Line[]) => AsyncIterable<PreparedRow[]>,
  totalRows: number,
): Promise<Summary> {
  const summary = emptySummary(totalRows);
  let seen = 0;
  for await (const lines of portions)
    for await (const rows of prepare(lines)) {
      addRows(summary, rows);
      seen += 1;
      if (summary.checked_rows >= mostRows || seen === mostPortions) return summary;
      // Others are answered between two portions.
      await setImmediate();
    }
  return summary;
}
