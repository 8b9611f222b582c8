/** One item as it stands in the file, counted as its author counts: the header of a table is row 1. */
export interface RawRow {
  readonly row: number;
  readonly value: readonly string[] | Readonly<Record<string, unknown>> | null;
  /** Why there is no value, and of which cell that is said. */
  readonly fault?: string | { readonly cell: number; readonly reason: string };
}

export const mostRows = 250_000;
export const mostColumns = 500;
export const mostItemCharacters = 4_000_000;
/** Of a column: what is longer is a text and no name, and is cut or, below an object, left out. */
export const mostNameCharacters = 500;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
