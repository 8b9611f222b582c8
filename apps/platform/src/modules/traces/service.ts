import type { ListQuery, ModelPrice, Span, Trace, TraceTurn } from '@sonde/contract';
import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import type { Log } from '#kernel/log';
import { createPauses } from '#kernel/pauses';
import { createRows, visibleTo } from '#kernel/resource';
import { fullTurn, readTurns, turnOf, type Turn } from './conversation.ts';
import { readSpan, type NewSpan, type ReadSpan } from './new-span.ts';
import { readReported } from './read-reported.ts';
import { nothingSpent, spentBy } from './prices.ts';
import { presentSpan, presentTrace, traceNotFound, traceResource } from './resource.ts';
import * as store from './store.ts';
import { summaries } from './summary.ts';
import { spans as table, traces, type SpanRow, type TraceRow } from './tables.ts';

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
  readonly retentionDays?: number;
}

export type Traces = ReturnType<typeof createTraces>;

const flushAfterMs = 100;
const flushAt = 200;
/** Rows of one statement, and characters of them as JSON unless one alone has more: nobody else is served meanwhile. */
const rowsAtOnce = 250;
const charactersAtOnce = 262_144;
const mostSpans = 2_000;
/** Bodies of one trace that an answer carries; beyond, spans come without them. */
const mostBodyCharacters = 8_000_000;

/**
 * Keeps spans: one for each call Sonde makes, and those that applications report. The former are written in small
 * batches so that a call never waits for them; whoever reads first has what this process still holds written out. The
 * latter are acknowledged when they are stored.
 */
export function createTraces({ database, clock, log, exporter, meter, retentionDays = 30 }: TracesOptions) {
  let waiting: ReadSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const rows = createRows({ resource: traceResource, clock });

  /** One transaction; spans and traces in one order for everybody, so that two who bring the same wait for each other. */
  const persist = (organizationId: string, unordered: readonly ReadSpan[]): Promise<number> =>
    database.tenant(organizationId, async (tx) => {
      const distinct = new Map(unordered.toReversed().map((read) => [keyOf(read.row), read]));
      const ordered = [...distinct]
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([, read]) => read);
      const known = new Set<SpanRow>();
      const pause = createPauses();
      for (const part of partsOf(
        ordered.map(({ row }) => row),
        store.writtenSpan,
      )) {
        await pause();
        for (const row of await store.insertSpans(tx, part)) known.add(row);
      }
      const stored = ordered.filter(({ row }) => known.has(row));
      const inTurn = async (write: () => Promise<void> | undefined): Promise<void> => {
        await pause();
        await write();
      };
      // Sent together unless others have their turn in between: none of these waits for what another has to say.
      await Promise.all([
        ...[...partsOf(summaries(stored, new Date(clock.now())), store.writtenTrace)].map((part) =>
          inTurn(() => store.mergeTraces(tx, part)),
        ),
        inTurn(() => (stored.length > 0 ? meter?.(tx, organizationId, stored.length) : undefined)),
      ]);
      return stored.length;
    });

  async function write(batch: readonly ReadSpan[]): Promise<void> {
    for (const [organizationId, own] of Map.groupBy(batch, ({ row }) => row.organizationId))
      await persist(organizationId, own).catch((error: unknown) =>
        log.warn({ err: error, spans: own.length }, 'spans could not be written'),
      );
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) writing = writing.then(() => write(batch));
    return writing;
  }

  /** After what is waiting was written. */
  async function reading<T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>): Promise<T> {
    await flush();
    return database.tenant(principal.organizationId, work);
  }

  async function find(tx: Tx, principal: MemberPrincipal, traceId: string): Promise<TraceRow> {
    const [row] = await tx
      .select()
      .from(traces)
      .where(and(visibleTo(principal, traces), eq(traces.traceId, traceId)));
    if (!row) throw traceNotFound();
    return row;
  }

  async function present(
    tx: Tx,
    { organizationId }: MemberPrincipal,
    found: readonly TraceRow[],
  ): Promise<Trace[]> {
    const tokens = Map.groupBy(
      await store.readTokens(
        tx,
        organizationId,
        found.map(({ traceId }) => traceId),
      ),
      (row) => row.trace_id,
    );
    const prices = tokens.size > 0 ? (await store.readPrices(tx, organizationId)).map(presentPrice) : [];
    return found.map((row) => {
      const used = tokens.get(row.traceId);
      return presentTrace(row, used ? spentBy(used, prices) : nothingSpent);
    });
  }

  return {
    flush,

    /** Where a trace is, for what is attached to it; after a flush. By its own id or by its trace id. */
    async place(
      tx: Tx,
      principal: MemberPrincipal,
      id: string,
    ): Promise<{ id: string; traceId: string; projectId: string | null } | undefined> {
      if (!/^[0-9a-f-]{32,36}$/i.test(id)) return undefined;
      const isThis = id.length === 32 ? eq(traces.traceId, id.toLowerCase()) : eq(traces.id, id);
      const [found] = await tx
        .select({ id: traces.id, traceId: traces.traceId, projectId: traces.projectId })
        .from(traces)
        .where(and(visibleTo(principal, traces), isThis));
      return found;
    },

    async record(organizationId: string, span: NewSpan): Promise<void> {
      const read = readSpan(organizationId, span, false);
      waiting.push(read);
      exporter?.export(organizationId, [read.row]);
      if (waiting.length >= flushAt) await flush();
      else timer ??= setTimeout(() => void flush(), flushAfterMs);
    },

    /** What applications report; how many of them were not known before. */
    report: async (organizationId: string, spans: readonly NewSpan[]): Promise<number> =>
      spans.length === 0 ? 0 : persist(organizationId, await readReported(organizationId, spans)),

    list: (principal: MemberPrincipal, query: ListQuery): Promise<Page<Trace>> =>
      reading(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await present(tx, principal, page.rows), page.total, page);
      }),

    summary: (principal: MemberPrincipal, traceId: string): Promise<Trace> =>
      reading(principal, async (tx) => {
        const [shown] = await present(tx, principal, [await find(tx, principal, traceId)]);
        return shown as Trace;
      }),

    async get(principal: MemberPrincipal, traceId: string): Promise<Span[]> {
      await flush();
      const size = sql`octet_length(${table.attributes}::text) + octet_length(${table.events}::text)`;
      const isKept = sql`sum(${size}) over (order by ${table.startedAt}, ${table.id}) <= ${mostBodyCharacters}`;
      const found = await database.tenantRead(principal.organizationId, (tx) =>
        tx
          .select({
            ...getTableColumns(table),
            attributes: sql<SpanRow['attributes']>`case when ${isKept} then ${table.attributes}
              else '{"sonde.left_out": true}'::json end`,
            events: sql<SpanRow['events']>`case when ${isKept} then ${table.events} else '[]'::json end`,
          })
          .from(table)
          .where(and(visibleTo(principal, table), eq(table.traceId, traceId)))
          .orderBy(asc(table.startedAt), asc(table.id))
          .limit(mostSpans),
      );
      if (found.length === 0) throw traceNotFound();
      return found.map((row) => presentSpan(principal, row));
    },

    /** The turns of the conversation that a trace belongs to, itself alone if it belongs to none. */
    conversation: (principal: MemberPrincipal, traceId: string): Promise<TraceTurn[]> =>
      reading(principal, async (tx) => {
        const row = await find(tx, principal, traceId);
        if (row.conversationId === null) return [turnOf(row)];
        const within = and(
          visibleTo(principal, traces),
          eq(traces.conversationId, row.conversationId),
          row.endpointId === null
            ? row.service === null
              ? undefined
              : eq(traces.service, row.service)
            : isNotNull(traces.endpointId),
        );
        return (await readTurns(tx, within)).map(turnOf);
      }),

    /** What was said in a trace, or in its conversation up to it, in whole; for tests. */
    said: (
      principal: MemberPrincipal,
      traceId: string,
      scope: 'trace' | 'conversation',
    ): Promise<{ readonly row: TraceRow; readonly turns: readonly Turn[] }> =>
      reading(principal, async (tx) => {
        const row = await find(tx, principal, traceId);
        const upTo =
          scope === 'trace' || row.conversationId === null
            ? [row]
            : await readTurns(
                tx,
                and(
                  visibleTo(principal, traces),
                  eq(traces.conversationId, row.conversationId),
                  sql`(${traces.startedAt}, ${traces.id}) <= (${row.startedAt.toISOString()}::timestamptz, ${row.id}::uuid)`,
                ),
              );
        const turns: Turn[] = [];
        for (const one of upTo) turns.push(await fullTurn(tx, one));
        return { row, turns };
      }),

    prices: (principal: MemberPrincipal): Promise<{ prices: ModelPrice[] }> =>
      database.tenant(principal.organizationId, async (tx) => ({
        prices: (await store.readPrices(tx, principal.organizationId)).map(presentPrice),
      })),

    /** Of two prices of one model the later counts. */
    putPrices: ({ organizationId }: MemberPrincipal, prices: readonly ModelPrice[]) =>
      database.tenant(organizationId, async (tx) => {
        const distinct = new Map(prices.map((price) => [price.model.toLowerCase(), price]));
        await store.replacePrices(
          tx,
          organizationId,
          [...distinct].map(([modelKey, price]) => ({
            organizationId,
            modelKey,
            model: price.model,
            inputPerMillion: price.input_per_million,
            outputPerMillion: price.output_per_million,
          })),
        );
        return { prices: (await store.readPrices(tx, organizationId)).map(presentPrice) };
      }),

    /** For the scheduled clean-up. */
    removeOld: (): Promise<number> =>
      store.removeBefore(database, new Date(clock.now() - retentionDays * 86_400_000)),

    async close(): Promise<void> {
      await flush();
      await exporter?.close();
    },
  };
}

function* partsOf<Row>(
  rows: readonly Row[],
  write: (row: Row) => store.Written<Row>,
): Generator<store.Written<Row>[]> {
  let part: store.Written<Row>[] = [];
  let characters = 0;
  for (const row of rows) {
    const written = write(row);
    if (
      part.length === rowsAtOnce ||
      (part.length > 0 && characters + written.characters > charactersAtOnce)
    ) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(written);
    characters += written.characters;
  }
  if (part.length > 0) yield part;
}

const keyOf = ({ traceId, spanId }: SpanRow): string => `${traceId}${spanId}`;

const presentPrice = (row: {
  model: string;
  inputPerMillion: number;
  outputPerMillion: number;
}): ModelPrice => ({
  model: row.model,
  input_per_million: row.inputPerMillion,
  output_per_million: row.outputPerMillion,
});
