/**
 * What spreadsheets would run when they open the file. Our own reader takes one `'` back, and only in files that say
 * they are ours, so that a text keeps what it began with.
 */
const isFormula = /^'*[=+\-@\t\r]/;

export const guardFormula = (text: string): string => (isFormula.test(text) ? `'${text}` : text);
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && isFormula.test(text) ? text.slice(1) : text;

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
