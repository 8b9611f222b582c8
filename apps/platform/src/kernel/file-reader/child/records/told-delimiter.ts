const firstLine = /^\uFEFF?"?sep=([,;\t|])"?\r?(?:\n|$)/i;

/** What the first line says by which spreadsheet programs tell each other the delimiter. */
export const toldDelimiterOf = (text: string): string | undefined => firstLine.exec(text)?.[1];

/** Whether the cells of a first row are that line, cut by whichever delimiter; then it is no row. */
export const tellsDelimiter = (cells: readonly string[]): boolean =>
  /^\uFEFF?sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');
