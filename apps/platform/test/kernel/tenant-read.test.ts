import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { newId } from '#kernel/ids';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import type { Tx } from '#kernel/database';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

const organizations = [newId(), newId()] as const;
let opened: OpenedDatabase;
before(async () => {
  opened = await openTestDatabase(createLog('silent'));
  await migrate(opened.database, new URL('../../migrations/', import.meta.url));
  for (const id of organizations) {
    await opened.database.executeSql(
      'insert into organizations (id, name, created_at, updated_at) values ($1, $2, now(), now())',
      [id, id],
    );
    await opened.database.executeSql(
      'insert into projects (id, organization_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
      [newId(), id, id],
    );
  }
});
after(async () => {
  await opened.database.close();
  await opened.drop();
});

const names = (tx: Tx) =>
  tx.execute<{ name: string }>(sql`select name from projects where true order by name`);
const seenBy = async (id: string) => {
  const { rows } = await opened.database.tenantRead(id, names);
  return rows.map(({ name }) => name);
};
/** The owner of the tables sees both organizations, whatever the connection did before. */
const ownerSeesAll = async () => {
  const { rows } = await names(opened.database.query);
  assert.equal(rows.length, 2);
};

test('reads for tenants at once, more than there are connections, each see their own rows', async () => {
  const reads = Array.from({ length: 60 }, (_, n) => organizations[n % 2 === 0 ? 0 : 1]);
  const seen = await Promise.all(reads.map(seenBy));
  assert.deepEqual(
    seen,
    reads.map((id) => [id]),
  );
  await ownerSeesAll();
});

const isRefusal = ({ cause }: Error): boolean =>
  cause instanceof Error && cause.message.startsWith('A read for a tenant is one statement');

test('a second statement in a read is refused, since it would run as the owner', async () => {
  const [mine] = organizations;
  const twice = opened.database.tenantRead(mine, async (tx) => {
    await names(tx);
    return names(tx);
  });
  await assert.rejects(twice, isRefusal);
  const atOnce = opened.database.tenantRead(mine, (tx) => Promise.all([names(tx), names(tx)]));
  await assert.rejects(atOnce, isRefusal);
  assert.deepEqual(await seenBy(mine), [mine]);
  await ownerSeesAll();
});

test('a read cannot write, and a statement that fails leaves nothing behind on its connection', async () => {
  const [mine] = organizations;
  const fails = (text: string) =>
    assert.rejects(opened.database.tenantRead(mine, (tx) => tx.execute(sql.raw(text))));
  for (let time = 0; time < 12; time += 1) {
    await fails(`update projects set name = 'x'`);
    await fails('select 1 / 0');
    await fails('select nothing from nowhere');
  }
  assert.deepEqual(await seenBy(mine), [mine]);
  await ownerSeesAll();
});

test('a read that asks nothing, or fails before it asks, gives its connection back as it was', async () => {
  const [mine] = organizations;
  for (let time = 0; time < 12; time += 1) {
    assert.equal(await opened.database.tenantRead(mine, () => Promise.resolve(7)), 7);
    await assert.rejects(
      opened.database.tenantRead(mine, () => Promise.reject(new Error('Changed my mind.'))),
      /Changed my mind/,
    );
  }
  await ownerSeesAll();
  assert.deepEqual(await seenBy(mine), [mine]);
});

test('transactions of one organization that wait for each other keep nobody else waiting', async () => {
  const [mine, theirs] = organizations;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const wait = opened.database.kind === 'postgres' ? held : Promise.resolve();
  const many = Array.from({ length: 60 }, () =>
    opened.database.tenant(mine, async (tx) => {
      await tx.execute(sql`select 1`);
      await wait;
    }),
  );
  try {
    assert.deepEqual(await seenBy(theirs), [theirs]);
    await ownerSeesAll();
  } finally {
    release();
    await Promise.all(many);
  }
});
