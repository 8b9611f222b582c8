import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { Settled, Tally } from './settled.ts';

export interface Writer {
  /** Resolves once it stands in the database; false when the result had been settled by another hand. */
  put(item: Settled): Promise<boolean>;
  /** How many steps wait to be written. */
  readonly waiting: number;
  drain(): Promise<void>;
}

interface Waiting {
  readonly item: Settled;
  readonly done: (isKept: boolean) => void;
  readonly fail: (error: unknown) => void;
}

const batchMax = 500;
const lingerMs = 8;

/**
 * Writes what comes in while the last batch is being written as the next batch. One step costs a transaction of its own
 * when there is time, and a share of one when there is not.
 */
export function createWriter(
  ledger: Pick<Ledger, 'write'>,
  afterWrite: (tally: Tally, batch: readonly Settled[]) => Promise<void>,
): Writer {
  let queue: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      // What comes in together costs one transaction; without the wait each step would pay for one of its own.
      if (queue.length < batchMax) await pause(lingerMs);
      const batch = queue.slice(0, batchMax);
      queue = queue.slice(batchMax);
      const items = batch.map(({ item }) => item);
      try {
        const { tally, kept } = await ledger.write(items);
        for (const { item, done } of batch) done(kept.has(item.id));
        await afterWrite(tally, items);
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
  }

  return {
    get waiting() {
      return queue.length;
    },
    put: (item) =>
      new Promise((done, fail) => {
        queue.push({ item, done, fail });
        writing ??= Promise.resolve()
          .then(writeAll)
          .finally(() => {
            writing = undefined;
          });
      }),
    async drain() {
      while (writing) await writing;
    },
  };
}
