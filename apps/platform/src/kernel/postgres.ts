import type { Duplex } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { commitQueue, tenantPreamble, type Database, type Tx, type TransactionWork } from './database.ts';
import type { Log } from './log.ts';

interface Options {
  url: string;
  poolSize: number;
  log: Log;
}

/** PostgreSQL through a pool. Connections that died are replaced; what was under way on them fails and says so. */
export async function openPostgres({ url, poolSize, log }: Options): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    // Statements that do not wait for each other share a round trip, such as a transaction's opening and its first query.
    pipeline: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle connections only; one that is lost while in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const typed = new WeakMap<pg.PoolClient, Tx>();
  function typedOf(client: pg.PoolClient): Tx {
    const known = typed.get(client) ?? (drizzle({ client }) as unknown as Tx);
    typed.set(client, known);
    return known;
  }
  const report = (error: unknown): void => log.error({ err: error }, 'work after a commit failed');

  async function transaction<T>(opening: string, work: TransactionWork<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const after = commitQueue(report);
      gatherWrites(client);
      // Not awaited at once: the first query of the work follows in the same round trip, and fails if this failed.
      const opened = client.query(opening);
      opened.catch(() => undefined);
      let result: T;
      try {
        result = await work(typedOf(client), after.add);
      } finally {
        await opened;
      }
      // PostgreSQL answers the commit of a failed transaction with a rollback and no error; work that swallowed the
      // error would otherwise be told that its rows are saved.
      const { command } = await client.query('commit');
      if (command !== 'COMMIT')
        throw new Error('A statement of this transaction had failed, so nothing was saved.');
      after.run();
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // A connection whose rollback failed may still hold its transaction and role, so it is thrown away.
      client.release(broken);
    }
  }

  const database: Database = {
    kind: 'postgres',
    query: drizzle({ client: pool }) as unknown as Tx,
    system: (work) => transaction('begin', work),
    tenant: (organizationId, work) => transaction(`begin; ${tenantPreamble(organizationId)}`, work),
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onPayload, onReconnect) => listen({ url, log, channel, onPayload, onReconnect }),
    async executeSql(text, values) {
      const result: unknown = await pool.query(text, values);
      // A script of several statements gives one result each; pg-boss wants all of them.
      return (
        Array.isArray(result) ? { rows: result.flatMap((part: pg.QueryResult) => part.rows) } : result
      ) as {
        rows: Record<string, unknown>[];
      };
    },
    async exclusively(lockName, work) {
      const client = await pool.connect();
      try {
        await client.query('set statement_timeout = 0');
        await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName]);
        return await work((script) => client.query(script));
      } finally {
        // Ending the session frees the lock and the setting, whatever state the script left behind.
        client.release(true);
      }
    },
    async ping() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
  await database.ping();
  return database;
}

/** What is sent before the next tick, the opening and the first query, goes out in one write rather than several. */
function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

interface ListenOptions {
  url: string;
  log: Log;
  channel: string;
  onPayload: (payload: string) => void;
  onReconnect: (() => void) | undefined;
}

/** One connection of its own, since LISTEN belongs to a session; it comes back by itself with growing pauses. */
async function listen({ url, log, channel, onPayload, onReconnect }: ListenOptions) {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 });
    let lost = false;
    const onLost = (): void => {
      if (lost || closed) return;
      lost = true;
      next.removeAllListeners('notification');
      retry(250);
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', (message) => onPayload(message.payload ?? ''));
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
  };
  const retry = (delayMs: number): void => {
    if (closed) return;
    timer = setTimeout(() => {
      connect().then(
        () => onReconnect?.(),
        (error: unknown) => {
          log.warn({ err: error, channel }, 'listening to the database failed; trying again');
          retry(Math.min(delayMs * 2, 5_000));
        },
      );
    }, delayMs);
  };
  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
