import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#kernel/clock';
import { asOwner, type Database, type Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { contentKey } from './keys.ts';
import { storeUnavailable } from './problems.ts';
import { hashesInUse, lockNames } from './store.ts';
import { fileHolds } from './tables.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
}

interface Contents {
  readonly organizationId: string;
  readonly contentHashes: readonly string[];
}

/** Longer than anything takes to be stored. */
const storingMs = 24 * 3600 * 1000;
/** Longer than a store may think about a removal that it has not answered. */
const removingMs = 15 * 60 * 1000;
const pausesMs = [100, 200, 400, 800, 1600];

/**
 * Stores bytes and writes the rows that name them, while nobody sweeps the same bytes. What is on its way out already is
 * waited for, outside of any transaction.
 */
export async function whileHeld<T>(
  options: Options,
  contents: Contents,
  storing: () => Promise<T>,
): Promise<T> {
  const hold = await holdForStoring(options, contents);
  try {
    return await storing();
  } finally {
    await release(options.database, hold);
  }
}

async function holdForStoring(options: Options, contents: Contents): Promise<string> {
  for (const wait of [...pausesMs, undefined]) {
    const hold = await insertHold(options, contents, {
      forMs: storingMs,
      isRemoval: false,
      isFree: async (tx, now) => (await held(tx, contents, now)).every(({ isRemoval }) => !isRemoval),
    });
    if (hold !== undefined) return hold;
    if (wait !== undefined) await pause(wait);
  }
  throw storeUnavailable(new Error('The same bytes are being removed.'));
}

/**
 * Undefined when somebody has, or is storing, the same bytes. First who is storing them: rows are written and a hold is
 * given back without the lock, in this order, so whose hold is gone has its rows there to be seen.
 */
export async function holdForRemoval(
  options: Options,
  { organizationId, contentHash }: { readonly organizationId: string; readonly contentHash: string },
): Promise<string | undefined> {
  const contents = { organizationId, contentHashes: [contentHash] };
  return insertHold(options, contents, {
    forMs: removingMs,
    isRemoval: true,
    isFree: async (tx, now) =>
      (await held(tx, contents, now)).every(({ isRemoval }) => isRemoval) &&
      (await hashesInUse(tx, organizationId, [contentHash])).size === 0,
  });
}

interface Wish {
  readonly forMs: number;
  readonly isRemoval: boolean;
  readonly isFree: (tx: Tx, now: Date) => Promise<boolean>;
}

/**
 * As the owner of the tables, under a lock that is held for these statements alone. In a place of the organization: many
 * who store the same bytes wait here for each other.
 */
function insertHold(
  { database, clock }: Options,
  { organizationId, contentHashes }: Contents,
  { forMs, isRemoval, isFree }: Wish,
): Promise<string | undefined> {
  const hashes = [...new Set(contentHashes)];
  const now = new Date(clock.now());
  return database.tenant(organizationId, (tx) =>
    asOwner(tx, async () => {
      await lockNames(
        tx,
        hashes.map((contentHash) => contentKey({ organizationId, contentHash })),
      );
      if (!(await isFree(tx, now))) return undefined;
      const id = newId();
      const endsAt = new Date(now.getTime() + forMs);
      await tx
        .insert(fileHolds)
        .values(hashes.map((contentHash) => ({ id, organizationId, contentHash, isRemoval, endsAt })));
      return id;
    }),
  );
}

const held = (tx: Tx, { organizationId, contentHashes }: Contents, now: Date) =>
  tx
    .select({ isRemoval: fileHolds.isRemoval })
    .from(fileHolds)
    .where(
      and(
        eq(fileHolds.organizationId, organizationId),
        inArray(fileHolds.contentHash, [...contentHashes]),
        gt(fileHolds.endsAt, now),
      ),
    );

export async function release(database: Database, id: string): Promise<void> {
  await database.query.delete(fileHolds).where(eq(fileHolds.id, id));
}

/** Those of processes that died. */
export async function dropEndedHolds({ database, clock }: Options): Promise<void> {
  await database.query.delete(fileHolds).where(lt(fileHolds.endsAt, new Date(clock.now())));
}
