import { PassThrough, type Readable } from 'node:stream';
import { Zip, ZipDeflate, strToU8 } from 'fflate';
import { escapeMarkup } from '../markup.ts';
import type { Cell } from './csv.ts';

/** What a cell of a spreadsheet holds at most (ECMA-376, 18.3.1.4; Excel's own limit). */
export const cellCharactersMax = 32_767;

/**
 * A workbook with one sheet, written while its rows come. Every text is an inline text cell, so that nothing in it can
 * be taken for a formula; control characters are spelled `_xHHHH_` (ECMA-376, 22.9.2.19).
 */
export function xlsxOf(rows: AsyncIterable<readonly Cell[]>, sheetName: string): Readable {
  const out = new PassThrough();
  const zip = new Zip((error, chunk, isLast) => {
    if (error) return void out.destroy(error);
    out.write(Buffer.from(chunk));
    if (isLast) out.end();
  });
  for (const [name, text] of fixedParts(sheetName)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 4 });
  zip.add(sheet);
  writeSheet(sheet, rows, out).then(
    () => (out.destroyed ? zip.terminate() : zip.end()),
    (error: unknown) => void out.destroy(error as Error),
  );
  return out;
}

async function writeSheet(
  sheet: ZipDeflate,
  rows: AsyncIterable<readonly Cell[]>,
  out: PassThrough,
): Promise<void> {
  sheet.push(strToU8(`${head}<worksheet xmlns="${main}"><sheetData>`));
  let row = 0;
  for await (const cells of rows) {
    row += 1;
    sheet.push(strToU8(rowXml(cells, row)));
    if (out.writableNeedDrain) await drained(out);
    // Who left reads no more rows, and whoever makes them is told so by the end of this loop.
    if (out.destroyed) return;
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
}

/** Also where the reader leaves, of whom no drain comes any more. */
function drained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      out.off('drain', end).off('close', end);
      resolve();
    };
    if (out.destroyed) return resolve();
    out.on('drain', end).on('close', end);
  });
}

/**
 * A name as Excel takes it; a workbook with another is “repaired” when it is opened. It has 31 characters at most, none of
 * `\ / ? * [ ] :` and no apostrophe at either end, is not empty, and is not the name that Excel keeps for itself.
 */
function sheetNameOf(text: string): string {
  const name = text
    .toWellFormed()
    .replaceAll(/[\\/?*[\]:\p{Cc}\p{Zl}\p{Zp}\ufffe\uffff]/gu, ' ')
    .replace(endsOfNames, '')
    .slice(0, 31)
    // A character of two halves may have been cut.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(endsOfNames, '');
  return name === '' || /^history$/i.test(name) ? 'Sheet1' : name;
}

const endsOfNames = /^[\s']+|[\s']+$/g;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';

const fixedParts = (sheetName: string): readonly (readonly [string, string])[] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets><sheet name="${escapeMarkup(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packageTypes}/relationships"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

const rowXml = (cells: readonly Cell[], row: number): string =>
  `<row r="${row}">${cells.map((cell, place) => cellXml(cell, `${columnName(place)}${row}`)).join('')}</row>`;

function cellXml(cell: Cell, place: string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${cellText(String(cell))}</t></is></c>`;
}

/** A text that looks like a spelled character is spelled itself, or reading would change it. */
export const cellText = (text: string): string =>
  escapeMarkup(
    text
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // eslint-disable-next-line no-control-regex -- these are the characters XML cannot hold
      .replaceAll(
        /[\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        spelled,
      ),
  );

const spelled = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

function columnName(place: number): string {
  let name = '';
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
