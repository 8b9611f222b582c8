import { createSessionId } from './session-id.ts';
import { createSessionIndex } from './session-index.ts';
import type { Session } from './session.ts';
import { createUseOrder } from './use-order.ts';

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

/** Texts one session keeps; older ones are dropped, so that an endless conversation stays bounded. */
const textsKept = 200;

/** Rough cost of a session beside its texts: the objects, its place in the index and its id. */
const emptySessionBytes = 1_000;

const textBytes = 32;

/** The sessions in memory, each until it is unused for too long or there are too many. */
export function createSessions({ ttlMs, limit, memoryBytes, clock }: SessionOptions): Sessions {
  const index = createSessionIndex();
  const byLastUse = createUseOrder();
  let totalBytes = 0;

  const drop = (session: Session): void => {
    index.remove(session);
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
    while (index.size > limit || (totalBytes > memoryBytes && index.size > 1)) {
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
      const session = index.find(owner, id);
      if (session !== undefined) touch(session, now);
      return session;
    },
    begin(owner, id) {
      if (id !== undefined) return emptySession(owner, id, undefined);
      const place = index.nextPlace();
      return emptySession(owner, createSessionId(place), place);
    },
    record(session, userMessage, answer) {
      const now = clock();
      const kept = index.findLike(session);
      // Removed while the answer was being written: the answer must not bring it back.
      if (kept === undefined && session.texts.length > 0) return;
      const target = kept ?? session;
      if (kept === undefined) {
        index.add(session);
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
      const session = index.find(owner, id);
      if (session !== undefined) drop(session);
      return session !== undefined;
    },
    get size() {
      return index.size;
    },
  };

  function emptySession(owner: string, id: string, place: number | undefined): Session {
    const now = clock();
    return {
      id,
      owner,
      place,
      createdAtMs: now,
      lastAccessedMs: now,
      texts: [],
      threads: undefined,
      sizeBytes: 0,
      older: undefined,
      newer: undefined,
    };
  }

  function resize(session: Session, bytes: number): void {
    session.sizeBytes += bytes;
    totalBytes += bytes;
  }
}

/** Two bytes a character is the most a string takes. */
function sizeOf(text: string): number {
  return textBytes + 2 * text.length;
}
