import type { Worker } from 'node:worker_threads';

/** What a task of a thread may take. */
export interface ThreadTime {
  /** Of computing: on a machine that is busy with other things each task takes longer by the clock. */
  readonly computingMs: number;
  /** By the clock, for what neither computes nor ends. */
  readonly clockMs: number;
  /** How long a thread has computed. */
  readonly computedMs?: ((worker: Worker) => Promise<number>) | undefined;
}

/** It computed too long, or the machine gave it no time to compute. */
export type ThreadOvertime = 'computed' | 'waited';

export interface ThreadWatch {
  /** Counts what is computed from here on; until then only the clock counts. */
  begin(): void;
  stop(): void;
}

/** To ask a thread costs it something too. */
const leastMs = 20;

async function threadComputedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Tells when a task has had its time. A thread that has ended says nothing more, which is told by its end; one that does not
 * say how long it has computed, being in the middle of something, has the time of the clock.
 */
export function watchThread(
  worker: Worker,
  { computingMs, clockMs, computedMs = threadComputedMs }: ThreadTime,
  overtime: (why: ThreadOvertime) => void,
): ThreadWatch {
  let isOn = true;
  let look: NodeJS.Timeout | undefined;
  const stop = (): void => {
    isOn = false;
    clearTimeout(look);
    clearTimeout(end);
  };
  const over = (why: ThreadOvertime): void => {
    stop();
    overtime(why);
  };
  const end = setTimeout(() => over('waited'), clockMs);

  async function count(): Promise<void> {
    const endsAt = (await computedMs(worker)) + computingMs;
    // It cannot have computed for longer than has passed.
    const lookIn = (ms: number): void => {
      if (isOn) look = setTimeout(() => void lookNow().catch(() => undefined), ms);
    };
    const lookNow = async (): Promise<void> => {
      const leftMs = endsAt - (await computedMs(worker));
      if (!isOn) return;
      if (leftMs <= 0) over('computed');
      else lookIn(Math.max(leftMs, leastMs));
    };
    lookIn(computingMs);
  }

  return { begin: () => void count().catch(() => undefined), stop };
}
