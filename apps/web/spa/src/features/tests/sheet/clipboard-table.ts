/** Tab-separated, a cell with quotes, tabs or line breaks between quotes that are doubled inside of it. */
export const readTsv = (text: string): string[][] => readRows(text, '\t').map(({ cells }) => cells);

/** The same for another letter between cells; each row with the line it begins in. */
export function readRows(text: string, separator: string): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = [{ line: 1, cells: [] }];
  let cell = '';
  let line = 1;
  const endCell = (): void => {
    rows.at(-1)?.cells.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"' && cell === '') {
      const end = quotedEnd(text, at + 1, separator);
      if (end !== undefined) {
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        line += cell.split('\n').length - 1;
        at = end;
        continue;
      }
    }
    if (letter === separator) endCell();
    else if (letter === '\n') {
      endCell();
      line += 1;
      rows.push({ line, cells: [] });
    } else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || (rows.at(-1)?.cells.length ?? 0) > 0) endCell();
  return rows.filter(({ cells }) => cells.length > 0);
}

/** Where a quoted cell ends; undefined when what follows the quote shows that it was one of the text. */
function quotedEnd(text: string, from: number, separator: string): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at += 1;
    else {
      const next = text[at + 1];
      return next === undefined || next === separator || next === '\r' || next === '\n' ? at : undefined;
    }
  }
  return undefined;
}

const quoted = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(quoted).join('\t')).join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

export const writeHtmlTable = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('')}</table>`;
