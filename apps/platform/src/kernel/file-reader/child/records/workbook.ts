import type { Parser } from 'htmlparser2';
import { createMarkupParser } from '../markup-parser.ts';
import { openPromise } from 'yauzl';
import { UnreadableFileError } from '../../messages.ts';
import { openParts, related } from '../text/office.ts';
import type { Parts } from '../text/parts.ts';
import { plainNumber, readCellStyles } from './cell-styles.ts';
import { mostColumns, mostItemCharacters, mostNameCharacters, type RawRow } from './row.ts';

export interface Workbook {
  readonly sheets: readonly string[];
  readonly sheet: string;
  /** Rows of the sheet, as they come; told afterwards is what could not be taken as it stands. */
  read(take: (row: RawRow) => void): Promise<readonly string[]>;
  close(): void;
}

export async function openWorkbook(path: string, wished?: string): Promise<Workbook> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    const parts = await openParts(zip, mostInflatedBytes);
    const found = (await related(parts, 'xl/workbook.xml', 'sheet'))
      .slice(0, mostSheets)
      .map(({ path: place, name }) => ({ path: place, name: name.slice(0, mostNameCharacters) }));
    const sheet = wished === undefined ? found[0] : found.find(({ name }) => name === wished);
    if (!sheet)
      throw new UnreadableFileError(
        `There is no such sheet. The workbook has: ${found.map(({ name }) => name).join(', ')}.`,
      );
    return {
      sheets: found.map(({ name }) => name),
      sheet: sheet.name,
      async read(take) {
        const shared = await readTexts(parts);
        const styles = await readCellStyles(parts);
        const faulty = createFaultyCells();
        await parts.feed(sheet.path, rowsInto(take, { shared, styles, faulty }));
        return faulty.notices();
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const mostSheets = 200;
const mostInflatedBytes = 400 * 1024 * 1024;
const mostSharedCharacters = 150_000_000;

/** What cells share; furigana is no part of a text. */
async function readTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let isPhonetic = false;
  let characters = 0;
  const parser = createMarkupParser(
    {
      onopentagname(name) {
        if (name === 'si') current = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      ontext(text) {
        if (isText) current += text;
      },
      onclosetag(name) {
        if (name === 'rPh') isPhonetic = false;
        if (name === 'si') {
          characters += current.length;
          if (characters > mostSharedCharacters)
            throw new UnreadableFileError('The workbook holds too much text.');
          texts.push(spelledOut(current));
        }
        isText = false;
      },
    },
    { xmlMode: true },
  );
  await parts.feed('xl/sharedStrings.xml', parser);
  return texts;
}

interface Lookup {
  readonly shared: readonly string[];
  readonly styles: Awaited<ReturnType<typeof readCellStyles>>;
  readonly faulty: ReturnType<typeof createFaultyCells>;
}

/** “#N/A” and “#REF!” are what a sheet says of itself, and no text that anybody wrote for a test. */
function createFaultyCells() {
  const first: string[] = [];
  let count = 0;
  return {
    add(cell: string, error: string): void {
      count += 1;
      if (first.length < 5) first.push(`${cell.slice(0, 12)} (${error.slice(0, 20)})`);
    },
    notices(): string[] {
      if (count === 0) return [];
      const more = count > first.length ? ` and ${count - first.length} more` : '';
      return [`Cells that hold an error of the spreadsheet are taken as empty: ${first.join(', ')}${more}.`];
    },
  };
}

function rowsInto(take: (row: RawRow) => void, { shared, styles, faulty }: Lookup): Parser {
  let row = 0;
  let cells: string[] = [];
  let characters = 0;
  let column = -1;
  let place = '';
  let kind = '';
  let style = -1;
  let value = '';
  let isValue = false;
  const text = (): string => {
    if (kind === 's') return shared[Number(value)] ?? '';
    if (kind === 'b') return value === '1' ? 'true' : 'false';
    if (kind === 'inlineStr' || kind === 'str') return spelledOut(value);
    if (kind === 'e') {
      faulty.add(place, value);
      return '';
    }
    if (value.trim() === '' || !Number.isFinite(Number(value))) return value;
    return styles[style]?.(Number(value)) ?? plainNumber(value);
  };
  return createMarkupParser(
    {
      onopentag(name, attributes) {
        if (name === 'row') {
          row = Number(attributes['r'] ?? row + 1);
          cells = [];
          characters = 0;
          column = -1;
        } else if (name === 'c') {
          column = placeOf(attributes['r']) ?? column + 1;
          place = attributes['r'] ?? `of row ${row}`;
          if (column >= mostColumns)
            throw new UnreadableFileError(`Row ${row} has more than ${mostColumns} cells.`);
          [kind, style, value] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? -1), ''];
        }
        isValue = name === 'v' || name === 't';
      },
      ontext(part) {
        if (isValue) value += part;
      },
      onclosetag(name) {
        if (name === 'v' || name === 't') isValue = false;
        if (name === 'c') {
          while (cells.length < column) cells.push('');
          const cell = text();
          characters += cell.length;
          if (characters > mostItemCharacters)
            throw new UnreadableFileError(
              `Row ${row} has more than ${mostItemCharacters / 1_000_000} million characters.`,
            );
          cells[column] = cell;
        }
        if (name === 'row' && cells.some((cell) => cell !== '')) take({ row, value: cells });
      },
    },
    { xmlMode: true },
  );
}

/** `_x000D_` is a character that XML cannot hold (ECMA-376, 22.9.2.19). */
const spelledOut = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}
