import { createWriteStream, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { unguardFormula } from '../../../sheets/csv.ts';
import { UnreadableFileError, type Records, type RecordsRequest } from '../../messages.ts';
import { decoded, detectEncoding, firstBytes, wholeText } from './decoded.ts';
import { delimitedRows, detectDelimiter, MisquotedError } from './delimited.ts';
import { documentItems, parseYaml } from './document.ts';
import { jsonLineRows, jsonListRows } from './json-items.ts';
import { misquotedRows } from './misquoted.ts';
import { faultOfValue, requireTellable } from '../tellable.ts';
import {
  isObject,
  mostColumns,
  mostItemCharacters,
  mostNameCharacters,
  mostRows,
  type RawRow,
} from './row.ts';
import { openWorkbook } from './workbook.ts';
import { parseWritten } from './written-numbers.ts';

const headerBelow = (row: number): string =>
  `Row ${row} is taken for the names of the columns; what stands above it is left out.`;

type Described = Pick<
  Records,
  'format' | 'encoding' | 'delimiter' | 'sheet' | 'sheets' | 'frame' | 'isTable' | 'notices'
>;

const plain = { encoding: null, delimiter: null, sheet: null, sheets: [], frame: null, notices: [] };

export async function convertRecords(request: RecordsRequest): Promise<Records> {
  const format = formatOf(request.filename, await firstBytes(request.path, 4096));
  // Only texts in CSV are guarded against formulas; a cell of a workbook knows that it is a text.
  const lines = openLines(request.into, format === 'csv' || format === 'tsv', request.headerRow);
  try {
    const described = await feed(request, format, lines);
    const ended = await lines.end(described.isTable);
    const isBelow = ended.headerRow !== null && ended.headerRow > 1;
    return {
      kind: 'records',
      ...described,
      ...ended,
      notices: [...described.notices, ...(isBelow ? [headerBelow(ended.headerRow)] : [])],
    };
  } finally {
    lines.destroy();
  }
}

async function feed(request: RecordsRequest, format: Records['format'], lines: Lines): Promise<Described> {
  const { path } = request;
  if (format === 'xlsx') return feedWorkbook(request, lines);
  const encoding = await detectEncoding(path, request.encoding);
  if (format === 'csv' || format === 'tsv') return feedTable({ ...request, encoding, format }, lines);
  const described = { ...plain, encoding, isTable: false };
  if (format === 'jsonl') {
    await lines.all(jsonLineRows(path, encoding));
    return { ...described, format };
  }
  if (format === 'json' && (await beginsWith(path, encoding)) === '[') {
    await lines.all(jsonListRows(path, encoding));
    return { ...described, format };
  }
  const { rows, frame } = documentItems(
    format === 'yaml'
      ? parseYaml(await wholeText(path, encoding, 20_000_000))
      : parseJson(await wholeText(path, encoding, 40_000_000)),
  );
  requireTellable('What stands beside the list of tests', frame, mostFrameCharacters);
  for (const row of rows) await lines.add(row);
  return { ...described, frame, format };
}

/** It is kept with the file and read again with each portion of its rows. */
const mostFrameCharacters = 2_000_000;

async function feedTable(
  request: RecordsRequest & { readonly encoding: string; readonly format: 'csv' | 'tsv' },
  lines: Lines,
): Promise<Described> {
  const { path, encoding, format } = request;
  const delimiter = request.delimiter ?? (format === 'tsv' ? '\t' : await detectDelimiter(path, encoding));
  const described = { ...plain, format, encoding, delimiter, isTable: true };
  const reading = { path, encoding, delimiter };
  try {
    await lines.all(delimitedRows(reading));
    return described;
  } catch (error) {
    if (!(error instanceof MisquotedError)) throw error;
    let isKept = false;
    await lines.restart();
    await lines.all(misquotedRows({ ...reading, onKept: () => (isKept = true) }));
    return { ...described, notices: isKept ? [keptQuotes] : [] };
  }
}

const keptQuotes = 'Quotation marks stand inside of cells without being doubled; they are kept as they are.';

async function feedWorkbook({ path, sheet }: RecordsRequest, lines: Lines): Promise<Described> {
  const workbook = await openWorkbook(path, sheet);
  try {
    // A parser cannot wait; what it reads is bounded by the size of the workbook.
    const notices = await workbook.read(lines.addNow);
    await lines.drained();
    const { sheet: read, sheets } = workbook;
    return { ...plain, format: 'xlsx', sheet: read, sheets, isTable: true, notices };
  } finally {
    workbook.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return parseWritten(text);
  } catch (error) {
    // Several objects, one a line, under the name of one document.
    const rows = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return rows.map(parseWritten);
    } catch {
      throw new UnreadableFileError(`This is not JSON: ${(error as Error).message.slice(0, 200)}`);
    }
  }
}

async function beginsWith(path: string, encoding: string): Promise<string> {
  for await (const part of decoded(path, encoding)) {
    const text = part.trimStart();
    if (text !== '') return text[0] ?? '';
  }
  return '';
}

const byExtension: Readonly<Record<string, Records['format']>> = {
  csv: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  txt: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  yaml: 'yaml',
  yml: 'yaml',
};

/** By the first bytes where they are certain, else by the name, else by what the text begins with. */
function formatOf(filename: string, head: Buffer): Records['format'] {
  if (head.length === 0) throw new UnreadableFileError('The file is empty.');
  if (head.subarray(0, 2).toString('latin1') === 'PK') return 'xlsx';
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw new UnreadableFileError('This is an old Excel file (.xls). Save it as .xlsx or CSV.');
  const named = byExtension[/\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''];
  if (named) return named;
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('[')) return 'json';
  return text.startsWith('{') ? 'jsonl' : 'csv';
}

type Lines = ReturnType<typeof openLines>;

/** A few names for long texts, or texts that many cells share, unfold to more than there is room on the disk. */
const mostLinesBytes = 256 * 1024 * 1024;

/** The lines that come out: what has a header has it taken off here, and objects tell their paths. */
function openLines(into: string, isGuarded: boolean, givenHeader: number | undefined) {
  let out: WriteStream = createWriteStream(into, { flags: 'w' });
  let columns: string[] = [];
  let paths = new Set<string>();
  let checkpoints: number[] = [];
  let rowCount = 0;
  let bytes = 0;
  let isOurs = false;
  let headerRow: number | null = null;
  /** The first rows of a table, until it is known which of them names the columns. */
  let first: RawRow[] = [];

  function write(row: RawRow): boolean {
    const isFirst = headerRow === null && (first.length > 0 || Array.isArray(row.value));
    if (!isFirst) return writeLine(row);
    first.push(row);
    const isKnown = givenHeader === undefined ? first.length >= rowsLookedAt : row.row >= givenHeader;
    return isKnown ? writeFirst() : true;
  }

  function writeFirst(): boolean {
    const rows = first;
    first = [];
    const header = givenHeader ?? headerRowOf(rows);
    headerRow = rows.find(({ row, value }) => row >= header && Array.isArray(value))?.row ?? header;
    return rows
      .filter(({ row }) => row >= (headerRow ?? 1))
      .map(writeLine)
      .every(Boolean);
  }

  function writeLine({ row, value, fault }: RawRow): boolean {
    let kept: RawRow['value'] = value;
    let wrong = fault ?? null;
    if (Array.isArray(value)) {
      if (columns.length === 0) {
        columns = headersOf(value);
        isOurs = isGuarded && columns.includes('sonde_version');
        return true;
      }
      kept = isOurs ? value.map(unguardFormula) : value;
    } else if (isObject(value)) {
      const unfit = faultOfValue(value, { mostCharacters: mostItemCharacters });
      if (unfit) [kept, wrong] = [null, `This item ${unfit}.`];
      else collectPaths(value, paths);
    }
    if (rowCount >= mostRows) throw new UnreadableFileError(`The file has more than ${mostRows} rows.`);
    if (rowCount % 1000 === 0) checkpoints.push(bytes);
    rowCount += 1;
    const told = typeof wrong === 'object' && wrong ? [columns[wrong.cell] ?? null, wrong.reason] : wrong;
    const line = Buffer.from(`${JSON.stringify([row, kept, told])}\n`);
    bytes += line.length;
    if (bytes > mostLinesBytes)
      throw new UnreadableFileError(`The rows come to more than ${mostLinesBytes / 1024 / 1024} MB.`);
    return out.write(line);
  }

  return {
    async add(row: RawRow): Promise<void> {
      if (!write(row)) await once(out, 'drain');
    },
    async all(rows: AsyncIterable<RawRow>): Promise<void> {
      for await (const row of rows) if (!write(row)) await once(out, 'drain');
    },
    addNow: (row: RawRow): void => void write(row),
    async drained(): Promise<void> {
      if (out.writableNeedDrain) await once(out, 'drain');
    },
    async restart(): Promise<void> {
      out.destroy();
      await once(out, 'close');
      [columns, paths, checkpoints, rowCount, bytes] = [[], new Set(), [], 0, 0];
      [headerRow, first] = [null, []];
      out = createWriteStream(into, { flags: 'w' });
    },
    async end(
      isTable: boolean,
    ): Promise<Pick<Records, 'columns' | 'rowCount' | 'checkpoints' | 'headerRow'>> {
      if (first.length > 0) writeFirst();
      out.end();
      await finished(out);
      return { columns: isTable ? columns : [...paths], rowCount, checkpoints, headerRow };
    },
    destroy: (): void => void out.destroy(),
  };
}

const rowsLookedAt = 20;

/**
 * Above the names of the columns may stand a title, a date, an empty line: rows of one cell at most, where most rows have
 * several. One word alone is rather the name of a column whose texts hold the separator.
 */
function headerRowOf(rows: readonly RawRow[]): number {
  const filled = rows.map(({ row, value }) => ({
    row,
    cells: Array.isArray(value) ? value.map((cell) => cell.trim()).filter((cell) => cell !== '') : [],
  }));
  const usual = filled[0]?.row ?? 1;
  const widest = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const least = Math.max(2, Math.ceil(widest / 2));
  const place = filled.findIndex(({ cells }) => cells.length >= least);
  const header = filled[place];
  const above = filled.slice(0, Math.max(0, place));
  const below = filled.slice(place + 1).filter(({ cells }) => cells.length > 0);
  const isBelowTitle =
    header !== undefined &&
    above.length > 0 &&
    above.every(({ cells }) => cells.length <= 1) &&
    above.some(({ cells }) => /\s/.test(cells[0] ?? '')) &&
    header.cells.every((cell) => cell.length <= mostOfHeader) &&
    below.length > 0 &&
    below.filter(({ cells }) => cells.length > 1).length * 2 >= below.length;
  return isBelowTitle ? header.row : usual;
}

const mostOfHeader = 60;

/** Each header once and none empty, so that a column can be named. */
function headersOf(cells: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, place) => {
    const name = cell.slice(0, mostNameCharacters).trim() || `Column ${place + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function collectPaths(item: Readonly<Record<string, unknown>>, paths: Set<string>, prefix = ''): void {
  for (const [key, value] of Object.entries(item)) {
    if (paths.size >= mostColumns) return;
    if (prefix.length + key.length > mostNameCharacters) continue;
    paths.add(prefix + key);
    if (prefix === '' && isObject(value)) collectPaths(value, paths, `${key}.`);
  }
}
