import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';

/** Of what is stored, so much at most is in memory at once for one who reads it. */
const portionBytes = 16 * 1024 * 1024;
/** A value has no more: `isLarge` says so of answers, the contract of what is sent. */
const valueBytesMax = 1_500_000;

/**
 * Bytes that a value has at most. To know it exactly the database would have to unpack it, which takes it longer than to
 * read it; these are the highest shares to which either of its ways can pack.
 */
const mostOf = (column: string): SQL => {
  const [packed, how] = [sql.raw(`pg_column_size(${column})`), sql.raw(`pg_column_compression(${column})`)];
  return sql`coalesce(case ${how} when 'pglz' then least(${packed} * 90, ${valueBytesMax})
    when 'lz4' then least(${packed} * 256, ${valueBytesMax}) else ${packed} end, 0)`;
};

/** How much is stored of each result at most: what was sent and answered and, where it is wanted, the turns of its conversation. */
export async function storedBytes(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  { withTurns = false } = {},
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const wanted = sql`select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json)`;
  const turns = sql`union all
    select test_result_id, ${mostOf('sent')} + ${mostOf('received')} from test_turns
    where organization_id = ${organizationId} and test_result_id in (${wanted})`;
  const { rows } = await tx.execute<{ id: string; bytes: number }>(
    sql`select id, sum(bytes)::double precision as bytes from (
          select test_result_id as id, ${mostOf('input')} + ${mostOf('output')} as bytes from test_outputs
          where organization_id = ${organizationId} and test_result_id in (${wanted})
          ${withTurns ? turns : sql``}) stored
        group by id`,
  );
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/**
 * Rows in portions that are read one after the other. How long answers are is up to the application, and whoever takes
 * what is made of them may be slow: by their number alone, a few readers would fill the memory that all share.
 */
export function* portionsOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  bytesOf: ReadonlyMap<string, number>,
): Generator<Row[]> {
  let portion: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const own = bytesOf.get(row.id) ?? 0;
    if (portion.length > 0 && bytes + own > portionBytes) {
      yield portion;
      [portion, bytes] = [[], 0];
    }
    portion.push(row);
    bytes += own;
  }
  if (portion.length > 0) yield portion;
}
