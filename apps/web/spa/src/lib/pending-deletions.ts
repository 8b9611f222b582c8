export interface DeletionTarget {
  readonly id: string;
  readonly name: string;
}

export interface DeletionFailure {
  readonly target: DeletionTarget;
  readonly error: unknown;
}

/** Deletions that can still be taken back at once: the server hears of them a little later. */
export interface PendingDeletions {
  /** Deletes after the grace, unless it is taken back. One of the two listeners is called, once. */
  schedule(
    targets: readonly DeletionTarget[],
    listeners: { onEnd: (failures: readonly DeletionFailure[]) => void; onUndo: () => void },
  ): { undo: () => void; now: () => void };
  has(id: string): boolean;
  undo(id: string): void;
  /** Carries everything out at once; before the page or the session goes. */
  flush(): Promise<void>;
  readonly subscribe: (listener: () => void) => () => void;
}

export interface PendingDeletionsDependencies {
  readonly remove: (id: string) => Promise<unknown>;
  /** Calls back after the grace; returns how to call it off. */
  readonly wait: (then: () => void) => () => void;
}

export function createPendingDeletions({ remove, wait }: PendingDeletionsDependencies): PendingDeletions {
  interface Batch {
    readonly targets: readonly DeletionTarget[];
    readonly undo: () => void;
    readonly now: () => Promise<void>;
  }
  const batches = new Set<Batch>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const batchOf = (id: string): Batch | undefined =>
    [...batches].find((batch) => batch.targets.some((target) => target.id === id));

  return {
    schedule: (targets, { onEnd, onUndo }) => {
      const now = async (): Promise<void> => {
        if (!batches.delete(batch)) return;
        callOff();
        const failures: DeletionFailure[] = [];
        await Promise.all(
          targets.map((target) =>
            remove(target.id).catch((error: unknown) => failures.push({ target, error })),
          ),
        );
        tell();
        onEnd(failures);
      };
      const undo = (): void => {
        if (!batches.delete(batch)) return;
        callOff();
        tell();
        onUndo();
      };
      const batch: Batch = { targets, undo, now };
      const callOff = wait(() => void now());
      batches.add(batch);
      tell();
      return { undo, now: () => void now() };
    },
    has: (id) => batchOf(id) !== undefined,
    undo: (id) => batchOf(id)?.undo(),
    flush: async () => void (await Promise.all([...batches].map((batch) => batch.now()))),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
