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
