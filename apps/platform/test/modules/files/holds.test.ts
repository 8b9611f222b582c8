import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';
import { contentKey } from '../../../src/modules/files/keys.ts';
import { upload, uploadOne } from './support/uploads.ts';

const server = testDatabaseUrl;
let platform: TestPlatform;
/** Somebody beside the platform. */
let storing: pg.Client;
before(async () => {
  platform = await startPlatform();
  if (!server) return;
  storing = new pg.Client({ connectionString: databaseUrl(server, platform.databaseName ?? '') });
  await storing.connect();
});
after(async () => {
  if (server) await storing.end();
  await platform.close();
});

test('bytes that two files have stay when one of them goes', async () => {
  const { token, organizationId } = await platform.signUp();
  const [one, other] = [
    await uploadOne(platform, token, { bytes: 'of both', name: 'a.bin' }),
    await uploadOne(platform, token, { bytes: 'of both', name: 'b.bin' }),
  ];
  await platform.app.files.discard(organizationId, one.id);
  assert.equal((await platform.call('GET', `/files/${other.id}/content`, { token })).status, 200);
  await platform.app.files.discard(organizationId, other.id);
  const key = contentKey({ organizationId, contentHash: other.content_hash });
  assert.equal(await platform.app.files.objects.find(key), undefined);
});

/** The embedded database has one connection, on which nobody comes between two statements of another. */
if (server) {
  async function untilSomebodyWaits(lock: string): Promise<void> {
    const asked = `select from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and not granted and ${lock}`;
    while ((await storing.query(asked)).rows.length === 0) await pause(5);
  }

  test('many who store the same bytes wait for each other, and nobody else for them', async () => {
    const [uploader, other] = [await platform.signUp(), await platform.signUp()];
    const { content_hash: contentHash } = await uploadOne(platform, uploader.token, { bytes: 'in demand' });
    const name = `file ${contentKey({ organizationId: uploader.organizationId, contentHash })}`;
    await storing.query('begin');
    await storing.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    // More than there are connections in all processes together.
    const uploads = Array.from({ length: 30 }, () =>
      upload(platform, uploader.token, [{ bytes: 'in demand' }]),
    );
    try {
      await untilSomebodyWaits("locktype = 'advisory'");
      for (let count = 0; count < 5; count += 1)
        assert.equal((await platform.call('GET', '/users/me', { token: other.token })).status, 200);
    } finally {
      await storing.query('commit');
      await Promise.all(uploads);
    }
  });

  test('bytes whose rows are written while they are about to be removed stay', async () => {
    const { token, organizationId } = await platform.signUp();
    const { id, content_hash: hash } = await uploadOne(platform, token, { bytes: 'the same', name: 'a.bin' });
    const {
      rows: [row],
    } = await storing.query('select to_jsonb(files) as file from files where id = $1', [id]);
    // Somebody stores the same bytes: their hold is there, their row is not yet.
    await storing.query(
      "insert into file_holds values (gen_random_uuid(), $1, $2, false, now() + interval '1 day')",
      [organizationId, hash],
    );
    await storing.query('begin; lock table file_holds in access exclusive mode');
    const removal = platform.app.files.discard(organizationId, id);
    await untilSomebodyWaits("relation = 'file_holds'::regclass");
    // The removal looks at the holds now: at this very moment the row is written, and the hold given back.
    await storing.query('insert into files select (jsonb_populate_record(null::files, $1)).*', [
      { ...row.file, id: randomUUID(), filename: 'b.bin' },
    ]);
    await storing.query('delete from file_holds where content_hash = $1', [hash]);
    await storing.query('commit');
    await removal;
    const [kept] = (await platform.call('GET', '/files', { token })).body;
    assert.equal(kept.filename, 'b.bin');
    assert.equal((await platform.call('GET', `/files/${kept.id}/content`, { token })).status, 200);
  });
}
