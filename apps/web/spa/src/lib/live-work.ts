import type { QueryClient } from '@tanstack/react-query';
import type { Job, ServerMessage, TestRun } from '@sonde/contract';

export interface LiveWork {
  hear(message: ServerMessage): void;
  close(): void;
}

type Wait = (milliseconds: number, then: () => void) => () => void;

/** Lists are read again at most this often, however quickly work moves. */
const quietMs = 1000;

/**
 * What the organization's channel tells of jobs and runs goes straight into the lists that are kept. A list is read again
 * only when something appears or ends, since filters and totals then change, and never while it is being read.
 */
export function createLiveWork({ queryClient, wait }: { queryClient: QueryClient; wait: Wait }): LiveWork {
  const resting = new Map<string, { again: boolean; cancel: () => void }>();

  function readAgain(root: string): void {
    const rest = resting.get(root);
    if (rest) {
      rest.again = true;
      return;
    }
    void queryClient.invalidateQueries(
      { queryKey: [root], predicate: ({ queryKey }) => queryKey[1] !== 'one' },
      { cancelRefetch: false },
    );
    const next = { again: false, cancel: () => undefined as void };
    resting.set(root, next);
    next.cancel = wait(quietMs, () => {
      resting.delete(root);
      if (next.again) readAgain(root);
    });
  }

  function apply<Row extends { status: string }>(
    root: string,
    isIt: (row: Row) => boolean,
    changes: Partial<Row> & { status: Row['status'] },
  ): void {
    let isKnown = false;
    let isSettled = true;
    queryClient.setQueriesData<unknown>({ queryKey: [root] }, (data: unknown) => {
      if (!isListing<Row>(data) || !data.items.some((row) => isIt(row))) return data;
      isKnown = true;
      return {
        ...data,
        items: data.items.map((row) => {
          if (!isIt(row)) return row;
          if (row.status !== changes.status) isSettled = false;
          return { ...row, ...changes };
        }),
      };
    });
    if (!isKnown || !isSettled) readAgain(root);
  }

  return {
    hear: (message) => {
      if (message.type === 'job.updated') {
        const { result: _result, ...job } = message.payload;
        apply<Job>('jobs', ({ task_id }) => task_id === job.task_id, job);
      } else if (message.type === 'test_run.updated') {
        const { id, status, counts } = message.payload;
        apply<TestRun>('test-runs', (run) => run.id === id, { status, counts });
        if (!['Queued', 'Progress'].includes(status)) readAgain('insights');
      } else if (message.type === 'gap') {
        for (const root of ['jobs', 'test-runs', 'insights']) readAgain(root);
      }
    },
    close: () => {
      for (const { cancel } of resting.values()) cancel();
      resting.clear();
    },
  };
}

function isListing<Row>(data: unknown): data is { items: readonly Row[] } {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}
