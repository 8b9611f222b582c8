import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { createLog } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { databaseUrl, openTestDatabase, testDatabaseUrl } from '../support/database.ts';
import { startRoad } from '../support/database-road.ts';

const log = createLog('silent');

if (testDatabaseUrl) {
  const server = testDatabaseUrl;

  test('however often a listener fails to come back, it comes back as one', async (t) => {
    const opened = await openTestDatabase(log);
    const road = await startRoad(new URL(server));
    const url = new URL(databaseUrl(server, opened.name ?? ''));
    url.hostname = '127.0.0.1';
    url.port = String(road.port);
    const database = await openPostgres({ url: url.href, poolSize: 2, log });
    t.after(async () => {
      await database.close();
      road.close();
      await opened.database.close();
      await opened.drop();
    });
    let reconnections = 0;
    const told = new EventEmitter();
    const listener = await database.listen(
      'house',
      (payload) => told.emit('payload', payload),
      () => {
        reconnections += 1;
        told.emit('back');
      },
    );
    t.after(() => listener.close());
    for (let round = 1; round <= 3; round += 1) {
      road.cut();
      for (let attempt = 0; attempt < 2; attempt += 1) await once(road.refusals, 'refused');
      const back = once(told, 'back');
      road.mend();
      await back;
      const payload = once(told, 'payload');
      await opened.database.notify('house', `round ${round}`);
      assert.deepEqual(await payload, [`round ${round}`]);
    }
    assert.equal(reconnections, 3);
  });
} else
  test('a listener that comes back as one: asked of PostgreSQL', { skip: 'TEST_DATABASE_URL is not set' });
