/** Tab-separated, a cell with quotes, tabs or line breaks between quotes that are doubled inside of it. */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"' && cell === '') {
      const end = quotedEnd(text, at + 1);
      if (end !== undefined) {
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        at = end;
        continue;
      }
    }
    if (letter === '\t') endCell();
    else if (letter === '\n') {
      endCell();
      rows.push([]);
    } else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || (rows.at(-1)?.length ?? 0) > 0) endCell();
  return rows.filter((row) => row.length > 0);
}

/** Where a quoted cell ends; undefined when what follows the quote shows that it was one of the text. */
function quotedEnd(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') at += 1;
    else return text[at + 1] === undefined || '\t\r\n'.includes(text[at + 1] ?? '') ? at : undefined;
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
