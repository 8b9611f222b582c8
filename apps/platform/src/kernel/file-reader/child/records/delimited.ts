import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { UnreadableFileError } from '../../messages.ts';
import { decoded } from './decoded.ts';
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
  readonly isLenient: boolean;
}

/** Texts stay as they are written: nothing is trimmed, and `007` is no number. */
export async function* delimitedRows({
  path,
  encoding,
  delimiter,
  isLenient,
}: Reading): AsyncGenerator<RawRow> {
  const parser = Readable.from(decoded(path, encoding)).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: isLenient,
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
      if (record.some((cell) => cell !== '')) yield { row, value: record };
    }
  } catch (error) {
    throw isQuoteFault(error) && !isLenient ? new MisquotedError(error.message) : readable(error, row);
  }
}

/** A quote where none may stand; read leniently, it is a character like others. */
export class MisquotedError extends UnreadableFileError {}

const isQuoteFault = (error: unknown): error is CsvError =>
  error instanceof CsvError &&
  (error.code === 'INVALID_OPENING_QUOTE' || error.code === 'CSV_INVALID_CLOSING_QUOTE');

function readable(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new UnreadableFileError(
    error.code === 'CSV_MAX_RECORD_SIZE'
      ? `Row ${row + 1} is too large; perhaps a quote is never closed.`
      : `Row ${row + 1} cannot be read: ${error.message}`,
  );
}
