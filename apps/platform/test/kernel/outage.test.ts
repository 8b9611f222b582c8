import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog } from '#kernel/log';
import { databaseUrl, openTestDatabase, testDatabaseUrl } from '../support/database.ts';
import { startRoad } from '../support/database-road.ts';
import { testPassword } from '../support/platform.ts';
import { startService, type RunningService } from '../support/service-process.ts';

const platformFile = 'apps/platform/src/main.ts';
const settings = (directory: string, url?: string): Record<string, string> => ({
  DATA_DIR: directory,
  PORT: '0',
  PASSWORD_CHECK_BREACHED: 'false',
  ...(url ? { DATABASE_URL: url } : { DATABASE_URL: '' }),
});
const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'sonde-outage-'));

async function api(service: RunningService, method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

/** Signs in through the printed owner link and makes an organization. */
async function signIn(service: RunningService): Promise<string> {
  const token = new URL(String(service.ready['owner_link'])).searchParams.get('token');
  const owner = await api(service, 'POST', '/auth/owner-link', undefined, {
    token,
    email: 'owner@example.test',
    password: testPassword,
    name: 'Owner',
  });
  assert.equal(owner.status, 200, JSON.stringify(owner.body));
  const pair = await api(service, 'POST', '/auth/exchange-code', undefined, { code: owner.body.auth_code });
  const made = await api(service, 'POST', '/organizations', pair.body.session_token, { name: 'One' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.session_token;
}

/** Writes names one after another and returns those whose answer was a success, until the service is gone. */
async function writeUntilGone(service: RunningService, token: string, onWrite: (count: number) => void) {
  const acknowledged: string[] = [];
  let isGone = false;
  const writer = async (number: number): Promise<void> => {
    for (let count = 0; !isGone; count += 1) {
      const name = `p${number}-${count}`;
      try {
        const { status } = await api(service, 'POST', '/projects', token, { name });
        if (status === 201) acknowledged.push(name);
        onWrite(acknowledged.length);
      } catch {
        isGone = true;
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(writer));
  return acknowledged;
}

async function namesOf(service: RunningService, token: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let skip = 0; ; skip += 100) {
    const { body } = await api(service, 'GET', `/projects?limit=100&skip=${skip}`, token);
    for (const { name } of body) names.add(name);
    if (body.length < 100) return names;
  }
}

async function killedWhileWriting(url: string | undefined): Promise<void> {
  const directory = newDirectory();
  const first = await startService(platformFile, settings(directory, url));
  const token = await signIn(first);
  let killed: Promise<void> | undefined;
  const acknowledged = await writeUntilGone(first, token, (count) => {
    if (count >= 40) killed ??= first.kill();
  });
  await killed;
  const second = await startService(platformFile, settings(directory, url));
  const kept = await namesOf(second, token);
  assert.deepEqual(
    acknowledged.filter((name) => !kept.has(name)),
    [],
  );
  assert.ok(acknowledged.length >= 40);
  assert.equal(await second.stop(), 0);
}

test('a process killed in the middle of writing has lost nothing that it said it had saved (embedded)', () =>
  killedWhileWriting(undefined));

test('told to stop, it finishes what is under way, exits with 0 and leaves no lock', async (context) => {
  const slow = createHttpServer((_req, res) => void setTimeout(() => res.end('"late"'), 1_000));
  slow.listen(0, '127.0.0.1');
  await once(slow, 'listening');
  context.after(() => slow.closeAllConnections());
  const directory = newDirectory();
  const service = await startService(platformFile, settings(directory));
  assert.ok(existsSync(join(directory, 'database.lock')));
  const token = await signIn(service);
  const arrived = once(slow, 'request');
  const underWay = api(service, 'POST', '/endpoints/test', token, {
    url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`,
    input_data: { input: 'x' },
  });
  await arrived;
  const stopped = service.stop();
  assert.equal((await underWay).body.raw_response, 'late');
  assert.equal(await stopped, 0);
  assert.ok(!existsSync(join(directory, 'database.lock')));
  slow.close();
});

test('a port in use, a folder in use and a wrong setting are one clear line and exit 1', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const directory = newDirectory();
  await assert.rejects(
    startService(platformFile, { ...settings(directory), PORT: port }),
    new RegExp(`ended with 1: The platform cannot start. Port ${port} .* in use[^\n]*$`),
  );
  taken.close();
  const service = await startService(platformFile, settings(directory));
  await assert.rejects(
    startService(platformFile, settings(directory)),
    /ended with 1: .*in use by another copy[^\n]*$/,
  );
  assert.equal(await service.stop(), 0);
  await assert.rejects(
    startService(platformFile, { ...settings(directory), PORT: 'x', LOG_LEVEL: 'loud' }),
    /ended with 1: [^]*PORT[^]*LOG_LEVEL/,
  );
});

// These take a database outside of the process: they run when the suite runs on PostgreSQL.
if (testDatabaseUrl) {
  const server = testDatabaseUrl;

  test('a process killed in the middle of writing has lost nothing that it said it had saved (PostgreSQL)', async () => {
    const opened = await openTestDatabase(createLog('silent'));
    await killedWhileWriting(databaseUrl(server, opened.name ?? ''));
    await opened.database.close();
    await opened.drop();
  });

  test('a database that goes away is a 503 with Retry-After, and all is well when it is back', async () => {
    const opened = await openTestDatabase(createLog('silent'));
    const road = await startRoad(new URL(server));
    const url = new URL(databaseUrl(server, opened.name ?? ''));
    url.hostname = '127.0.0.1';
    url.port = String(road.port);
    const service = await startService(platformFile, settings(newDirectory(), url.href));
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
}
