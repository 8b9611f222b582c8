import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PGlite, type MemoryFS } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import {
  commitQueue,
  secondStatement,
  tenantPreamble,
  type Database,
  type Tx,
  type TransactionWork,
} from './database.ts';
import { startUpkeep } from './embedded-upkeep.ts';
import { lockFolder } from './folder-lock.ts';
import type { Log } from './log.ts';
import { createPlaces } from './places.ts';

interface Options {
  /** Folder of the data; without one everything is in memory. */
  directory?: string;
  /** Memory that holds the files of a data folder already, which saves a test the migrations. */
  memory?: MemoryFS;
  log: Log;
}

/** PostgreSQL's usual 128 MB would be a third of the process; the operating system caches the files as well. */
const sharedBuffersMb = 16;

/**
 * PostgreSQL inside the process. It has one connection, so transactions queue; and two processes on one folder would
 * silently lose rows, so the folder is locked first.
 */
export async function openEmbedded({ directory, memory, log }: Options): Promise<Database> {
  const isNew = directory !== undefined && !existsSync(join(directory, 'PG_VERSION'));
  if (directory) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = directory ? lockFolder(directory) : undefined;
  const pglite = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffersMb}MB`],
    ...(directory ? { dataDir: directory } : {}),
    ...(memory ? { fs: memory } : {}),
  }).catch((error: unknown) => {
    lock?.release();
    throw error;
  });
  if (isNew) collectGarbage();
  const upkeep = startUpkeep(pglite, log);
  // There is one connection: organizations take turns at it.
  const places = createPlaces({ count: 1 });
  const report = (error: unknown): void => log.error({ err: error }, 'work after a commit failed');

  async function transaction<T>(
    opening: string | undefined,
    work: TransactionWork<T>,
    limit: (query: PGlite['query']) => PGlite['query'] = (query) => query,
  ): Promise<T> {
    const after = commitQueue(report);
    const result = await pglite.transaction(async (tx) => {
      if (opening) await tx.exec(opening);
      const client = { query: limit(takingTurns(tx.query.bind(tx))) } as PGlite;
      return work(drizzle({ client }) as unknown as Tx, after.add);
    });
    after.run();
    return result;
  }

  return {
    kind: 'embedded',
    // There is one, in this process, and it is always there.
    connections: () => ({ used: 1, idle: 0, waiting: places.waiting() }),
    query: drizzle({ client: pglite }) as unknown as Tx,
    system: (work) => transaction(undefined, work),
    tenant: (organizationId, work) =>
      places.take(organizationId, () => transaction(tenantPreamble(organizationId), work)),
    tenantRead: (organizationId, read) =>
      places.take(organizationId, () =>
        transaction(`set transaction read only; ${tenantPreamble(organizationId)}`, read, onlyOnce),
      ),
    async notify(channel, payload) {
      await pglite.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async listen(channel, onPayload) {
      const stop = await pglite.listen(channel, onPayload);
      return { close: () => stop() };
    },
    async executeSql(text, values) {
      if (values && values.length > 0) return pglite.query<Record<string, unknown>>(text, values);
      const results = await pglite.exec(text);
      return { rows: results.flatMap((result) => result.rows as Record<string, unknown>[]) };
    },
    exclusively: (_lockName, work) =>
      work((script) =>
        pglite.exec(script).catch(async (error: unknown) => {
          // The one connection lives on, so a script that failed must not leave its transaction open.
          await pglite.exec('rollback');
          throw error;
        }),
      ),
    async ping() {
      await pglite.query('select 1');
    },
    async close() {
      upkeep.stop();
      await pglite.close();
      lock?.release();
    },
  };
}

const mostWithoutTurnMs = 20;

/**
 * The engine answers within the process, without a turn of the event loop: a transaction of many statements would keep
 * everybody else waiting, even those who want nothing of the database. Between statements they have theirs.
 */
function takingTurns(query: PGlite['query']): PGlite['query'] {
  let turned = performance.now();
  return async (text, params, options) => {
    if (performance.now() - turned > mostWithoutTurnMs) {
      await setImmediate();
      turned = performance.now();
    }
    return query(text, params, options);
  };
}

/** Refuses a second statement here as well, where it would do no harm: what works embedded works on a server. */
function onlyOnce(query: PGlite['query']): PGlite['query'] {
  let asked = false;
  return (text, params, options) => {
    if (asked) throw secondStatement();
    asked = true;
    return query(text, params, options);
  };
}

/** Making a data folder leaves the memory of a second engine behind, which V8 does not feel and so would keep for hours. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
