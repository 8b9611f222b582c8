import type { Clock } from './clock.ts';

/** PostgreSQL's words for a full disk and for memory that is used up: it will be well again, and nothing was written. */
export const storageFullCodes: readonly string[] = ['53100', '53200'];

const remembersForMs = 60_000;

export type StorageWatch = ReturnType<typeof createStorageWatch>;

/** A database whose disk is full answers every look at its health: only a write that failed tells. */
export function createStorageWatch(clock: Clock) {
  let failedAtMs = Number.NEGATIVE_INFINITY;
  return {
    noteFailedWrite(): void {
      failedAtMs = clock.now();
    },
    /** Rejects for a minute after a write that found no room. */
    async check(): Promise<void> {
      if (clock.now() - failedAtMs < remembersForMs) throw new Error('There was no room for a write.');
    },
  };
}
