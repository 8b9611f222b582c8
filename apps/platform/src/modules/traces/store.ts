import { and, asc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import { modelPrices, spans, traces, type SpanRow, type TraceRow } from './tables.ts';
import { searchedText, wordsOf } from './words.ts';

type Value = string | number | boolean | null;
type Columns<Row> = readonly (readonly [name: string, type: string, valueOf: (row: Row) => Value])[];

/** The two halves of a statement around its one parameter, the rows. */
type Insert = readonly [before: SQL, after: SQL];

/**
 * All rows are one parameter, as JSON. Putting together a parameter for every value, or an array for every column, costs
 * more than the calls do; and what stays the same every time is written once.
 */
function insertInto<Row>(table: string, columns: Columns<Row>, conflict: string): Insert {
  const names = columns.map(([name]) => name).join(', ');
  // JSON goes as a text inside of it: read as a whole, PostgreSQL would refuse it for a NUL that it may well hold.
  const values = columns.map(([name, type]) => (type === 'json' ? `${name}::json` : name)).join(', ');
  const types = columns.map(([name, type]) => `${name} ${type === 'json' ? 'text' : type}`).join(', ');
  return [
    sql.raw(`insert into ${table} (${names}) select ${values} from json_to_recordset(`),
    sql.raw(`::json) as given (${types}) ${conflict}`),
  ];
}

/** A row as its statement takes it, and how many characters its values have: the escapes of JSON within JSON are not counted. */
export interface Written<Row> {
  readonly row: Row;
  readonly text: string;
  readonly characters: number;
}

/** What is null is left out: PostgreSQL takes what it does not find for null. */
function writtenAs<Row>(columns: Columns<Row>, row: Row): Written<Row> {
  let text = '';
  let characters = 0;
  for (const [name, , valueOf] of columns) {
    const value = valueOf(row);
    if (value === null) continue;
    text += `${text === '' ? '{' : ','}"${name}":${JSON.stringify(value)}`;
    characters += name.length + (typeof value === 'string' ? value.length : 0);
  }
  return { row, text: `${text}}`, characters };
}

export const writtenSpan = (row: SpanRow): Written<SpanRow> => writtenAs(spanColumns, row);
export const writtenTrace = (row: TraceRow): Written<TraceRow> => writtenAs(traceColumns, row);

const filled = ([before, after]: Insert, rows: readonly Written<unknown>[]): SQL =>
  sql`${before}${`[${rows.map(({ text }) => text).join(',')}]`}${after}`;

/**
 * The spans that were not known before, in their order. A target is told the ids of the span of its call, so whoever
 * reports under them must not keep ours out.
 */
export async function insertSpans(tx: Tx, written: readonly Written<SpanRow>[]): Promise<SpanRow[]> {
  const { rows: stored } = await tx.execute<{ id: string }>(filled(spanInsert, written));
  const rows = written.map(({ row }) => row);
  if (stored.length === rows.length) return rows;
  const ids = new Set(stored.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Whoever knows an id may report under it, but learns nothing of another project by that. */
const isElsewhere = '(traces.project_id is distinct from excluded.project_id)';
/**
 * What Sonde saw itself wins over what is reported, and of reported roots the first of the project whose trace it is: none takes
 * over a trace, not even before its own root has come.
 */
const wins = `(excluded.has_root and (excluded.source <> 'application'
  or (traces.source = 'application' and not traces.has_root and not ${isElsewhere})))`;

/**
 * A trace takes in what came of it. What its root says wins over what came before the root; counts add up. Rows come in
 * the order of their traces, so that two who write of the same ones wait for each other instead of blocking one another.
 */
export async function mergeTraces(tx: Tx, written: readonly Written<TraceRow>[]): Promise<void> {
  if (written.length > 0) await tx.execute(filled(traceInsert, written));
}

const spanColumns: Columns<SpanRow> = [
  ['id', 'uuid', (row) => row.id],
  ['organization_id', 'uuid', (row) => row.organizationId],
  ['trace_id', 'text', (row) => row.traceId],
  ['span_id', 'text', (row) => row.spanId],
  ['parent_span_id', 'text', (row) => row.parentSpanId],
  ['name', 'text', (row) => row.name],
  ['kind', 'text', (row) => row.kind],
  ['status', 'text', (row) => row.status],
  ['status_message', 'text', (row) => row.statusMessage],
  ['source', 'text', (row) => row.source],
  ['service', 'text', (row) => row.service],
  ['endpoint_id', 'uuid', (row) => row.endpointId],
  ['project_id', 'uuid', (row) => row.projectId],
  ['environment', 'text', (row) => row.environment],
  ['conversation_id', 'text', (row) => row.conversationId],
  ['model', 'text', (row) => row.model],
  ['input_tokens', 'bigint', (row) => row.inputTokens],
  ['output_tokens', 'bigint', (row) => row.outputTokens],
  ['started_at', 'timestamptz', (row) => row.startedAt.toISOString()],
  ['duration_ms', 'double precision', (row) => row.durationMs],
  ['stages', 'json', (row) => JSON.stringify(row.stages)],
  ['events', 'json', (row) => JSON.stringify(row.events)],
  ['attributes', 'json', (row) => JSON.stringify(row.attributes)],
];

const traceColumns: Columns<TraceRow> = [
  ['id', 'uuid', (row) => row.id],
  ['organization_id', 'uuid', (row) => row.organizationId],
  ['project_id', 'uuid', (row) => row.projectId],
  ['trace_id', 'text', (row) => row.traceId],
  ['name', 'text', (row) => row.name],
  ['endpoint_name', 'text', (row) => row.endpointName],
  ['has_root', 'boolean', (row) => row.hasRoot],
  ['status', 'text', (row) => row.status],
  ['status_code', 'integer', (row) => row.statusCode],
  ['source', 'text', (row) => row.source],
  ['service', 'text', (row) => row.service],
  ['environment', 'text', (row) => row.environment],
  ['endpoint_id', 'uuid', (row) => row.endpointId],
  ['conversation_id', 'text', (row) => row.conversationId],
  ['test_run_id', 'uuid', (row) => row.testRunId],
  ['test_result_id', 'uuid', (row) => row.testResultId],
  ['test_id', 'uuid', (row) => row.testId],
  ['message', 'text', (row) => row.message],
  ['answer', 'text', (row) => row.answer],
  ['span_count', 'integer', (row) => row.spanCount],
  ['error_count', 'integer', (row) => row.errorCount],
  ['started_at', 'timestamptz', (row) => row.startedAt.toISOString()],
  ['ended_at', 'timestamptz', (row) => withMicroseconds(row.startedAt.getTime() + row.durationMs)],
  ['updated_at', 'timestamptz', (row) => row.updatedAt.toISOString()],
  ['words', 'text', wordsOf],
];

const spanInsert = insertInto(
  'spans',
  spanColumns,
  `on conflict (organization_id, trace_id, span_id) do update set
      ${spanColumns.map(([name]) => `${name} = excluded.${name}`).join(', ')}
    where spans.source = 'application' and excluded.source <> 'application' returning id`,
);

/** What a trace says once another row has come to it. */
const merged = (name: string): string =>
  `case when ${wins} then case when ${isElsewhere} then excluded.${name} else coalesce(excluded.${name}, traces.${name}) end
    when ${isElsewhere} then traces.${name} else coalesce(traces.${name}, excluded.${name}) end`;

/** Of that; the database has the texts of both rows before it. */
const mergedWords = `lower(concat_ws(chr(10), ${merged('name')}, ${merged('endpoint_name')},
    left(${merged('message')}, ${searchedText}), left(${merged('answer')}, ${searchedText})))`;

const factsOfRoot = [
  'name',
  'endpoint_name',
  'status_code',
  'source',
  'service',
  'environment',
  'project_id',
  'endpoint_id',
  'conversation_id',
  'test_run_id',
  'test_result_id',
  'test_id',
  'message',
  'answer',
];

const traceInsert = insertInto(
  'traces',
  traceColumns,
  `on conflict (organization_id, trace_id) do update set
    ${factsOfRoot.map((name) => `${name} = ${merged(name)}`).join(', ')},
    words = ${mergedWords},
    status = case when ${wins} then excluded.status
      when traces.has_root or traces.source <> 'application' then traces.status
      when 'error' in (excluded.status, traces.status) then 'error' else 'ok' end,
    has_root = traces.has_root or ${wins},
    span_count = traces.span_count + excluded.span_count,
    error_count = traces.error_count + excluded.error_count,
    started_at = least(traces.started_at, excluded.started_at),
    ended_at = greatest(traces.ended_at, excluded.ended_at),
    updated_at = excluded.updated_at`,
);

/** Most spans of an application are shorter than the thousandth of a second that a Date can tell. */
function withMicroseconds(milliseconds: number): string {
  const micro = Math.round((milliseconds - Math.floor(milliseconds)) * 1000) % 1000;
  return new Date(milliseconds).toISOString().replace('Z', `${String(micro).padStart(3, '0')}Z`);
}

export interface TraceTokens extends Record<string, unknown> {
  readonly trace_id: string;
  readonly model: string | null;
  readonly input: string;
  readonly output: string;
}

/** Names of models come from whoever reports, and each is looked up in the price table: beyond these they are one. */
const mostModels = 100;

/** Of a trace, so many spans are looked at for its tokens: how many it has is up to whoever reports. */
export const mostCounted = 2_000;

/**
 * Tokens by trace and model. What a span says of the calls right below it as well is not counted twice: each id is looked
 * for among all in one pass, since a join may come to compare every span with every other, however it is written.
 */
export async function readTokens(
  tx: Tx,
  organizationId: string,
  traceIds: readonly string[],
): Promise<TraceTokens[]> {
  if (traceIds.length === 0) return [];
  const { rows } = await tx.execute<TraceTokens>(sql`
    with counted as (
      select span.* from unnest(${sql.param([...traceIds])}::text[]) as wanted (id) cross join lateral (
        select trace_id, span_id, parent_span_id, model, input_tokens, output_tokens from spans
        where organization_id = ${organizationId} and trace_id = wanted.id
        order by span_id limit ${mostCounted}) span
      where input_tokens is not null or output_tokens is not null
    ), told as (
      select trace_id, model, input_tokens, output_tokens, is_span,
        bool_or(not is_span) over (partition by trace_id, id) as is_above
      from (
        select trace_id, span_id as id, model, input_tokens, output_tokens, true as is_span from counted
        union all select trace_id, parent_span_id, null, null, null, false from counted
          where parent_span_id is not null) named
    )
    select trace_id, case when place <= ${mostModels} then model end as model,
      sum(coalesce(input_tokens, 0))::text as input, sum(coalesce(output_tokens, 0))::text as output
    from (
      select told.*, dense_rank() over (partition by trace_id order by model) as place from told
      where is_span and not is_above) each_once
    group by 1, 2`);
  return rows;
}

export const readPrices = (tx: Tx, organizationId: string) =>
  tx
    .select()
    .from(modelPrices)
    .where(eq(modelPrices.organizationId, organizationId))
    .orderBy(asc(modelPrices.model));

export async function replacePrices(
  tx: Tx,
  organizationId: string,
  rows: readonly (typeof modelPrices.$inferInsert)[],
): Promise<void> {
  await tx.delete(modelPrices).where(eq(modelPrices.organizationId, organizationId));
  if (rows.length > 0) await tx.insert(modelPrices).values([...rows]);
}

export async function findTraceRow(
  tx: Tx,
  organizationId: string,
  traceId: string,
): Promise<TraceRow | undefined> {
  const [row] = await tx
    .select()
    .from(traces)
    .where(and(eq(traces.organizationId, organizationId), eq(traces.traceId, traceId)));
  return row;
}

const removedAtOnce = 5_000;

/** In pieces, so that no statement holds a table's worth of rows. */
export async function removeBefore(database: Database, before: Date): Promise<number> {
  const remove = async (
    table: typeof spans | typeof traces,
    at: typeof spans.startedAt | typeof traces.endedAt,
  ) => {
    for (let total = 0; ;) {
      const old = database.query
        .select({ id: table.id })
        .from(table)
        .where(lt(at, before))
        .limit(removedAtOnce);
      const removed = await database.query
        .delete(table)
        .where(inArray(table.id, old))
        .returning({ one: sql`1` });
      total += removed.length;
      if (removed.length < removedAtOnce) return total;
    }
  };
  const removed = await remove(spans, spans.startedAt);
  await remove(traces, traces.endedAt);
  return removed;
}
