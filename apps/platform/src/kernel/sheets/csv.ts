/**
 * What spreadsheets would run when they open the file. A cell is guarded within as well: where a comma is the decimal
 * sign, a file is cut at semicolons, or at tabs, and quotes hold nothing together. Our own reader takes one `'` back in
 * each place, and only in files that say they are ours, so that a text keeps what it began with.
 */
const formulas = /^'*(?=[=+\-@＝＋－＠\t\r])|(?<=[;\t\r\n])["']*(?=[=+\-@＝＋－＠])/g;

export const guardFormula = (text: string): string => text.replaceAll(formulas, "'$&");
export const unguardFormula = (text: string): string =>
  text.replaceAll(formulas, (quotes) => quotes.replace(/^'/, ''));

export type Cell = string | number | boolean | null;

/** One line of CSV (RFC 4180), guarded against formulas. Numbers stay numbers. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = guardFormula(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
