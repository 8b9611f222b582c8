import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFileError } from '../../messages.ts';
import { decoded } from './decoded.ts';
import { tellsDelimiter, toldDelimiterOf } from './told-delimiter.ts';
import { mostColumns, mostItemCharacters, type RawRow } from './row.ts';

const candidates = [',', ';', '\t', '|'] as const;
const sniffedCharacters = 64 * 1024;

/** The delimiter that cuts the first records into the most, and most evenly, outside quotes. */
export async function detectDelimiter(path: string, encoding: string): Promise<string> {
  let head = '';
  for await (const part of decoded(path, encoding)) {
    head += part;
    if (head.length >= sniffedCharacters) break;
  }
  const told = toldDelimiterOf(head);
  if (told !== undefined) return told;
  const scores = candidates.map((delimiter) => ({ delimiter, score: evenness(head, delimiter) }));
  return scores.toSorted((left, right) => right.score - left.score)[0]?.delimiter ?? ',';
}

function evenness(head: string, delimiter: string): number {
  const counts: number[] = [];
  let isQuoted = false;
  let count = 0;
  for (const character of head.slice(0, sniffedCharacters)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) count += 1;
    else if (character === '\n') {
      counts.push(count);
      count = 0;
      if (counts.length === 20) break;
    }
  }
  if (counts.length === 0) counts.push(count);
  const first = counts[0] ?? 0;
  return first === 0 ? 0 : first * (counts.filter((other) => other === first).length / counts.length);
}

interface Reading {
  readonly path: string;
  readonly encoding: string;
  readonly delimiter: string;
}

/** Texts stay as they are written: nothing is trimmed, and `007` is no number. */
export async function* delimitedRows({ path, encoding, delimiter }: Reading): AsyncGenerator<RawRow> {
  const parser = Readable.from(decoded(path, encoding)).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: mostItemCharacters,
      info: true,
    }),
  );
  let row = 0;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
      row += 1;
      if (record.length > mostColumns)
        throw new UnreadableFileError(`Row ${row} has more than ${mostColumns} cells.`);
      if (row === 1 && tellsDelimiter(record)) continue;
      if (record.some((cell) => cell !== '')) yield { row, value: record };
    }
  } catch (error) {
    throw isQuoteFault(error) ? new MisquotedError(error.message) : readable(error, row);
  }
}

/** A quote where none may stand, or one that is never closed. */
export class MisquotedError extends UnreadableFileError {}

const quoteFaults: ReadonlySet<string> = new Set([
  'INVALID_OPENING_QUOTE',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_QUOTE_NOT_CLOSED',
  // So it seems where a quote takes in all the rows after it.
  'CSV_MAX_RECORD_SIZE',
]);
const isQuoteFault = (error: unknown): error is CsvError =>
  error instanceof CsvError && quoteFaults.has(error.code);

const readable = (error: unknown, row: number): unknown =>
  error instanceof CsvError
    ? new UnreadableFileError(`Row ${row + 1} cannot be read: ${error.message}`)
    : error;
