import { environments, type ListQuery, type Span } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { and, asc, eq, getTableColumns, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Page } from '#kernel/http';
import { newId } from '#kernel/ids';
import type { Log } from '#kernel/log';
import { planList, readList, visibleTo, type ListFields } from '#kernel/resource';
import { spans as table, type SpanRow } from './tables.ts';

/** A finished span, before it has an id and a row. Times are milliseconds since the epoch. */
export type NewSpan = Omit<SpanRow, 'id' | 'organizationId' | 'startedAt' | 'stages' | 'attributes'> & {
  readonly startedAt: number;
  readonly stages: readonly { stage: string; startMs: number; durationMs: number }[];
  readonly attributes: Readonly<Record<string, unknown>>;
};

export interface SpanExporter {
  export(organizationId: string, spans: readonly SpanRow[]): void;
  close(): Promise<void>;
}

export interface TracesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly exporter?: SpanExporter | undefined;
  /** Meters the spans, in the transaction that writes them. */
  readonly meter?: ((tx: Tx, organizationId: string, spans: number) => Promise<void>) | undefined;
}

export type Traces = ReturnType<typeof createTraces>;

const flushAfterMs = 25;
const flushAt = 200;
const retentionDays = 30;
const removedAtOnce = 5_000;

/**
 * Keeps one span per call. Spans are written in small batches so that a call never waits for them; whoever reads first
 * has what this process still holds written out.
 */
export function createTraces({ database, clock, log, exporter, meter }: TracesOptions) {
  let waiting: SpanRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: readonly SpanRow[]): Promise<void> {
    for (const [organizationId, rows] of Map.groupBy(batch, (row) => row.organizationId)) {
      await database
        .tenant(organizationId, async (tx) => {
          await tx.execute(insertSpans(rows));
          await meter?.(tx, organizationId, rows.length);
        })
        .catch((error: unknown) =>
          log.warn({ err: error, spans: rows.length }, 'spans could not be written'),
        );
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => write(batch));
    return writing;
  }

  return {
    flush,

    /** Where a trace is, for what is attached to it; after a flush. */
    async place(
      tx: Tx,
      { organizationId, projectId }: MemberPrincipal,
      traceId: string,
    ): Promise<{ projectId: string | null } | undefined> {
      const [found] = await tx
        .select({ projectId: table.projectId })
        .from(table)
        .where(
          and(
            eq(table.organizationId, organizationId),
            eq(table.traceId, traceId),
            projectId === null ? undefined : eq(table.projectId, projectId),
          ),
        )
        .limit(1);
      return found;
    },

    async record(organizationId: string, span: NewSpan): Promise<void> {
      const row: SpanRow = {
        ...span,
        id: newId(),
        organizationId,
        startedAt: new Date(span.startedAt),
        stages: span.stages.map(({ stage, startMs, durationMs }) => ({
          stage,
          start_ms: startMs,
          duration_ms: durationMs,
        })),
        name: span.name.replaceAll('\0', '\u{FFFD}'),
        statusMessage: withoutNul(span.statusMessage),
        conversationId: withoutNul(span.conversationId),
      };
      waiting.push(row);
      exporter?.export(organizationId, [row]);
      if (waiting.length >= flushAt) await flush();
      else timer ??= setTimeout(() => void flush(), flushAfterMs);
    },

    async list(principal: MemberPrincipal, query: ListQuery): Promise<Page<Span>> {
      await flush();
      const plan = planList(query, listFields, 'started_at');
      const within = visibleTo(principal, table);
      return database.tenant(principal.organizationId, (tx) =>
        readList(tx, table, { plan, within, present }),
      );
    },

    async get(principal: MemberPrincipal, traceId: string): Promise<Span[]> {
      await flush();
      const rows = await database.tenantRead(principal.organizationId, (tx) =>
        tx
          .select(getTableColumns(table))
          .from(table)
          .where(and(visibleTo(principal, table), eq(table.traceId, traceId)))
          .orderBy(asc(table.startedAt))
          .limit(1000),
      );
      if (rows.length === 0) throw new Problem('not_found', 'trace.not_found', 'Trace not found.');
      return rows.map(present);
    },

    /** For the scheduled clean-up: in pieces, so that no statement holds a table's worth of rows. */
    async removeOld(): Promise<number> {
      const before = new Date(clock.now() - retentionDays * 86_400_000);
      for (let total = 0; ;) {
        const old = database.query
          .select({ id: table.id })
          .from(table)
          .where(lt(table.startedAt, before))
          .limit(removedAtOnce);
        const removed = await database.query
          .delete(table)
          .where(inArray(table.id, old))
          .returning({ one: sql`1` });
        total += removed.length;
        if (removed.length < removedAtOnce) return total;
      }
    },

    async close(): Promise<void> {
      await flush();
      await exporter?.close();
    },
  };
}

/** One array for each column: putting together a parameter for every value of every row costs more than the calls do. */
function insertSpans(rows: readonly SpanRow[]): SQL {
  const columns: readonly (readonly [
    name: string,
    type: string,
    valueOf: (row: SpanRow) => string | number | null,
  ])[] = [
    ['id', 'uuid', (row) => row.id],
    ['organization_id', 'uuid', (row) => row.organizationId],
    ['trace_id', 'text', (row) => row.traceId],
    ['span_id', 'text', (row) => row.spanId],
    ['parent_span_id', 'text', (row) => row.parentSpanId],
    ['name', 'text', (row) => row.name],
    ['kind', 'text', (row) => row.kind],
    ['status', 'text', (row) => row.status],
    ['status_message', 'text', (row) => row.statusMessage],
    ['endpoint_id', 'uuid', (row) => row.endpointId],
    ['project_id', 'uuid', (row) => row.projectId],
    ['environment', 'text', (row) => row.environment],
    ['conversation_id', 'text', (row) => row.conversationId],
    ['started_at', 'timestamptz', (row) => row.startedAt.toISOString()],
    ['duration_ms', 'double precision', (row) => row.durationMs],
    ['stages', 'json', (row) => JSON.stringify(row.stages)],
    ['attributes', 'json', (row) => JSON.stringify(row.attributes)],
  ];
  // Arrays go as text and are cast here, so that both drivers write them alike.
  const arrays = columns.map(
    ([, type, valueOf]) =>
      sql`${sql.param(rows.map((row) => textOf(valueOf(row))))}::text[]::${sql.raw(type)}[]`,
  );
  const names = sql.raw(columns.map(([name]) => name).join(', '));
  return sql`insert into spans (${names}) select * from unnest(${sql.join(arrays, sql`, `)})`;
}

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

const listFields: ListFields = {
  id: { column: table.id, type: 'id' },
  trace_id: { column: table.traceId, type: 'text' },
  name: { column: table.name, type: 'text', isSearched: true },
  status: { column: table.status, type: 'text', words: ['ok', 'error'] },
  endpoint_id: { column: table.endpointId, type: 'id' },
  project_id: { column: table.projectId, type: 'id' },
  environment: { column: table.environment, type: 'text', words: environments },
  conversation_id: { column: table.conversationId, type: 'text' },
  started_at: { column: table.startedAt, type: 'time' },
  duration_ms: { column: table.durationMs, type: 'number' },
};

/** PostgreSQL's text cannot hold NUL, which a target may send. */
const withoutNul = (text: string | null): string | null => text?.replaceAll('\0', '\u{FFFD}') ?? null;

const present = (row: SpanRow): Span => ({
  id: row.id,
  trace_id: row.traceId,
  span_id: row.spanId,
  parent_span_id: row.parentSpanId,
  name: row.name,
  kind: row.kind,
  status: row.status,
  status_message: row.statusMessage,
  endpoint_id: row.endpointId,
  project_id: row.projectId,
  environment: row.environment,
  conversation_id: row.conversationId,
  started_at: row.startedAt.toISOString(),
  duration_ms: row.durationMs,
  stages: row.stages,
  attributes: row.attributes,
});
