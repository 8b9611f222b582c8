import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Tx } from './database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';

/** What one process tells all others: small facts with ids, never whole documents. */
export interface DomainEvent {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | null;
  readonly data: Record<string, unknown>;
  /** Place in the organization's log; only kept events have one. It grows in the order in which events were kept. */
  readonly sequence?: number | undefined;
}

export interface NewEvent {
  readonly name: string;
  readonly organizationId: string | null;
  readonly data: Record<string, unknown>;
}

export interface KeptEvents {
  readonly events: readonly DomainEvent[];
  /** False when older events than those asked for have been removed already, so that some are missing. */
  readonly complete: boolean;
}

export interface Events {
  /** Tells listeners in every process, this one included. Call it after the commit it speaks of. */
  publish(event: NewEvent): Promise<void>;
  /** The same in the transaction of what it tells about: heard when that commits, and never when it does not. */
  tell(tx: Tx, event: NewEvent): Promise<void>;
  /**
   * The same in the transaction of what it tells about, and the event stays readable for a while, so that who was away
   * can catch up. It comes last in the transaction: from here to its end the organization's other events wait.
   */
  keep(tx: Tx, event: NewEvent & { readonly organizationId: string }): Promise<void>;
  keptAfter(organizationId: string, sequence: number, limit: number): Promise<KeptEvents>;
  /** Number of the newest kept event; 0 when there is none. */
  latestKept(organizationId: string): Promise<number>;
  /** Removes kept events beyond age and number; the newest of each organization stays as its mark. */
  removeOldKept(olderThan: Date, keepPerOrganization: number): Promise<number>;
  subscribe(name: string, listener: (event: DomainEvent) => void | Promise<void>): () => void;
  /** Called when this process may have missed events: its connection to the others was lost and is back. */
  onReconnect(listener: () => void): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const channel = 'sonde_events';
// PostgreSQL refuses notifications of 8,000 bytes and more.
const payloadBytesMax = 7_900;

const Received = z.object({
  id: z.string(),
  name: z.string(),
  organizationId: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  sequence: z.number().optional(),
});

/**
 * Publish and subscribe between processes over the database's NOTIFY. A listener that throws is logged and never
 * reaches the publisher. Who misses an event while disconnected reads the truth from its table.
 */
export function createEvents({ database, log }: { database: Database; log: Log }): Events {
  const listeners = new Map<string, Set<(event: DomainEvent) => void | Promise<void>>>();
  const reconnectListeners = new Set<() => void>();
  let subscription: { close(): Promise<void> } | undefined;

  const deliver = (event: DomainEvent): void => {
    for (const listener of [...(listeners.get(event.name) ?? []), ...(listeners.get('*') ?? [])]) {
      Promise.resolve()
        .then(() => listener(event))
        .catch((error: unknown) => log.error({ err: error, event: event.name }, 'a listener failed'));
    }
  };

  return {
    async publish(event) {
      await database.notify(channel, payloadOf({ id: newId(), ...event }));
    },
    async tell(tx, event) {
      await tx.execute(sql`select pg_notify(${channel}, ${payloadOf({ id: newId(), ...event })})`);
    },
    async keep(tx, event) {
      const id = newId();
      payloadOf({ id, ...event, sequence: Number.MAX_SAFE_INTEGER });
      await tx.execute(
        sql`select keep_event(${id}::uuid, ${event.organizationId}::uuid, ${event.name}, ${JSON.stringify(event.data)}::json, ${channel})`,
      );
    },
    keptAfter: (organizationId, sequence, limit) => readKept(database, organizationId, sequence, limit),
    async latestKept(organizationId) {
      const { rows } = await database.query.execute<{ latest: string | null }>(
        sql`select max(sequence) as latest from kept_events where organization_id = ${organizationId}`,
      );
      return Number(rows[0]?.latest ?? 0);
    },
    removeOldKept: (olderThan, keepPerOrganization) => removeKept(database, olderThan, keepPerOrganization),
    subscribe(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => void reconnectListeners.delete(listener);
    },
    async start() {
      subscription = await database.listen(
        channel,
        (payload) => {
          const event = readPayload(payload);
          if (event) deliver(event);
          else log.warn('something that is not an event came over the event channel');
        },
        () => reconnectListeners.forEach((listener) => listener()),
      );
    },
    async close() {
      await subscription?.close();
    },
  };
}

function payloadOf(event: DomainEvent): string {
  const payload = JSON.stringify(event);
  if (Buffer.byteLength(payload) > payloadBytesMax)
    throw new Error(
      `The event ${event.name} is larger than ${payloadBytesMax} bytes. Send ids and let listeners read the rows.`,
    );
  return payload;
}

function readPayload(payload: string): DomainEvent | undefined {
  try {
    return Received.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

async function readKept(
  database: Database,
  organizationId: string,
  sequence: number,
  limit: number,
): Promise<KeptEvents> {
  const { rows } = await database.query.execute<{
    sequence: string;
    id: string;
    name: string;
    data: Record<string, unknown>;
  }>(
    // The event the caller saw last is read along: as long as it is there, nothing after it has been removed.
    sql`select sequence, id, name, data from kept_events
        where organization_id = ${organizationId} and sequence >= ${sequence}
        order by sequence limit ${limit + 2}`,
  );
  const found = rows.map((row) => ({
    id: row.id,
    name: row.name,
    organizationId,
    data: row.data,
    sequence: Number(row.sequence),
  }));
  // 0 is where an organization begins that nothing has happened in yet.
  const hasMark = sequence === 0 || found[0]?.sequence === sequence;
  const events = found[0]?.sequence === sequence ? found.slice(1) : found;
  return { events: events.slice(0, limit), complete: hasMark && events.length <= limit };
}

async function removeKept(database: Database, olderThan: Date, keepPerOrganization: number): Promise<number> {
  const { rows } = await database.query.execute(
    sql`with ranked as (
          select sequence, created_at, row_number() over (partition by organization_id order by sequence desc) as place
          from kept_events
        )
        delete from kept_events using ranked
        where kept_events.sequence = ranked.sequence and ranked.place > 1
          and (ranked.created_at < ${olderThan.toISOString()}::timestamptz or ranked.place > ${keepPerOrganization})
        returning kept_events.sequence`,
  );
  return rows.length;
}
