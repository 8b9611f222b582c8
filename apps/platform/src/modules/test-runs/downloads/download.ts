import { Readable } from 'node:stream';
import type { downloadFormats } from '@sonde/contract';
import { shortened } from '#kernel/cut-text';
import type { Database, Tx } from '#kernel/database';
import { fileStem, htmlOf } from '#kernel/report';
import { cellCharactersMax, csvLine, xlsxOf, type Cell } from '#kernel/sheets';
import { carriedOf } from '../carried-reviews.ts';
import { flagsOf, noFlags } from '../flags.ts';
import { compareRuns } from '../compare.ts';
import type { Sight } from '../sight.ts';
import { byPeopleOf } from '../by-people.ts';
import { nobodyDecided, type ShownReviews } from '../reviewed-targets.ts';
import { baseOf } from '../baselines.ts';
import type { LargeOutputs } from '../execution/large-outputs.ts';
import type { RunRow } from '../tables.ts';
import { junitOf } from './junit.ts';
import { reportOfRun } from './run-report.ts';
import { columns, flatRow, readResults, verdictsOf, type DownloadedResult } from './rows.ts';
import { markdownOf, type ComparedRun, type ReviewedOfRun } from './summary.ts';

export interface Download {
  readonly body: Readable;
  readonly type: string;
  readonly name: string;
}

type Format = (typeof downloadFormats)[number];

const types: Readonly<Record<Format, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  junit: 'application/xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
};
const endings: Readonly<Record<Format, string>> = {
  csv: 'csv',
  jsonl: 'jsonl',
  xlsx: 'xlsx',
  junit: 'xml',
  html: 'html',
  markdown: 'md',
};

export interface DownloadSources {
  readonly database: Database;
  readonly outputs: Pick<LargeOutputs, 'whole'>;
  readonly reviews: ShownReviews;
  /** Of whoever it is for. */
  readonly sight: Sight;
  /** Another run, as whoever asks for the file may see it. */
  readonly asSeen: (tx: Tx, run: RunRow) => Promise<RunRow>;
}

/** A finished run as a file, written while it is read. */
export async function downloadRun(from: DownloadSources, run: RunRow, format: Format): Promise<Download> {
  return {
    body: await bodyOf(from, run, format),
    type: types[format],
    name: `${fileStem('test-run', run.name, run.id)}.${endings[format]}`,
  };
}

async function bodyOf(
  { database, outputs, reviews, sight, asSeen }: DownloadSources,
  run: RunRow,
  format: Format,
): Promise<Readable> {
  // A report is read from its beginning; a file is compared with others, and keeps the order of the tests.
  const results = readResults(database, reviews.of, run, format === 'html' ? 'outcome' : 'tests');
  const reviewed = () => reviewedIn(database, reviews, run);
  switch (format) {
    case 'csv':
      return Readable.from(csvOf(wholeOf(outputs, results)));
    case 'jsonl':
      return Readable.from(jsonLinesOf(wholeOf(outputs, results)));
    case 'xlsx':
      return xlsxOf(sheetOf(results), run.name);
    case 'junit':
      return Readable.from(junitOf(run, await reviewed(), results));
    case 'html':
      return Readable.from(
        htmlOf(
          reportOfRun(run, await comparedIn({ database, sight, asSeen }, run), await reviewed(), results),
        ),
      );
    case 'markdown':
      return Readable.from([
        await summaryOf(run, await comparedIn({ database, sight, asSeen }, run), await reviewed(), results),
      ]);
  }
}

/** Where a row may be of any length, an answer stands whole, each read when its turn comes. */
async function* wholeOf(
  outputs: Pick<LargeOutputs, 'whole'>,
  results: AsyncIterable<DownloadedResult>,
): AsyncGenerator<DownloadedResult> {
  for await (const result of results) {
    const { row, detail } = result;
    yield detail?.output?.file_id
      ? { ...result, detail: { ...detail, output: await outputs.whole(row.organizationId, detail.output) } }
      : result;
  }
}

async function* csvOf(results: AsyncIterable<DownloadedResult>): AsyncGenerator<string> {
  // Excel takes a file without the mark for the encoding of the machine.
  yield `\u{FEFF}${csvLine([...columns])}`;
  for await (const result of results) yield csvLine(cellsOf(result));
}

async function* sheetOf(results: AsyncIterable<DownloadedResult>): AsyncGenerator<Cell[]> {
  yield [...columns];
  for await (const result of results)
    yield cellsOf(result).map((cell) =>
      typeof cell === 'string' && cell.length > cellCharactersMax - 10
        ? `${cell.slice(0, cellCharactersMax - 10)} […]`
        : cell,
    );
}

const cellsOf = (result: DownloadedResult): Cell[] => {
  const flat = flatRow(result);
  return columns.map((column) => flat[column]);
};

async function* jsonLinesOf(results: AsyncIterable<DownloadedResult>): AsyncGenerator<string> {
  for await (const result of results) {
    const { verdicts: _text, ...flat } = flatRow(result);
    const { output } = result.detail ?? {};
    yield `${JSON.stringify({
      ...flat,
      output: output?.output ?? null,
      context: output?.context ?? null,
      tool_calls: output?.tool_calls ?? null,
      error: output?.error ?? null,
      verdicts: verdictsOf(result.detail),
    })}\n`;
  }
}

const reviewedIn = (
  database: Database,
  reviews: ShownReviews,
  { organizationId, id }: RunRow,
): Promise<ReviewedOfRun> =>
  database.tenant(organizationId, async (tx) => ({
    byPeople: (await byPeopleOf(tx, organizationId, reviews.count, [id])).get(id) ?? nobodyDecided,
    carried: (await carriedOf(tx, organizationId, [id])).get(id) ?? 0,
    ...((await flagsOf(tx, organizationId, [id])).get(id) ?? noFlags),
  }));

/** Held against what its gate names, or else against the run before it. */
const comparedIn = (
  { database, sight, asSeen }: Pick<DownloadSources, 'database' | 'sight' | 'asSeen'>,
  run: RunRow,
): Promise<ComparedRun | undefined> =>
  database.tenant(run.organizationId, async (tx) => {
    const base = await baseOf(tx, run, run.gates?.baseline ?? 'last');
    return base
      ? { ...(await compareRuns(tx, await asSeen(tx, base), run, sight)), baseName: base.name }
      : undefined;
  });

const worstMax = 10;

async function summaryOf(
  run: RunRow,
  comparison: ComparedRun | undefined,
  reviewed: ReviewedOfRun,
  results: AsyncIterable<DownloadedResult>,
): Promise<string> {
  const worst: string[] = [];
  const overruled: string[] = [];
  const overruledMax = Math.min(reviewed.byPeople.against_metrics, worstMax);
  const worstWanted = Math.min(run.failed, worstMax);
  for await (const result of results) {
    if (worst.length >= worstWanted && overruled.length >= overruledMax) break;
    const { input, reason } = flatRow(result);
    const { decided, row } = result;
    const why = decided?.sentence ?? reason;
    if (row.status === 'Fail' && worst.length < worstWanted)
      worst.push(`${shortened(input, 120)} — ${shortened(why, 200)}`);
    if (decided?.isAgainst && overruled.length < overruledMax)
      overruled.push(`${shortened(input, 120)} — ${shortened(why, 300)}`);
  }
  return markdownOf(run, comparison, reviewed, { worst, overruled });
}
