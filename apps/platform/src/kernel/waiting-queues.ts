import type { Database } from './database.ts';

interface Options {
  readonly database: Pick<Database, 'executeSql'>;
  /** All queues of the process. */
  readonly names: () => readonly string[];
  readonly now?: () => number;
}

export type WaitingQueues = ReturnType<typeof createWaitingQueues>;

/** What was seen is believed so long, unless something is announced: a retry that has come due may wait for as much more. */
const believedMs = 500;

/**
 * In which queues there is a job that could be taken. A hundred places ask every other second, nearly always for nothing, so one
 * look at all queues answers those that ask about the same time.
 */
export function createWaitingQueues({ database, names, now = () => performance.now() }: Options) {
  let last: { readonly began: number; readonly seen: Promise<ReadonlySet<string>> } | undefined;

  // By an index for each, however many jobs wait in one of them.
  async function look(): Promise<ReadonlySet<string>> {
    const { rows } = await database.executeSql(
      `select q.name from unnest($1::text[]) as q(name) cross join lateral (select 1 from "jobs"."job" j where j.name = q.name and j.state < 'active' and not j.blocked limit 1) as one`,
      [names()],
    );
    return new Set(rows.map(({ name }) => String(name)));
  }

  function fresh(): Promise<ReadonlySet<string>> {
    if (last && now() - last.began < believedMs) return last.seen;
    const begun = { began: now(), seen: look() };
    last = begun;
    // What failed is no answer for whoever asks next.
    begun.seen.catch(() => {
      if (last === begun) last = undefined;
    });
    return begun.seen;
  }

  return {
    has: async (queue: string): Promise<boolean> => (await fresh()).has(queue),
    /** Something was announced: what was seen, or is being looked at, is no longer so. */
    forget(): void {
      last = undefined;
    },
  };
}
