import type { PGlite } from '@electric-sql/pglite';
import type { Log } from './log.ts';

/** As often as a server's autovacuum looks. */
const everyMs = 60_000;

/**
 * What autovacuum does on a server, whose launcher the embedded engine does not have: without it the planner would know
 * nothing of any table, and what was updated or deleted would never be room again. The thresholds are PostgreSQL's own
 * (autovacuum_vacuum_threshold and its kin).
 */
export function startUpkeep(pglite: PGlite, log: Log): { stop(): void } {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    void keepUp(pglite)
      .catch((error: unknown) => {
        if (!pglite.closed) log.warn({ err: error }, 'the upkeep of the database failed');
      })
      .finally(() => {
        isBusy = false;
      });
  }, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}

/** Analyzes or vacuums what has changed enough, a statement for each table, so that others have their turn in between. */
export async function keepUp(pglite: PGlite): Promise<string[]> {
  // What was counted a moment ago is otherwise told up to a second later.
  await pglite.exec('select pg_stat_force_next_flush()');
  const { rows } = await pglite.query<{ table: string; is_littered: boolean }>(dueTables);
  const done: string[] = [];
  const faults: unknown[] = [];
  for (const { table, is_littered: isLittered } of rows) {
    if (pglite.closed) break;
    // A name of the catalogue, quoted by it.
    const statement = `${isLittered ? 'vacuum (analyze)' : 'analyze'} ${table}`;
    // One table that cannot be looked after keeps none of the others from it.
    await pglite.exec(statement).then(
      () => done.push(statement),
      (error: unknown) => faults.push(error),
    );
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Some tables could not be looked after.');
  return done;
}

const dueTables = `
  select format('%I.%I', stat.schemaname, stat.relname) as "table",
         stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0) as is_littered
    from pg_stat_user_tables stat
    join pg_class class on class.oid = stat.relid
   where stat.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
      or stat.n_mod_since_analyze > 50 + 0.1 * greatest(class.reltuples, 0)
      or (class.reltuples < 0 and pg_relation_size(class.oid) > 0)
   order by 1`;
