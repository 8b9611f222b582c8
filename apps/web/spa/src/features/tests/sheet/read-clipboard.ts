import { readTsv } from './clipboard-table.ts';

/** A table as spreadsheets put it on the clipboard. Their HTML keeps line breaks inside of cells; their text quotes them. */
export function readClipboard(html: string, text: string): string[][] {
  const fromHtml = html === '' ? [] : readHtmlTable(html);
  return fromHtml.length > 0 ? fromHtml : readTsv(text);
}

/** Parsed and never shown: a document made by the parser runs no script and loads no picture. */
function readHtmlTable(html: string): string[][] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return [...(parsed.querySelector('table')?.rows ?? [])]
    .map((row) => [...row.cells].flatMap((cell) => [textOf(cell), ...blanks(cell.colSpan - 1)]))
    .filter((row) => row.length > 0);
}

const mostSpanned = 100;
const blanks = (count: number): string[] =>
  Array.from({ length: Math.min(Math.max(0, count), mostSpanned) }, () => '');

function textOf(cell: Element): string {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  const blocks = [...cell.querySelectorAll('p, div, li')];
  for (const block of blocks.slice(1)) block.prepend('\n');
  return (cell.textContent ?? '')
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\r]+/g, ' ').trim())
    .join('\n')
    .trim();
}
