import { UnreadableFileError } from '../../messages.ts';
import { decoded } from './decoded.ts';
import { tellsDelimiter } from './told-delimiter.ts';
import { mostColumns, mostItemCharacters, type RawRow } from './row.ts';

interface Reading {
  readonly path: string;
  readonly encoding: string;
  readonly delimiter: string;
  /** Told once there was a quotation mark inside a cell that stands for itself. */
  readonly onKept: () => void;
}

type Found =
  | { readonly kind: 'record'; readonly cells: string[]; readonly end: number }
  /** The cell whose quotation mark is never closed, and where its line ends. */
  | { readonly kind: 'open'; readonly cell: number; readonly end: number }
  | { readonly kind: 'more' };

/** Looking for the end of cells that have none costs at most so many characters, however many there are. */
const mostLookedThrough = 100_000_000;
/** Stopping at a mark costs as much as running over so many characters. */
const costOfMark = 16;

/**
 * A table whose quotation marks are not where they should be. One inside a cell stands for itself. One that opens a cell
 * and is never closed would take in the rows after it: its row is a fault, and reading goes on with the next line.
 */
export async function* misquotedRows(reading: Reading): AsyncGenerator<RawRow> {
  const { path, encoding } = reading;
  const finder = createFinder(reading);
  let text = '';
  let at = 0;
  let row = 0;
  function* rowsIn(isWhole: boolean): Generator<RawRow> {
    while (at < text.length) {
      const found = finder.next(text, at, isWhole);
      if (found.kind === 'more') {
        if (text.length - at > mostItemCharacters)
          throw new UnreadableFileError(`Row ${row + 1} is too large; perhaps a quote is never closed.`);
        return;
      }
      at = found.end;
      const isEmpty = found.kind === 'record' && found.cells.length === 1 && found.cells[0] === '';
      if (isEmpty) continue;
      row += 1;
      if (found.kind === 'record' && row === 1 && tellsDelimiter(found.cells)) continue;
      if (found.kind === 'open') yield faultOf(row, found.cell);
      else if (found.cells.length > mostColumns)
        throw new UnreadableFileError(`Row ${row} has more than ${mostColumns} cells.`);
      else if (found.cells.some((cell) => cell !== '')) yield { row, value: found.cells };
    }
  }
  for await (const part of decoded(path, encoding)) {
    text = text.slice(at) + part;
    at = 0;
    yield* rowsIn(false);
  }
  yield* rowsIn(true);
}

function faultOf(row: number, cell: number): RawRow {
  if (row === 1)
    throw new UnreadableFileError(
      `The header cannot be read: the quotation mark that opens cell ${cell + 1} is never closed.`,
    );
  const reason = 'The quotation mark that opens this cell is never closed.';
  return { row, value: null, fault: { cell, reason } };
}

function createFinder({ delimiter, onKept }: Pick<Reading, 'delimiter' | 'onKept'>) {
  let lookedThrough = 0;

  /** The end of the line that begins or goes on here, and where the next one begins. */
  function lineEnd(text: string, from: number): { readonly end: number; readonly next: number } {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    // Looked for there alone: a file without one would be looked through up to its beginning, for each of its lines.
    if (end > from && text[end - 1] === '\r') return { end: end - 1, next: end + 1 };
    return { end, next: Math.min(text.length, end + 1) };
  }

  type Cell = { readonly value: string; readonly end: number } | 'open' | 'more';

  function quoted(text: string, from: number, line: number, isWhole: boolean): Cell {
    for (let at = from + 1; ;) {
      const mark = text.indexOf('"', at);
      lookedThrough += (mark === -1 ? text.length : mark) - at + costOfMark;
      if (lookedThrough > mostLookedThrough)
        throw new UnreadableFileError('Too many quotation marks are never closed. Correct the file first.');
      if (mark === -1) return isWhole || text.length - from > mostItemCharacters ? 'open' : 'more';
      if (mark + 1 >= text.length && !isWhole) return 'more';
      const after = text[mark + 1];
      if (after === '"') at = mark + 2;
      else if (after === undefined || after === delimiter || after === '\n' || after === '\r')
        return { value: text.slice(from + 1, mark).replaceAll('""', '"'), end: mark + 1 };
      else if (mark > line) return 'open';
      else {
        onKept();
        at = mark + 1;
      }
    }
  }

  function plain(text: string, from: number, line: number): { readonly value: string; readonly end: number } {
    const rest = text.slice(from, line);
    const next = rest.indexOf(delimiter);
    const end = next === -1 ? line : from + next;
    const value = text.slice(from, end);
    if (value.includes('"')) onKept();
    return { value, end };
  }

  return {
    next(text: string, start: number, isWhole: boolean): Found {
      const cells: string[] = [];
      let line = lineEnd(text, start);
      // A line may go on in what has not come yet, or end in the second half of its mark.
      if (!isWhole && line.next >= text.length) return { kind: 'more' };
      for (let at = start; ;) {
        const cell = text[at] === '"' ? quoted(text, at, line.end, isWhole) : plain(text, at, line.end);
        if (cell === 'more') return { kind: 'more' };
        if (cell === 'open') return { kind: 'open', cell: cells.length, end: line.next };
        cells.push(cell.value);
        if (cell.end > line.end) {
          line = lineEnd(text, cell.end);
          if (!isWhole && line.next >= text.length) return { kind: 'more' };
        }
        if (text[cell.end] !== delimiter) return { kind: 'record', cells, end: line.next };
        at = cell.end + delimiter.length;
      }
    },
  };
}
