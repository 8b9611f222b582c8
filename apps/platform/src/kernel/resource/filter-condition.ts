import { and, sql, type SQL } from 'drizzle-orm';
import { fieldNamed, spelledAs, type ListField, type ListFields } from './fields.ts';
import { parseFilter, type Comparison, type FilterNode, type FilterValue } from './odata-filter.ts';
import { invalidList } from './problems.ts';

/** `$filter` as SQL over the declared fields. */
export function filterCondition(text: string | undefined, fields: ListFields): SQL | undefined {
  return text?.trim() ? toSql(readFilter(text), fields) : undefined;
}

function readFilter(text: string): FilterNode {
  const parsed = parseFilter(text);
  if (!parsed.ok)
    throw invalidList('$filter', 'syntax', `${parsed.message} (at character ${parsed.position + 1})`);
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
  const field = fieldNamed(fields, name.replaceAll('/', '.'));
  if (!field)
    throw invalidList('$filter', 'unknown_field', `Fields to filter by: ${Object.keys(fields).join(', ')}.`);
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
  if (value === null && operator !== 'eq' && operator !== 'ne')
    throw invalidList('$filter', 'type', 'null can be compared with eq and ne only.');
  if (field.type === 'texts') return holds(operator, field, value);
  const left = expression(field, lower);
  if (value === null) return operator === 'eq' ? sql`${left} is null` : sql`${left} is not null`;
  return sql`${left} ${operators[operator]} ${parameter(value, field, lower)}`;
}

/** A list of texts equals a text when it holds it. */
function holds(operator: Comparison, field: ListField, value: FilterValue): SQL {
  if (typeof value !== 'string' || (operator !== 'eq' && operator !== 'ne'))
    throw invalidList('$filter', 'type', 'A text is expected, with eq or ne.');
  const isHeld = sql`${field.column} @> array[${value}]::text[]`;
  return operator === 'eq' ? isHeld : sql`not (${isHeld})`;
}

const expression = (field: ListField, lower: boolean): SQL =>
  lower || field.type === 'texts'
    ? sql`${lower ? sql.raw('lower') : sql.raw('')}(${field.column}::text)`
    : sql`${field.column}`;

function textMatch(
  fn: 'contains' | 'startswith' | 'endswith',
  field: ListField,
  lower: boolean,
  value: string,
): SQL {
  const pattern = `${fn === 'startswith' ? '' : '%'}${escapeLike(value)}${fn === 'endswith' ? '' : '%'}`;
  return sql`${lower ? sql`lower(${field.column}::text)` : sql`${field.column}::text`} like ${pattern}`;
}

/** A text as a pattern of `like` that means itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Checks a literal against its field, so that the database never sees one that it cannot read. */
function parameter(value: FilterValue, field: ListField, lower: boolean): SQL {
  const fault = (expected: string) => invalidList('$filter', 'type', `${expected} is expected.`);
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
    case 'texts':
      return sql`${field.words && !lower ? spelledAs(field.words, String(value)) : String(value)}`;
  }
}
