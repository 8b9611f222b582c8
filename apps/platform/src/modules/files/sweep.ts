import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { ObjectStore, Spool, StoredObject } from '#kernel/object-store';
import { dropEndedHolds, holdForRemoval, release } from './holds.ts';
import { contentKey, keyParts } from './keys.ts';
import { deleteOneUnbound, deleteUnbound, hashesInUse } from './store.ts';

export interface SweepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
  readonly spool: Spool;
  readonly log: Log;
}

/** Objects that another module keeps in the store for a while: which of these its rows still name. */
export interface Lodger {
  readonly prefix: string;
  readonly named: (tx: Tx, keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

const dayMs = 24 * 3600 * 1000;
const sweepJob = {
  name: 'files.sweep',
  payload: z.object({}),
  cron: '17 4 * * *',
  concurrency: 1,
  expireInSeconds: 6 * 3600,
};

/** Every night: files that were bound to nothing for a day, bytes that no file names, and what cut-off uploads left. */
export function registerSweep(options: SweepOptions) {
  const lodgers: Lodger[] = [];
  const { database, clock, jobs, spool, log } = options;
  async function sweep(): Promise<{ unbound: number; objects: number; leftovers: number }> {
    const before = clock.now() - dayMs;
    const unbound = await deleteUnbound(database, new Date(before));
    const leftovers = await spool.sweep(before);
    await dropEndedHolds({ database, clock });
    return { unbound, leftovers, objects: await sweepObjects({ ...options, lodgers }, before) };
  }
  jobs.work(sweepJob, async () => log.info(await sweep(), 'files were swept'));
  return { sweep, lodge: (lodger: Lodger): void => void lodgers.push(lodger) };
}

/** A file that was taken in for a while only: its row at once, and its bytes if no other file has the same. */
export async function discardFile(
  options: Pick<SweepOptions, 'database' | 'clock' | 'objects'>,
  organizationId: string,
  id: string,
): Promise<void> {
  const hash = await options.database.system((tx) => deleteOneUnbound(tx, organizationId, id));
  if (hash === undefined) return;
  const place = { organizationId, contentHash: hash };
  await removeOne(options, { key: contentKey(place), ...place });
}

const atOnce = 500;

interface Sweeping extends SweepOptions {
  readonly lodgers: readonly Lodger[];
}

async function sweepObjects(options: Sweeping, before: number): Promise<number> {
  let removed = 0;
  let batch: StoredObject[] = [];
  for await (const object of options.objects.list()) {
    // Whatever is young may belong to an upload that has not written its rows yet.
    if (object.modifiedAt < before) batch.push(object);
    if (batch.length < atOnce) continue;
    removed += await removeUnnamed(options, batch);
    batch = [];
  }
  return removed + (await removeUnnamed(options, batch));
}

async function removeUnnamed(options: Sweeping, batch: readonly StoredObject[]): Promise<number> {
  const ours = batch.flatMap(({ key }) => {
    const parts = keyParts(key);
    return parts ? [{ key, ...parts }] : [];
  });
  let removed = await removeLeft(options, batch);
  for (const [organizationId, objects] of Map.groupBy(ours, (object) => object.organizationId)) {
    const hashes = objects.map(({ contentHash }) => contentHash);
    const inUse = await options.database.system((tx) => hashesInUse(tx, organizationId, hashes));
    for (const object of objects)
      if (!inUse.has(object.contentHash)) removed += await removeOne(options, object);
  }
  return removed;
}

/** What a lodger has left behind. Nobody stores under the same key twice, so nobody has to be waited for. */
async function removeLeft(
  { database, objects, lodgers }: Sweeping,
  batch: readonly StoredObject[],
): Promise<number> {
  let removed = 0;
  for (const { prefix, named } of lodgers) {
    const keys = batch.flatMap(({ key }) => (key.startsWith(prefix) ? [key] : []));
    if (keys.length === 0) continue;
    const kept = await database.system((tx) => named(tx, keys));
    for (const key of keys.filter((one) => !kept.has(one))) {
      await objects.remove(key);
      removed += 1;
    }
  }
  return removed;
}

/** No transaction waits for the store: that the bytes are on their way out is told by a row. */
async function removeOne(
  { database, clock, objects }: Pick<SweepOptions, 'database' | 'clock' | 'objects'>,
  { key, organizationId, contentHash }: { key: string; organizationId: string; contentHash: string },
): Promise<number> {
  const hold = await holdForRemoval({ database, clock }, { organizationId, contentHash });
  if (hold === undefined) return 0;
  await objects.remove(key);
  // One that failed stays until it ends: the store may yet do what it did not answer.
  await release(database, hold);
  return 1;
}
