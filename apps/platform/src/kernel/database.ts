import { sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/**
 * A typed way to write SQL, inside a transaction or outside one. Both drivers give this interface; counts of affected
 * rows differ between them, so stores ask for `returning()` instead.
 */
export type Tx = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'with'
  | '$with'
  | '$count'
> & {
  execute<Row extends Record<string, unknown> = Record<string, unknown>>(
    query: SQL,
  ): Promise<{ rows: Row[] }>;
};

/** Runs once the transaction has committed; never after a rollback. */
export type AfterCommit = (work: () => void | Promise<void>) => void;

export type TransactionWork<T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>;

/**
 * The database behind both drivers. `system` and `query` act as the owner of the tables: for signing people in and for
 * the house's own bookkeeping. `tenant` acts as the restricted role `sonde_app`, for which row-level security shows
 * nothing but one organization; everything done on behalf of an organization goes through it.
 */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Single statements outside a transaction, as the owner. */
  readonly query: Tx;
  system<T>(work: TransactionWork<T>): Promise<T>;
  tenant<T>(organizationId: string, work: TransactionWork<T>): Promise<T>;
  /**
   * One statement that only reads, in a single round trip: its transaction ends as soon as it was asked. A second
   * statement would run outside of it, and so is refused.
   */
  tenantRead<T>(organizationId: string, read: (tx: Tx) => Promise<T>): Promise<T>;
  /** Sends to every process listening on the channel; payload at most 8,000 bytes. */
  notify(channel: string, payload: string): Promise<void>;
  /** Calls back for each notification; resubscribes by itself, and says so, after a lost connection. */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<{ close(): Promise<void> }>;
  /** Raw access for the job queue and the migrations, as the owner. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs a script of several statements under a lock that only one process holds. */
  exclusively<T>(
    lockName: string,
    work: (run: (script: string) => Promise<unknown>) => Promise<T>,
  ): Promise<T>;
  /** Of this process, by what they do. */
  connections(): { readonly used: number; readonly idle: number; readonly waiting: number };
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Role that row-level security binds; it can neither log in nor bypass it. */
const tenantRole = 'sonde_app';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The opening of a tenant transaction in one round trip; the id is checked since it stands in the text. */
export function tenantPreamble(organizationId: string): string {
  if (!uuid.test(organizationId)) throw new Error('An organization id must be a UUID.');
  return `set local role ${tenantRole}; set local app.organization_id = '${organizationId}'`;
}

/** One step as the owner of the tables inside a transaction that may be a tenant's, whose role is laid down for it. */
export async function asOwner<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`);
  const role = rows[0]?.role ?? 'none';
  if (role === 'none') return work();
  await tx.execute(sql`select set_config('role', 'none', true)`);
  const result = await work();
  await tx.execute(sql`select set_config('role', ${role}, true)`);
  return result;
}

export const secondStatement = (): Error =>
  new Error('A read for a tenant is one statement; this is its second.');

/** Collects what to do after commit; a failing listener is reported, never thrown at the caller whose work is saved. */
export function commitQueue(onError: (error: unknown) => void): { add: AfterCommit; run(): void } {
  const queue: (() => void | Promise<void>)[] = [];
  return {
    add: (work) => void queue.push(work),
    run() {
      for (const work of queue) Promise.resolve().then(work).catch(onError);
    },
  };
}
