import type { ListQuery } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, asc, desc, sql, type SQL } from 'drizzle-orm';
import { parseFilter, type Comparison, type FilterNode, type FilterValue } from './odata-filter.ts';

/** A response field that lists may filter and sort by; nothing that is not listed here can be reached. */
export interface ListField {
  readonly column: SQL | { getSQL(): SQL };
  readonly type: 'text' | 'number' | 'boolean' | 'time' | 'id';
}
export type ListFields = Readonly<Record<string, ListField>>;

export interface ListPlan {
  readonly where: SQL | undefined;
  readonly orderBy: SQL[];
  readonly limit: number;
  readonly offset: number;
}

/** Turns the query of a list into SQL over the given fields. `id` breaks ties, so that pages never overlap. */
export function planList(query: ListQuery, fields: ListFields, defaultSort: string): ListPlan {
  const sortBy = query.sort_by ?? defaultSort;
  const sortField = Object.hasOwn(fields, sortBy) ? fields[sortBy] : undefined;
  if (!sortField)
    throw invalid('sort_by', 'unknown_field', `Fields to sort by: ${Object.keys(fields).join(', ')}.`);
  const direction = query.sort_order === 'asc' ? asc : desc;
  const id = fields['id'];
  return {
    where: query.$filter?.trim() ? toSql(readFilter(query.$filter), fields) : undefined,
    orderBy: [direction(sortField.column as SQL), ...(id ? [direction(id.column as SQL)] : [])],
    limit: query.limit,
    offset: query.skip,
  };
}

function readFilter(text: string): FilterNode {
  const parsed = parseFilter(text);
  if (!parsed.ok)
    throw invalid('$filter', 'syntax', `${parsed.message} (at character ${parsed.position + 1})`);
  return parsed.node;
}

function toSql(node: FilterNode, fields: ListFields): SQL {
  switch (node.kind) {
    case 'and':
      return and(toSql(node.left, fields), toSql(node.right, fields)) as SQL;
    case 'or':
      return sql`(${toSql(node.left, fields)} or ${toSql(node.right, fields)})`;
    case 'not':
      return sql`not (${toSql(node.operand, fields)})`;
    case 'text':
      return textMatch(node.fn, fieldOf(node.field, fields), node.lower, String(node.value));
    case 'in': {
      const field = fieldOf(node.field, fields);
      const values = node.values.map((value) => parameter(value, field, node.lower));
      return sql`${expression(field, node.lower)} in (${sql.join(values, sql`, `)})`;
    }
    case 'compare':
      return compare(node.operator, fieldOf(node.field, fields), node.lower, node.value);
  }
}

function fieldOf(name: string, fields: ListFields): ListField {
  const field = Object.hasOwn(fields, name.replaceAll('/', '.'))
    ? fields[name.replaceAll('/', '.')]
    : undefined;
  if (!field)
    throw invalid('$filter', 'unknown_field', `Fields to filter by: ${Object.keys(fields).join(', ')}.`);
  return field;
}

const operators: Readonly<Record<Comparison, SQL>> = {
  eq: sql.raw('='),
  ne: sql.raw('<>'),
  gt: sql.raw('>'),
  ge: sql.raw('>='),
  lt: sql.raw('<'),
  le: sql.raw('<='),
};

function compare(operator: Comparison, field: ListField, lower: boolean, value: FilterValue): SQL {
  const left = expression(field, lower);
  if (value === null && operator !== 'eq' && operator !== 'ne')
    throw invalid('$filter', 'type', 'null can be compared with eq and ne only.');
  if (value === null) return operator === 'eq' ? sql`${left} is null` : sql`${left} is not null`;
  return sql`${left} ${operators[operator]} ${parameter(value, field, lower)}`;
}

const expression = (field: ListField, lower: boolean): SQL =>
  lower ? sql`lower(${field.column}::text)` : sql`${field.column}`;

function textMatch(
  fn: 'contains' | 'startswith' | 'endswith',
  field: ListField,
  lower: boolean,
  value: string,
): SQL {
  const escaped = value.replace(/[\\%_]/g, '\\$&');
  const pattern = `${fn === 'startswith' ? '' : '%'}${escaped}${fn === 'endswith' ? '' : '%'}`;
  return sql`${lower ? sql`lower(${field.column}::text)` : sql`${field.column}::text`} like ${pattern}`;
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks a literal against its field, so that the database never sees one that it cannot read. */
function parameter(value: FilterValue, field: ListField, lower: boolean): SQL {
  const fault = (expected: string) => invalid('$filter', 'type', `${expected} is expected.`);
  switch (lower ? 'text' : field.type) {
    case 'number':
      if (typeof value !== 'number') throw fault('A number');
      // Without the cast an integer column would refuse 1.5, which is a fair thing to compare with.
      return sql`${value}::double precision`;
    case 'boolean':
      if (typeof value !== 'boolean') throw fault('true or false');
      return sql`${value}`;
    case 'time': {
      const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      // Years beyond four digits are spelled with a sign, which PostgreSQL does not read.
      const text = Number.isNaN(time) ? '+' : new Date(time).toISOString();
      if (!/^[0-9]/.test(text) || text.startsWith('0000')) throw fault('A time such as 2026-01-31T00:00:00Z');
      return sql`${text}::timestamptz`;
    }
    case 'id':
      if (typeof value !== 'string' || !uuid.test(value)) throw fault('A UUID');
      return sql`${value}::uuid`;
    case 'text':
      return sql`${String(value)}`;
  }
}

const invalid = (path: string, code: string, message: string): Problem =>
  new Problem('invalid', 'request.invalid', 'The query of this list is not valid.', {
    errors: [{ path, code, message }],
  });
