import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { keepUp } from '../../src/kernel/embedded-upkeep.ts';

test('the embedded database learns what its tables hold, and gets back the room of what was changed', async (t) => {
  const pglite = await PGlite.create();
  t.after(() => pglite.close());
  await pglite.exec(`
    create table "Many words" (id int primary key, kind int, said text);
    create table empty (id int);
    insert into "Many words" select i, i % 7, repeat('x', 200) from generate_series(1, 5000) i;`);
  const rowsExpected = async (): Promise<number> => {
    const { rows } = await pglite.query<{ reltuples: number }>(
      `select reltuples from pg_class where relname = 'Many words'`,
    );
    return rows[0]?.reltuples ?? 0;
  };
  const size = async (): Promise<number> => {
    const { rows } = await pglite.query<{ size: number }>(`select pg_relation_size('"Many words"') as size`);
    return Number(rows[0]?.size);
  };
  assert.equal(await rowsExpected(), -1);
  assert.deepEqual(await keepUp(pglite), ['analyze public."Many words"']);
  assert.equal(await rowsExpected(), 5000);
  assert.deepEqual(await keepUp(pglite), [], 'what has not changed is left alone');

  await pglite.exec('update "Many words" set kind = kind + 1');
  const grown = await size();
  assert.deepEqual(await keepUp(pglite), ['vacuum (analyze) public."Many words"']);
  await pglite.exec('update "Many words" set kind = kind + 1');
  assert.equal(await size(), grown, 'the room of the old rows is used again');
});
