import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret } from '@sonde/server-kit';
import { createEndpoints, sealedEndpoints } from '#endpoints';
import { noParameters } from '#experiments';
import { reseal } from '#kernel/sealed-places';
import { createSealer } from '#kernel/seal';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let id = '';
const newKey = new Secret('n'.repeat(40));
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  const body = {
    name: 'Sealed',
    url: 'https://a.example.test/',
    auth_token: 'fake-token',
    secret_headers: { 'X-Key': 'fake-key' },
  };
  id = (await platform.call('POST', '/endpoints', { token: owner.token, body })).body.id;
});
after(() => platform.close());

/** The same rows as a process with other keys would read them. */
function serviceWith(keys: Parameters<typeof createSealer>[0]) {
  const sealer = createSealer(keys);
  const { database } = platform.app;
  const endpoints = createEndpoints({
    database,
    clock: { now: () => Date.now() },
    sealer,
    projects: { hold: async () => '' },
    parameters: { open: () => noParameters, forCall: async () => noParameters },
  });
  return { endpoints, sealer };
}
const principal = () =>
  ({
    organizationId: owner.organizationId,
    userId: owner.userId,
    projectId: null,
    boundProjectId: null,
  }) as Parameters<ReturnType<typeof createEndpoints>['get']>[0];
const sealedRow = async () =>
  (
    await platform.app.database.executeSql(
      'select auth_token_sealed, secret_headers_sealed from endpoints where id = $1',
      [id],
    )
  ).rows[0];

test('with a lost key lists work and say that credentials are needed, and nothing is destroyed', async () => {
  const { endpoints } = serviceWith({ key: newKey });
  const { rows } = await endpoints.list(principal(), { skip: 0, limit: 20, sort_order: 'desc' });
  const listed = rows.find((row) => row.id === id);
  assert.deepEqual([listed?.needs_credentials, listed?.has_auth_token], [true, true]);
  const before = await sealedRow();
  await endpoints.update(principal(), id, { name: 'Renamed' });
  assert.deepEqual(await sealedRow(), before, 'the key may come back');
});

test('a secret that cannot be opened does not follow to another host either', async () => {
  const { endpoints } = serviceWith({ key: newKey });
  await assert.rejects(endpoints.update(principal(), id, { url: 'https://b.example.test/' }), {
    code: 'endpoint.secret_required',
  });
});

test('while a key is replaced secrets open, and are sealed with the new key by a write or by the clean-up', async () => {
  const keys = { key: newKey, previousKey: platform.config.sealing.key };
  const { endpoints, sealer } = serviceWith(keys);
  const before = await sealedRow();
  assert.equal((await endpoints.getTarget(principal(), id)).authToken, 'fake-token');
  const options = { database: platform.app.database, sealer };
  assert.ok((await reseal(options, sealedEndpoints)).rows >= 1);
  assert.equal((await reseal(options, sealedEndpoints)).rows, 0);
  assert.notDeepEqual(await sealedRow(), before);
  const target = await serviceWith({ key: newKey }).endpoints.getTarget(principal(), id);
  assert.deepEqual([target.authToken, target.requestHeaders['X-Key']], ['fake-token', 'fake-key']);
  const back = serviceWith({ key: platform.config.sealing.key, previousKey: newKey }).endpoints;
  await back.update(principal(), id, { name: 'Written' });
  const first = await serviceWith({ key: platform.config.sealing.key }).endpoints.getTarget(principal(), id);
  assert.equal(first.authToken, 'fake-token');
});

/** The next writes of sealed rows of endpoints come to nothing, as when somebody else was quicker each time. */
async function loseWrites(count: number): Promise<void> {
  const run = (text: string) => platform.app.database.executeSql(text);
  await run('drop trigger if exists lose_writes on endpoints');
  await run('drop table if exists lost_writes');
  await run('create table lost_writes (n int)');
  await run(`create or replace function lose_writes() returns trigger language plpgsql as $$ begin
    if (select count(*) from lost_writes) < ${count} then insert into lost_writes values (1); return null; end if;
    return new; end $$`);
  await run(
    'create trigger lose_writes before update on endpoints for each row execute function lose_writes()',
  );
}

test('a row that changes under the sealing is looked at again, and one that always does is told as left', async (t) => {
  t.after(async () => {
    await platform.app.database.executeSql('drop trigger lose_writes on endpoints');
  });
  const { sealer } = serviceWith({ key: newKey, previousKey: platform.config.sealing.key });
  const options = { database: platform.app.database, sealer };
  await loseWrites(1000);
  const before = await sealedRow();
  const none = await reseal(options, sealedEndpoints);
  assert.equal(none.rows, 0);
  assert.ok(none.left >= 1);
  assert.deepEqual(await sealedRow(), before);
  await loseWrites(1);
  const done = await reseal(options, sealedEndpoints);
  assert.ok(done.rows >= 1);
  assert.equal(done.left, 0);
  const target = await serviceWith({ key: newKey }).endpoints.getTarget(principal(), id);
  assert.equal(target.authToken, 'fake-token');
});
