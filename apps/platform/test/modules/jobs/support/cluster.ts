import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createLog } from '#kernel/log';
import { databaseUrl, openTestDatabase } from '../../../support/database.ts';
import { startRoad } from '../../../support/database-road.ts';
import { startPlatform, testPassword, type Json, type SignedUp } from '../../../support/platform.ts';
import { startService, type RunningService } from '../../../support/service-process.ts';

type Role = 'api' | 'worker';
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** Processes of the platform on one database, each of which may be killed at any time and replaced. */
export async function openCluster(options: {
  readonly server: string;
  readonly redisUrl: string | undefined;
  readonly targetUrl: string;
  /** The processes reach the database by a road that can be cut; `query` does not. */
  readonly byRoad?: boolean;
}) {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-roles-'));
  const proxySecret = randomBytes(32).toString('base64url');
  const secrets = { ENCRYPTION_KEY: randomBytes(32).toString('base64url'), PROXY_SECRET: proxySecret };
  const opened = await openTestDatabase(createLog('silent'));
  await opened.database.close();
  // Signing up goes through mail, so one platform in this process makes the person and the endpoint, and closes.
  const seed = await startPlatform({ env: secrets, beside: { directory, databaseName: opened.name } });
  const person: SignedUp = await seed.signUp();
  const endpoint = await seed.call('POST', '/endpoints', {
    token: person.token,
    body: {
      name: 'Garden',
      url: options.targetUrl,
      method: 'POST',
      protocol: 'REST',
      environment: 'Development',
      request_mapping: '{"message": "{{ input }}"}',
      response_mapping: { output: '$.message' },
    },
  });
  await seed.close();
  const url = databaseUrl(options.server, opened.name ?? '');
  const road = options.byRoad ? await startRoad(new URL(url)) : undefined;
  const reached = new URL(url);
  if (road) [reached.hostname, reached.port] = ['127.0.0.1', String(road.port)];
  const env: Record<string, string> = {
    ...secrets,
    DATA_DIR: directory,
    DATABASE_URL: reached.href,
    PASSWORD_CHECK_BREACHED: 'false',
    PORT: '0',
    DATABASE_POOL_SIZE: '6',
    ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
  };
  const running: Record<Role, RunningService[]> = { api: [], worker: [] };

  async function start(role: Role): Promise<void> {
    running[role].push(await startService('apps/platform/src/main.ts', { ...env, PLATFORM_ROLES: role }));
  }

  /** Any API process that lives, another one each time. */
  let turn = 0;
  const base = (): string => {
    turn += 1;
    return running.api[turn % running.api.length]?.url ?? '';
  };

  const send = (at: string, method: string, path: string, body?: unknown, headers = {}): Promise<Response> =>
    fetch(`${at}/api/v1${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  return {
    person,
    endpointId: endpoint.body.id as string,
    start,
    send,
    base,
    road,
    bases: (): string[] => running.api.map((service) => service.url),
    /** As a crash would end the oldest process of this role. */
    async kill(role: Role): Promise<void> {
      await running[role].shift()?.kill();
    },
    /** Asks one process after the other, as a client behind a balancer would, until one answers. */
    async ask(method: string, path: string, body?: unknown): Promise<Json> {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const response = await send(base(), method, path, body, {
            authorization: `Bearer ${person.token}`,
          });
          const json = (await response.json()) as Json;
          if (response.ok) return json;
          throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
        } catch (error) {
          // Only a process that has gone is worth another try.
          if (!(error instanceof TypeError) || attempt > 100) throw error;
          await pause(50);
        }
      }
    },
    /** A sign-in by password from an address of its own; undefined when the process that was asked was killed. */
    async authCode(): Promise<string | undefined> {
      const response = await send(
        base(),
        'POST',
        '/auth/login/email',
        { email: person.email, password: testPassword },
        {
          'x-sonde-proxy-secret': proxySecret,
          'x-sonde-client-address': `10.${randomBytes(3).join('.')}`,
        },
      ).catch(() => undefined);
      const body = (await response?.json().catch(() => undefined)) as Json;
      return body?.auth_code ?? undefined;
    },
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async close(): Promise<void> {
      await Promise.all([...running.api, ...running.worker].map((service) => service.kill()));
      road?.close();
      await opened.drop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
