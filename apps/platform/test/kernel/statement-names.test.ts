import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { newId } from '#kernel/ids';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { createStatementNames } from '#kernel/statement-names';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

let opened: OpenedDatabase;
before(async () => {
  opened = await openTestDatabase(createLog('silent'));
  await migrate(opened.database, new URL('../../migrations/', import.meta.url));
});
after(async () => {
  await opened.database.close();
  await opened.drop();
});

test('a statement that keeps coming back has one name of its own, a rare one has none', () => {
  const known = createStatementNames();
  const names = (text: string): (string | undefined)[] => Array.from({ length: 6 }, () => known.of(text));
  const first = names('select $1');
  const second = names('select $1 + 1');
  assert.deepEqual(first.slice(0, 3), [undefined, undefined, undefined]);
  assert.equal(new Set(first.slice(3)).size, 1);
  assert.equal(new Set(second.slice(3)).size, 1);
  assert.notEqual(first[3], second[3]);
  assert.ok(first[3]);
  assert.ok(second[3]);
});

test('however many statements come, the named ones stay few and keep their names', () => {
  const known = createStatementNames();
  const named = new Set<string>();
  for (let text = 0; text < 2_000; text += 1)
    for (let time = 0; time < 5; time += 1) {
      const name = known.of(`select ${text}, $1`);
      if (name) named.add(name);
    }
  assert.equal(named.size, 250);
  assert.equal(known.of('select 0, $1'), known.of('select 0, $1'));
  assert.equal(known.of('select 1999, $1'), undefined);
});

test('a statement as long as its list of values is never kept', () => {
  const known = createStatementNames();
  const long = `select ${'$1, '.repeat(5_000)}$1`;
  assert.deepEqual(
    Array.from({ length: 6 }, () => known.of(long)),
    Array.from({ length: 6 }, () => undefined),
  );
});

test('a statement that is known by name shows each organization its own rows, and the owner all', async () => {
  const { database } = opened;
  const organizations = [newId(), newId()];
  for (const id of organizations) {
    await database.executeSql(
      'insert into organizations (id, name, created_at, updated_at) values ($1, $2, now(), now())',
      [id, id],
    );
    await database.executeSql(
      'insert into projects (id, organization_id, name, created_at, updated_at) values ($1, $2, $3, now(), now())',
      [newId(), id, id],
    );
  }
  const names = sql`select name from projects where name = any (${sql.param(organizations)}::text[]) order by name`;
  for (let time = 0; time < 30; time += 1) {
    for (const id of organizations) {
      const { rows } = await database.tenant(id, (tx) => tx.execute<{ name: string }>(names));
      assert.deepEqual(rows, [{ name: id }]);
    }
    const all = await database.query.execute<{ name: string }>(names);
    assert.equal(all.rows.length, 2);
  }
});

test('a column that changes under a running process fails a known statement once, not for ever', async () => {
  const { database } = opened;
  // In a transaction, whose connection is kept after a failure.
  const read = () => database.system((tx) => tx.execute(sql`select value from changing where id = ${1}`));
  await database.executeSql('create table changing (id int, value int)');
  await database.executeSql('insert into changing values (1, 7)');
  for (let time = 0; time < 20; time += 1) assert.deepEqual((await read()).rows, [{ value: 7 }]);
  await database.executeSql('alter table changing alter column value type text');
  await read().catch(() => undefined);
  for (let time = 0; time < 20; time += 1) assert.deepEqual((await read()).rows, [{ value: '7' }]);
});
