import { randomUUID } from 'node:crypto';
import type { Thread } from './answering/thread.ts';

export type Message = Readonly<{ role: 'user' | 'assistant'; content: string }>;

export type Session = {
  readonly id: string;
  readonly owner: string;
  readonly createdAtMs: number;
  lastAccessedMs: number;
  messages: Message[];
  /** What each use case remembers of the conversation. */
  threads: Record<string, Thread>;
  sizeBytes: number;
};

export type Sessions = Readonly<{
  /** The caller's live session, counted as used now; undefined when unknown, expired, cleared or someone else's. */
  find(owner: string, id: string): Session | undefined;
  /** A session that `record` will keep. Without an id it gets a new one. */
  begin(owner: string, id?: string): Session;
  /** Adds one whole turn, and drops the sessions unused for longest while there are too many. */
  record(session: Session, userMessage: string, answer: string): void;
  remove(owner: string, id: string): boolean;
  readonly size: number;
}>;

type SessionOptions = Readonly<{ ttlMs: number; limit: number; memoryBytes: number; clock: () => number }>;

/** Messages one session keeps; older ones are dropped, so that an endless conversation stays bounded. */
const messagesKept = 200;

/** Rough cost of a session beside its texts: the objects, the map entry and its key. */
const emptySessionBytes = 800;

/**
 * Sessions in memory, ordered by last use. Owner and id together are the key: each caller has a space of its own, so
 * whether somebody else uses an id can never be told from any answer.
 */
export function createSessions({ ttlMs, limit, memoryBytes, clock }: SessionOptions): Sessions {
  const byKey = new Map<string, Session>();
  let totalBytes = 0;
  const keyOf = (owner: string, id: string): string => (owner === '' ? id : `${id} ${owner}`);

  const drop = (key: string, session: Session): void => {
    byKey.delete(key);
    totalBytes -= session.sizeBytes;
  };
  const touch = (key: string, session: Session): void => {
    byKey.delete(key);
    byKey.set(key, session);
    session.lastAccessedMs = clock();
  };
  const dropExpired = (now: number): void => {
    for (const [key, session] of byKey) {
      if (now - session.lastAccessedMs < ttlMs) return;
      drop(key, session);
    }
  };
  const dropBeyondLimits = (): void => {
    for (const [key, session] of byKey) {
      if (byKey.size <= limit && (totalBytes <= memoryBytes || byKey.size === 1)) return;
      drop(key, session);
    }
  };

  return {
    find(owner, id) {
      dropExpired(clock());
      const key = keyOf(owner, id);
      const session = byKey.get(key);
      if (session !== undefined) touch(key, session);
      return session;
    },
    begin(owner, id) {
      const now = clock();
      return {
        // Version 4 rather than 7: in public mode knowing the id is the only protection a conversation has.
        id: id ?? randomUUID(),
        owner,
        createdAtMs: now,
        lastAccessedMs: now,
        messages: [],
        threads: {},
        sizeBytes: 0,
      };
    },
    record(session, userMessage, answer) {
      const key = keyOf(session.owner, session.id);
      // Removed, or begun twice at once, while the answer was being written: the later turn must not bring it back.
      const kept = byKey.get(key);
      if (kept === undefined && session.messages.length > 0) return;
      const target = kept ?? session;
      target.messages.push({ role: 'user', content: userMessage }, { role: 'assistant', content: answer });
      if (target.messages.length > messagesKept) target.messages = target.messages.slice(-messagesKept);
      touch(key, target);
      const size = sizeOf(target);
      totalBytes += size - target.sizeBytes;
      target.sizeBytes = size;
      dropExpired(target.lastAccessedMs);
      dropBeyondLimits();
    },
    remove(owner, id) {
      dropExpired(clock());
      const key = keyOf(owner, id);
      const session = byKey.get(key);
      if (session === undefined) return false;
      drop(key, session);
      return true;
    },
    get size() {
      return byKey.size;
    },
  };
}

/** Two bytes a character is the most a string takes. */
function sizeOf(session: Session): number {
  let bytes = emptySessionBytes;
  for (const message of session.messages) bytes += 64 + 2 * message.content.length;
  return bytes;
}
