import { createTurns } from './turns.ts';

export interface Places {
  /** Does the work when there is a place for it. */
  take<T>(of: string, work: () => Promise<T>): Promise<T>;
  waiting(): number;
}

interface Options {
  readonly count: number;
  /** Who has waited for so long is sent away with this error. */
  readonly patience?: { readonly ms: number; readonly tooLong: () => Error };
}

/**
 * Places that nobody fills alone: whoever holds many gets another while twice as many are free, and the last goes to
 * somebody who has none. Those who wait take turns. Work that waits for itself, such as transactions of one
 * organization on the same rows, so keeps its own waiting, and not those of others.
 */
export function createPlaces({ count, patience }: Options): Places {
  let free = count;
  let waitingCount = 0;
  const held = new Map<string, number>();
  const waiting = createTurns<Waiting>();

  const heldBy = (of: string): number => held.get(of) ?? 0;
  const mayEnter = (of: string): boolean => {
    const own = heldBy(of);
    return own === 0 ? free > 0 : free > 1 && own < 2 * free;
  };
  function enter(of: string): void {
    free -= 1;
    held.set(of, heldBy(of) + 1);
  }
  function leave(of: string): void {
    free += 1;
    if (heldBy(of) > 1) held.set(of, heldBy(of) - 1);
    else held.delete(of);
    for (let next = waiting.next(mayEnter); next !== undefined; next = waiting.next(mayEnter)) {
      // Whoever was sent away meanwhile still stands in the line.
      if (!next.letIn()) continue;
      enter(next.of);
    }
  }

  function wait(of: string): Promise<void> {
    waitingCount += 1;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const end = (): boolean => {
        if (isOver) return false;
        isOver = true;
        waitingCount -= 1;
        clearTimeout(timer);
        return true;
      };
      const timer = patience
        ? setTimeout(() => void (end() && reject(patience.tooLong())), patience.ms)
        : undefined;
      waiting.add(of, {
        of,
        letIn: () => {
          const isHere = end();
          if (isHere) resolve();
          return isHere;
        },
      });
    });
  }

  return {
    async take(of, work) {
      if (mayEnter(of)) enter(of);
      else await wait(of);
      try {
        return await work();
      } finally {
        leave(of);
      }
    },
    waiting: () => waitingCount,
  };
}

interface Waiting {
  readonly of: string;
  /** False for whoever is no longer there. */
  letIn(): boolean;
}
