import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * What stands at a place of a json column, as text; null where nothing does. Never `->` or `->>`: they decode every string
 * of a document wherever they look, and what people and targets send may be no text (see `migrations/0300_json_text.sql`).
 */
export const jsonText = (column: SQLWrapper, ...keys: readonly string[]): SQL<string | null> =>
  sql`json_text_at(${column}, ${sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )})`;

/** PostgreSQL's text can hold neither NUL nor half of a pair of surrogates, which a target may send and a cut may leave. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{FFFD}');

/**
 * As JSON in which every text is storable, so that it is taken apart at the price of any other document. Keys are left:
 * what stands under one that is no text is seldom, and `json_text_at` bears it.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? storableText(part) : part,
  );
}
