import type { Duplex } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import {
  commitQueue,
  secondStatement,
  tenantPreamble,
  type Database,
  type Tx,
  type TransactionWork,
} from './database.ts';
import type { Log } from './log.ts';
import { createPlaces } from './places.ts';
import { refuseOldServer } from './server-version.ts';
import { createStatementNames } from './statement-names.ts';

/** So long a connection is waited for. */
const patienceMs = 5_000;

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
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    // Statements that do not wait for each other share a round trip, such as a transaction's opening and its first query.
    pipeline: true,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // The pool listens to idle connections only; one that is lost while in use would otherwise end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // Transactions of one organization may all wait for one row, each on a connection that others then lack.
  const places = createPlaces({
    count: poolSize,
    // In the words of the pool itself, whose connections are all taken.
    patience: { ms: patienceMs, tooLong: () => new Error('timeout exceeded when trying to connect') },
  });
  const names = createStatementNames();
  /** Runs a statement, with values under a name if it keeps coming back. */
  function run(client: Pick<pg.Pool, 'query'>, config: pg.QueryConfig, values: unknown[]) {
    const name = config.name ?? (values.length > 0 ? names.of(config.text) : undefined);
    const result = client.query({ ...config, name }, values);
    if (name) result.catch((error: unknown) => names.failed(config.text, error));
    return result;
  }
  /** The typed way to write SQL on a connection or on the pool. */
  const typedOver = (client: Pick<pg.Pool, 'query'>): Tx =>
    drizzle({
      client: {
        query: (config: pg.QueryConfig, values: unknown[]) => run(client, config, values),
      } as pg.Pool,
    }) as unknown as Tx;
  const typed = new WeakMap<pg.PoolClient, Tx>();
  function typedOf(client: pg.PoolClient): Tx {
    const known = typed.get(client) ?? typedOver(client);
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

  const readers = new WeakMap<pg.PoolClient, Reader>();
  /** A connection on which the end of the transaction follows the first statement at once. */
  function readerOf(client: pg.PoolClient): Reader {
    const known = readers.get(client);
    if (known) return known;
    const query = (config: pg.QueryConfig, values: unknown[]) => {
      if (reader.ended) throw secondStatement();
      const answer = client.query(config, values);
      reader.ended = client.query('commit');
      reader.ended.catch(() => undefined);
      return answer;
    };
    const reader: Reader = { tx: typedOver({ query } as pg.PoolClient), ended: undefined };
    readers.set(client, reader);
    return reader;
  }

  async function readOnce<T>(opening: string, read: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const reader = readerOf(client);
    reader.ended = undefined;
    let broken: Error | undefined;
    try {
      gatherWrites(client);
      const opened = client.query(opening);
      opened.catch(() => undefined);
      try {
        return await read(reader.tx);
      } finally {
        await (reader.ended ?? client.query('rollback')).catch((failure: Error) => (broken = failure));
        await opened;
      }
    } finally {
      client.release(broken);
    }
  }

  const database: Database = {
    kind: 'postgres',
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + places.waiting(),
    }),
    query: typedOver(pool),
    system: (work) => transaction('begin', work),
    tenant: (organizationId, work) =>
      places.take(organizationId, () => transaction(`begin; ${tenantPreamble(organizationId)}`, work)),
    tenantRead: (organizationId, read) =>
      places.take(organizationId, () => readOnce(`begin read only; ${tenantPreamble(organizationId)}`, read)),
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    listen: (channel, onPayload, onReconnect) => listen({ url, log, channel, onPayload, onReconnect }),
    async executeSql(text, values) {
      const result: unknown = await run(pool, { text }, values ?? []);
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
  try {
    const { rows } = await pool.query<{ number: string }>(
      "select current_setting('server_version_num') as number",
    );
    refuseOldServer(rows[0]?.number ?? '');
  } catch (error) {
    await pool.end();
    throw error;
  }
  return database;
}

interface Reader {
  readonly tx: Tx;
  /** The commit that was sent along with the statement; undefined while none was asked. */
  ended: Promise<unknown> | undefined;
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
    let state: 'opening' | 'listening' | 'lost' = 'opening';
    // An attempt that fails loses its connection as well, and whoever made it tries again: two that did so for each
    // failure would double the attempts, and an outage would end with more of them than the database has places.
    const onLost = (): void => {
      if (state === 'listening' && !closed) retry(250);
      state = 'lost';
      next.removeAllListeners('notification');
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', (message) => onPayload(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (isOver()) throw new Error('The connection was lost as soon as it was there.');
    } catch (error) {
      state = 'lost';
      void next.end().catch(() => undefined);
      throw error;
    }
    state = 'listening';
    client = next;

    function isOver(): boolean {
      return closed || state === 'lost';
    }
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
