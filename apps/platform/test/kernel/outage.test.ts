import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLog } from '#kernel/log';
import { databaseUrl, openTestDatabase, testDatabaseUrl } from '../support/database.ts';
import { startRoad } from '../support/database-road.ts';
import { startService } from '../support/service-process.ts';
import { api, killedWhileWriting, namesOf, platformFile, settings, signIn } from './support/lone-platform.ts';

function newDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-outage-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

// These take a database outside of the process.
if (testDatabaseUrl) {
  const server = testDatabaseUrl;

  test('a process killed in the middle of writing has lost nothing that it said it had saved (PostgreSQL)', async (t) => {
    const opened = await openTestDatabase(createLog('silent'));
    await killedWhileWriting(settings(newDirectory(t), databaseUrl(server, opened.name ?? '')));
    await opened.database.close();
    await opened.drop();
  });

  test('a database that goes away is a 503 with Retry-After, and all is well when it is back', async (t) => {
    const opened = await openTestDatabase(createLog('silent'));
    const road = await startRoad(new URL(server));
    const url = new URL(databaseUrl(server, opened.name ?? ''));
    url.hostname = '127.0.0.1';
    url.port = String(road.port);
    const service = await startService(platformFile, settings(newDirectory(t), url.href));
    const token = await signIn(service);
    const acknowledged: string[] = [];
    const write = async (name: string): Promise<number> => {
      const { status, body, headers } = await api(service, 'POST', '/projects', token, { name });
      if (status === 201) acknowledged.push(name);
      else {
        assert.deepEqual([status, body.code], [503, 'service.unavailable'], JSON.stringify(body));
        assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      }
      return status;
    };
    for (let round = 0; round < 3; round += 1) {
      // Cut while requests are under way, so that connections break in use as well as idle.
      const underWay = Array.from({ length: 20 }, (_, index) => write(`r${round}-${index}`));
      road.cut();
      await Promise.all(underWay);
      assert.equal(await write(`during-${round}`), 503);
      road.mend();
      assert.equal(await write(`after-${round}`), 201);
    }
    const kept = await namesOf(service, token);
    assert.deepEqual(
      acknowledged.filter((name) => !kept.has(name)),
      [],
    );
    assert.equal(await service.stop(), 0);
    road.close();
    await opened.database.close();
    await opened.drop();
  });
} else test('an outage of the database is tested on PostgreSQL', { skip: 'TEST_DATABASE_URL is not set' });
