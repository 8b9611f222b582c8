import { randomUUID } from 'node:crypto';
import type { Thread } from './answering/thread.ts';

export type Message = Readonly<{ role: 'user' | 'assistant'; content: string }>;

export type Session = {
  readonly id: string;
  readonly owner: string;
  readonly createdAtMs: number;
  lastAccessedMs: number;
  /** What was said: user and assistant in turn, beginning with the user. Roles follow from the place. */
  texts: string[];
  /** What each use case remembers of the conversation. */
  threads: Record<string, Thread> | undefined;
  sizeBytes: number;
  /** Under an id nobody else can have used yet. */
  isNew: boolean;
  older: Session | undefined;
  newer: Session | undefined;
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

/** The texts of a conversation as messages with their roles. */
export function toMessages(texts: readonly string[]): Message[] {
  return texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
}

type SessionOptions = Readonly<{ ttlMs: number; limit: number; memoryBytes: number; clock: () => number }>;

/** Texts one session keeps; older ones are dropped, so that an endless conversation stays bounded. */
const textsKept = 200;

/** Rough cost of a session beside its texts: the objects, the map entry and its key. */
const emptySessionBytes = 1_000;

const textBytes = 32;

/**
 * Sessions in memory. Owner and id together are the key: each caller has a space of its own, so whether somebody else
 * uses an id can never be told from any answer.
 */
export function createSessions({ ttlMs, limit, memoryBytes, clock }: SessionOptions): Sessions {
  const byKey = new Map<string, Session>();
  const byLastUse = createUseOrder();
  let totalBytes = 0;
  const keyOf = (owner: string, id: string): string => (owner === '' ? id : `${id} ${owner}`);

  const drop = (session: Session): void => {
    byKey.delete(keyOf(session.owner, session.id));
    byLastUse.remove(session);
    totalBytes -= session.sizeBytes;
  };
  const dropExpired = (now: number): void => {
    for (let oldest = byLastUse.oldest(); oldest !== undefined; oldest = byLastUse.oldest()) {
      if (now - oldest.lastAccessedMs < ttlMs) return;
      drop(oldest);
    }
  };
  const dropBeyondLimits = (): void => {
    while (byKey.size > limit || (totalBytes > memoryBytes && byKey.size > 1)) {
      const oldest = byLastUse.oldest();
      if (oldest === undefined) return;
      drop(oldest);
    }
  };
  const touch = (session: Session, now: number): void => {
    byLastUse.remove(session);
    byLastUse.append(session);
    session.lastAccessedMs = now;
  };

  return {
    find(owner, id) {
      const now = clock();
      dropExpired(now);
      const session = byKey.get(keyOf(owner, id));
      if (session !== undefined) touch(session, now);
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
        texts: [],
        threads: undefined,
        sizeBytes: 0,
        isNew: id === undefined,
        older: undefined,
        newer: undefined,
      };
    },
    record(session, userMessage, answer) {
      const now = clock();
      const key = keyOf(session.owner, session.id);
      // Looked up only where there may be one: among many sessions that takes as long as keeping the new one.
      const kept = session.isNew ? undefined : byKey.get(key);
      session.isNew = false;
      // Removed while the answer was being written: the answer must not bring it back.
      if (kept === undefined && session.texts.length > 0) return;
      const target = kept ?? session;
      if (kept === undefined) {
        byKey.set(key, session);
        totalBytes += session.sizeBytes = emptySessionBytes;
      }
      // Most sessions stay this short, and an array that was never pushed to has no spare room.
      if (target.texts.length === 0) target.texts = [userMessage, answer];
      else target.texts.push(userMessage, answer);
      resize(target, sizeOf(userMessage) + sizeOf(answer));
      while (target.texts.length > textsKept)
        for (const text of target.texts.splice(0, 2)) resize(target, -sizeOf(text));
      touch(target, now);
      dropExpired(now);
      dropBeyondLimits();
    },
    remove(owner, id) {
      dropExpired(clock());
      const session = byKey.get(keyOf(owner, id));
      if (session !== undefined) drop(session);
      return session !== undefined;
    },
    get size() {
      return byKey.size;
    },
  };

  function resize(session: Session, bytes: number): void {
    session.sizeBytes += bytes;
    totalBytes += bytes;
  }
}

/** Two bytes a character is the most a string takes. */
function sizeOf(text: string): number {
  return textBytes + 2 * text.length;
}

/** A linked list through the sessions: a Map kept in this order would walk over every entry deleted before. */
function createUseOrder() {
  let first: Session | undefined;
  let last: Session | undefined;
  return {
    oldest: (): Session | undefined => first,
    append(session: Session): void {
      session.older = last;
      if (last === undefined) first = session;
      else last.newer = session;
      last = session;
    },
    remove(session: Session): void {
      if (session.older === undefined && session.newer === undefined && first !== session) return;
      if (session.older === undefined) first = session.newer;
      else session.older.newer = session.newer;
      if (session.newer === undefined) last = session.older;
      else session.newer.older = session.older;
      session.older = undefined;
      session.newer = undefined;
    },
  };
}
