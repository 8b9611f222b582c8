import type { ListQuery } from '@sonde/contract';
import { and, asc, desc, or, sql, type SQL } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { fieldNamed, type ListField, type ListFields } from './fields.ts';
import { escapeLike, filterCondition } from './filter-condition.ts';
import { invalidList } from './problems.ts';

/** Where a page ended: the text of what it is sorted by, and the id that breaks ties. */
const positionSchema = z.strictObject({
  value: z.string().nullable(),
  id: z.guid(),
  /** A total that was estimated is not estimated anew for each page. */
  total: z.number().int().optional(),
});
export type Position = z.output<typeof positionSchema>;

export interface ListPlan {
  readonly filter: SQL | undefined;
  readonly search: SQL | undefined;
  /** Rows after the page that a cursor came with. */
  readonly after: SQL | undefined;
  readonly orderBy: readonly SQL[];
  /** The estimated total that the cursor came with. */
  readonly total: number | undefined;
  /** What the next page is found by, as text that PostgreSQL reads back exactly. */
  readonly position: { readonly value: SQL<string | null>; readonly id: SQL<string> };
  readonly id: SQL;
  readonly limit: number;
  readonly offset: number;
}

/** Turns the query of a list into SQL over the given fields. `id` breaks ties, so that pages never overlap. */
export function planList(
  query: ListQuery,
  fields: ListFields,
  defaultSort: string,
  searchedIn?: SQL,
): ListPlan {
  for (const name of ['$filter', 'search'] as const)
    if (query[name]?.includes('\0') === true)
      throw invalidList(name, 'invalid', 'A text with a NUL character is found nowhere.');
  const sortBy = query.sort_by ?? defaultSort;
  const named = fieldNamed(fields, sortBy);
  const sortField = named && asSorted(named);
  const id = fields['id'];
  if (!sortField || !id)
    throw invalidList('sort_by', 'unknown_field', `Fields to sort by: ${Object.keys(fields).join(', ')}.`);
  const direction = query.sort_order === 'asc' ? asc : desc;
  const from = query.cursor === undefined ? undefined : positionSchema.parse(JSON.parse(query.cursor));
  return {
    filter: filterCondition(query.$filter, fields),
    search: searchCondition(query.search, searchedIn, fields),
    after: from && after(query, from, { field: sortField, id }),
    total: from?.total,
    orderBy: (sortField === id ? [id] : [sortField, id]).map((field) => direction(sql`${field.column}`)),
    position: { value: sql`${sortField.column}::text`, id: sql`${id.column}::text` },
    id: sql`${id.column}`,
    limit: query.limit,
    offset: query.skip,
  };
}

interface SortField extends ListField {
  readonly isNeverNull?: boolean;
}

/** A field by what it is sorted by, which is null where the field itself is. */
function asSorted(field: ListField): SortField {
  const column = field.sortedAs ?? (field.countsNumbers ? asCounted(field.column) : undefined);
  return column === undefined ? field : { ...field, column, isNeverNull: !mayBeNull(field) };
}

/** Numbers within a text filled up to twenty digits, and longer ones as they are, so that letters and numbers alike sort as they are read. */
const asCounted = (column: ListField['column']): SQL<string> =>
  sql`regexp_replace(regexp_replace(lower(${column}), '([0-9]+)', '0000000000000000000\\1', 'g'), '0*([0-9]{20,})', '\\1', 'g')`;

/** The rows beyond a position. PostgreSQL sorts null above every value. */
function after(
  query: ListQuery,
  { value, id: lastId }: Position,
  { field, id }: { readonly field: SortField; readonly id: ListField },
): SQL {
  if (query.skip > 0)
    throw invalidList('skip', 'with_cursor', 'A cursor says where the page begins; leave skip out.');
  const beyond = query.sort_order === 'asc' ? sql.raw('>') : sql.raw('<');
  const idBeyond = sql`${id.column} ${beyond} ${lastId}::uuid`;
  if (field === id) return idBeyond;
  const isNull = sql`${field.column} is null`;
  if (value === null)
    return query.sort_order === 'asc'
      ? (and(isNull, idBeyond) as SQL)
      : sql`((${isNull} and ${idBeyond}) or ${field.column} is not null)`;
  const rowBeyond = sql`(${field.column}, ${id.column}) ${beyond} (${value}::${sqlTypeOf(field)}, ${lastId}::uuid)`;
  return query.sort_order === 'asc' && mayBeNull(field) ? (or(rowBeyond, isNull) as SQL) : rowBeyond;
}

const sqlTypes = {
  text: 'text',
  texts: 'text[]',
  number: 'double precision',
  boolean: 'boolean',
  time: 'timestamptz',
  id: 'uuid',
} as const;

/** A value of another type than its column could not be looked up in the column's index. */
const sqlTypeOf = ({ column, type }: ListField): SQL =>
  sql.raw(column instanceof PgColumn ? column.getSQLType() : sqlTypes[type]);

const mayBeNull = ({ column, isNeverNull }: SortField): boolean =>
  isNeverNull !== true && (!(column instanceof PgColumn) || !column.notNull);

/** Every word must occur in one of the fields, in any case, or begin an id. */
function searchCondition(
  text: string | undefined,
  stored: SQL | undefined,
  fields: ListFields,
): SQL | undefined {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return undefined;
  const searchedIn = stored ?? searchedText(fields);
  if (!searchedIn) throw invalidList('search', 'not_searched', 'This list cannot be searched.');
  const ids = Object.values(fields).filter(({ beginsLike }) => beginsLike);
  const begun = (word: string) => ids.filter(({ beginsLike }) => beginsLike?.test(word));
  const holding = (word: string): SQL => sql`${`%${escapeLike(word)}%`}`;
  // An index of what is stored looks for each by itself. What is put together of a row is so once for all words.
  const [single, together] = [true, false].map((isSingle) =>
    words.filter((word) => (stored !== undefined || begun(word).length > 0) === isSingle),
  ) as [string[], string[]];
  return and(
    ...single.map((word) =>
      or(
        sql`${searchedIn} like ${holding(word)}`,
        ...begun(word).map(({ column }) => sql`${column} like ${`${escapeLike(word)}%`}`),
      ),
    ),
    together.length === 0
      ? undefined
      : sql`${searchedIn} like all (array[${sql.join(together.map(holding), sql`, `)}]::text[])`,
  );
}

function searchedText(fields: ListFields): SQL | undefined {
  const searched = Object.values(fields).flatMap(({ column, isSearched, shownAs }) =>
    isSearched ? [column] : (shownAs ?? []),
  );
  const parts = searched.map((words) => sql`coalesce(lower(${words}::text), '')`);
  return parts.length > 0 ? sql`(${sql.join(parts, sql` || chr(10) || `)})` : undefined;
}
