import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { newId } from './ids.ts';

/** What one process tells all others: small facts with ids, never whole documents. */
export interface HouseEvent {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string | null;
  readonly data: Record<string, unknown>;
}

export interface Events {
  /** Tells listeners in every process, this one included. Call it after the commit it speaks of. */
  publish(event: {
    name: string;
    organizationId: string | null;
    data: Record<string, unknown>;
  }): Promise<void>;
  subscribe(name: string, listener: (event: HouseEvent) => void | Promise<void>): () => void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const channel = 'sonde_events';

/**
 * Publish and subscribe between processes over the database's NOTIFY. A listener that throws is logged and never
 * reaches the publisher. Who misses an event while disconnected reads the truth from its table.
 */
export function createEvents({ database, log }: { database: Database; log: Log }): Events {
  const listeners = new Map<string, Set<(event: HouseEvent) => void | Promise<void>>>();
  let subscription: { close(): Promise<void> } | undefined;

  const deliver = (event: HouseEvent): void => {
    for (const listener of [...(listeners.get(event.name) ?? []), ...(listeners.get('*') ?? [])]) {
      Promise.resolve()
        .then(() => listener(event))
        .catch((error: unknown) => log.error({ err: error, event: event.name }, 'a listener failed'));
    }
  };

  return {
    async publish(event) {
      await database.notify(channel, JSON.stringify({ id: newId(), ...event }));
    },
    subscribe(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => void set.delete(listener);
    },
    async start() {
      subscription = await database.listen(channel, (payload) => deliver(JSON.parse(payload) as HouseEvent));
    },
    async close() {
      await subscription?.close();
    },
  };
}
