import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import pg from 'pg';
import { createLog } from '#kernel/log';
import {
  databaseUrl,
  openTestDatabase,
  testDatabaseUrl,
  type OpenedDatabase,
} from '../../support/database.ts';
import { startPlatform, type Json, type SignedUp } from '../../support/platform.ts';
import { startService, type RunningService } from '../../support/service-process.ts';
import { openSocket } from '../realtime/support/socket-client.ts';

// Two processes need a database server; the embedded database serves one process. The run says so instead of passing silently.
const server = testDatabaseUrl;
const name = 'two API and two worker processes lose no job and no event while workers are killed under load';

if (!server) {
  test('several processes are tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));
} else {
  const secrets = {
    ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
    PROXY_SECRET: randomBytes(32).toString('base64url'),
  };
  const directory = mkdtempSync(join(tmpdir(), 'sonde-roles-'));
  const running = new Set<RunningService>();
  let target: TargetServer;
  let opened: OpenedDatabase;
  let endpointId: string;
  let person: SignedUp;
  let env: Record<string, string>;
  const seen = new Map<string, number>();

  before(async () => {
    target = await startTargetServer();
    target.route('/slow', async (request, response) => {
      const { message } = request.json as { message: string };
      seen.set(message, (seen.get(message) ?? 0) + 1);
      await pause(300);
      sendJson(response, 200, {
        message: `I am the garden assistant and answer questions about gardens. ${message.length}`,
      });
    });
    opened = await openTestDatabase(createLog('silent'));
    await opened.database.close();
    // Signing up goes through mail, so one platform in this process makes the person and the endpoint, and closes.
    const seed = await startPlatform({ env: secrets, beside: { directory, databaseName: opened.name } });
    person = await seed.signUp();
    const endpoint = await seed.call('POST', '/endpoints', {
      token: person.token,
      body: {
        name: 'Garden',
        url: target.url('/slow'),
        method: 'POST',
        protocol: 'REST',
        environment: 'Development',
        request_mapping: '{"message": "{{ input }}"}',
        response_mapping: { output: '$.message' },
      },
    });
    endpointId = endpoint.body.id;
    await seed.close();
    env = {
      ...secrets,
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl(server, opened.name ?? ''),
      PASSWORD_CHECK_BREACHED: 'false',
      PORT: '0',
      DATABASE_POOL_SIZE: '6',
    };
  });
  after(async () => {
    await Promise.all([...running].map((service) => service.kill()));
    await target.close();
    await opened.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const start = async (role: 'api' | 'worker'): Promise<RunningService> => {
    const service = await startService('apps/platform/src/main.ts', { ...env, PLATFORM_ROLES: role });
    running.add(service);
    return service;
  };
  const kill = async (service: RunningService): Promise<void> => {
    running.delete(service);
    await service.kill();
  };
  const ask = async (base: string, method: string, path: string, body?: unknown): Promise<Json> => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await response.json()) as Json;
    assert.equal(response.ok, true, JSON.stringify(json));
    return json;
  };

  test(name, { timeout: 180_000 }, async (t) => {
    const [api, otherApi] = [await start('api'), await start('api')];
    const workers = [await start('worker'), await start('worker')];

    const { token } = await ask(otherApi.url, 'POST', '/ws/token');
    const socket = await openSocket(`${otherApi.url}/ws`, { token });
    await socket.subscribe('organization');
    await socket.subscribe('user');

    const taskIds: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      const base = count % 2 === 0 ? api.url : otherApi.url;
      const { task_id } = await ask(base, 'POST', `/endpoints/${endpointId}/explore`, {
        goal: `Find out about tools number${count} and seeds number${count}`,
        max_turns: 10,
      });
      taskIds.push(task_id);
    }
    // Both workers are in the middle of their runs when one of them dies, and later the other.
    await pause(600);
    const killedAt = Date.now();
    await kill(workers[0] as RunningService);
    workers.push(await start('worker'));
    await pause(1_500);
    await kill(workers[1] as RunningService);
    workers.push(await start('worker'));

    const jobs: Json[] = [];
    for (const taskId of taskIds) {
      for (;;) {
        const job = await ask(api.url, 'GET', `/jobs/${taskId}`);
        if (job.finished_at) {
          jobs.push(job);
          break;
        }
        assert.ok(
          Date.now() - killedAt < 120_000,
          `${taskId} stays ${job.status}: ${JSON.stringify(job.progress)}`,
        );
        await pause(200);
      }
    }
    assert.deepEqual(
      jobs.map(({ status }) => status),
      jobs.map(() => 'SUCCESS'),
      JSON.stringify(jobs.map(({ error }) => error)),
    );

    const turns = jobs.flatMap(({ result }) => result.conversation as { sent: string; resent: boolean }[]);
    const resent = turns.filter((turn) => turn.resent);
    assert.ok(resent.length > 0, 'the kills hit turns under way');
    const byText = Map.groupBy(turns, ({ sent }) => sent);
    for (const [sent, count] of seen) {
      const told = byText.get(sent) ?? [];
      const marked = told.filter((turn) => turn.resent).length;
      assert.ok(count <= told.length + marked, `sent more often than told: ${sent}`);
    }
    for (const { result } of jobs)
      assert.deepEqual(
        result.conversation.map(({ turn }: { turn: number }) => turn),
        result.conversation.map((_: unknown, place: number) => place + 1),
        'no turn is missing or doubled',
      );

    for (const taskId of taskIds)
      await socket.hear(
        (message) =>
          message.type === 'job.updated' &&
          message.payload.task_id === taskId &&
          message.payload.status === 'SUCCESS',
      );
    const notices = () => socket.messages.filter(({ type }) => type === 'notification').length;
    while (notices() < taskIds.length) await pause(50);
    assert.equal(notices(), taskIds.length, 'one notice for each, and not one more');
    const { unread } = await ask(otherApi.url, 'GET', '/notifications/unread-count');
    assert.equal(unread, taskIds.length);
    socket.close();
    const client = new pg.Client({ connectionString: env['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query(
      `select max(extract(epoch from t.sent_at - p.finished_at)) as longest
       from exploration_turns t join exploration_turns p on p.exploration_id = t.exploration_id and p.turn = t.turn - 1`,
    );
    const ended = await client.query(
      `select max(extract(epoch from finished_at - sent_at)) as longest from exploration_turns where resent`,
    );
    await client.end();
    t.diagnostic(
      `${resent.length} of ${turns.length} turns were sent again; the longest break was ${Math.max(Number(rows[0].longest), Number(ended.rows[0].longest)).toFixed(1)} s`,
    );
    assert.ok(Number(ended.rows[0].longest) < 30, 'another worker goes on within 30 seconds');
  });
}
