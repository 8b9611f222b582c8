import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '#kernel/log';
import { openCopy } from '../support/database-template.ts';

const log = createLog('silent');

test('what is written into one copy of the migrated database is in no other, neither one that is open nor a later one', async (t) => {
  const [one, other] = [await openCopy(log), await openCopy(log)];
  t.after(() => Promise.all([one.close(), other.close()]));
  await one.executeSql("create table left_behind as select 'word' as word");
  await one.executeSql('delete from schema_migrations; checkpoint');
  const later = await openCopy(log);
  t.after(() => later.close());
  for (const copy of [other, later]) {
    const { rows } = await copy.executeSql(
      "select to_regclass('left_behind') as table, (select count(*) from schema_migrations)::int as migrations",
    );
    assert.equal(rows[0]?.['table'], null);
    assert.ok(Number(rows[0]?.['migrations']) > 0);
  }
});
