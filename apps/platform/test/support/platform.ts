import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { basePath, type DevelopmentMail } from '@sonde/contract';
import type { Resolve } from '@sonde/egress';
import type { Database } from '#kernel/database';
import { createLog } from '#kernel/log';
import type { SocketTiming } from '#realtime';
import { createApp, type App } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { openTestDatabase, testDatabaseUrl } from './database.ts';
import { leaseRedis, testRedisUrl } from './redis.ts';

export interface TestClock {
  now(): number;
  /** Moves time; nothing else does. */
  advance(milliseconds: number): void;
}

/** Starts at the real time and then stands still, except that every reading is at least what was set. */
export function createTestClock(start = Date.now()): TestClock {
  let time = start;
  return { now: () => time, advance: (milliseconds) => void (time += milliseconds) };
}

export interface PlatformOptions {
  /** Settings as the environment would give them. */
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: { now(): number };
  readonly resolve?: Resolve;
  /** How often sockets are looked at, programs' too: more often than usual, or never while a test runs. */
  readonly socketTiming?: SocketTiming;
  /** Share the database of another platform, to be a second process beside it (PostgreSQL only). */
  readonly beside?: { readonly directory: string; readonly databaseName: string | undefined };
  /**
   * Where the run has PostgreSQL and Redis: two platforms that share them, and calls that go to one and the other in
   * turn, so that nothing a test sees can rest on the memory of one process.
   */
  readonly spread?: boolean;
  /** Lines at error level fail the test unless it says that it provokes them. */
  readonly expectErrors?: boolean;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
}

// oxlint-disable-next-line typescript/no-explicit-any -- Tests look into answers freely; the contract has checked their shape.
export type Json = any;

export interface CallResult {
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface SignedUp {
  readonly email: string;
  readonly password: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly token: string;
  readonly refreshToken: string;
}

export type TestPlatform = Awaited<ReturnType<typeof startPlatform>>;

export const testPassword = 'correct-horse-battery-9';

/** Addresses that begin with these two bytes, each once, so that no limit of one is met by another. */
export function addressesBelow(prefix: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}.${count >> 8}.${count & 255}`;
  };
}

/** A whole platform in this process, on a real database of its own. */
export async function startPlatform(options: PlatformOptions = {}) {
  const directory = options.beside?.directory ?? mkdtempSync(join(tmpdir(), 'sonde-test-'));
  const errors: string[] = [];
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = chunk.toString();
      lines.push(line);
      if ((JSON.parse(line) as { level: number }).level >= 50) errors.push(line);
      done();
    },
  });
  const log = createLog('debug', sink);
  const opened = await openTestDatabase(log, options.beside?.databaseName);
  const isSpread = Boolean(options.spread && testDatabaseUrl && testRedisUrl);
  const redis = isSpread ? await leaseRedis(testRedisUrl ?? '') : undefined;
  const config = loadConfig({
    DATA_DIR: directory,
    PORT: '0',
    PASSWORD_CHECK_BREACHED: 'false',
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ...options.env,
  });
  const start = async (database: Database): Promise<App> =>
    createApp(config, {
      log,
      database,
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.resolve ? { resolve: options.resolve } : {}),
      ...(options.socketTiming ? { socketTiming: options.socketTiming } : {}),
    });
  const app = await start(opened.database);
  const apps = isSpread ? [app, await start((await openTestDatabase(log, opened.name)).database)] : [app];
  let calls = 0;
  /** The process that the next call goes to. */
  const nextApp = (): App => apps[(calls += 1) % apps.length] ?? app;

  async function call(
    method: string,
    path: string,
    { token, body, headers, ip }: CallOptions = {},
  ): Promise<CallResult> {
    const response = await nextApp().http.inject({
      method: method as 'GET',
      url: path.startsWith('//') ? path.slice(1) : `${basePath}${path}`,
      remoteAddress: ip ?? '127.0.0.1',
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      text: response.body,
      body: isJson && response.body ? response.json() : undefined,
      headers: response.headers,
    };
  }

  /** Waits for the job that delivers it: mail is asynchronous on purpose. */
  async function mail(to: string, subject: RegExp = /./): Promise<DevelopmentMail> {
    let last: CallResult | undefined;
    for (let attempt = 0; attempt < 4800; attempt += 1) {
      last = await call('GET', `/dev/mailbox?to=${encodeURIComponent(to)}&limit=100`);
      // A machine that is busy beyond measure may say so, and be asked again.
      const mails = (last.status === 200 ? last.body : []) as DevelopmentMail[];
      const found = mails.find((item) => subject.test(item.subject));
      if (found) return found;
      await pause(25);
    }
    throw new Error(
      `No mail to ${to} with a subject like ${String(subject)} arrived: ${last?.status} ${last?.text}`,
    );
  }

  /** The token in the link of a mail. */
  const linkToken = (item: DevelopmentMail): string => {
    const link = item.links.find((text) => text.includes('token='));
    assert.ok(link, `The mail "${item.subject}" has no link with a token.`);
    return new URL(link).searchParams.get('token') ?? '';
  };

  async function exchange(code: string): Promise<{ token: string; refreshToken: string }> {
    const { status, body } = await call('POST', '/auth/exchange-code', { body: { code } });
    assert.equal(status, 200, JSON.stringify(body));
    return { token: body.session_token, refreshToken: body.refresh_token };
  }

  /** Register, verify by mail, sign in; and, unless told otherwise, create an organization. */
  async function signUp(
    wish: { email?: string; organization?: string | null; ip?: string } = {},
  ): Promise<SignedUp> {
    const email = wish.email ?? `person-${randomBytes(6).toString('hex')}@example.test`;
    // Every sign-up comes from an address of its own, so that the limits of one do not stop the next.
    const ip = wish.ip ?? `10.${randomBytes(3).join('.')}`;
    const registered = await call('POST', '/auth/register', {
      body: { email, password: testPassword, name: 'Test Person' },
      ip,
    });
    assert.equal(registered.status, 200, registered.text);
    const verified = await call('POST', '/auth/verify-email', {
      body: { token: linkToken(await mail(email)) },
      ip,
    });
    assert.equal(verified.status, 200, verified.text);
    let pair = await exchange(verified.body.auth_code);
    const me = await call('GET', '/users/me', { token: pair.token });
    let organizationId = '';
    if (wish.organization !== null) {
      const created = await call('POST', '/organizations', {
        token: pair.token,
        body: { name: wish.organization ?? 'Test Organization' },
      });
      assert.equal(created.status, 201, created.text);
      organizationId = created.body.id;
      pair = { token: created.body.session_token, refreshToken: created.body.refresh_token };
    }
    return {
      email,
      password: testPassword,
      userId: me.body.id,
      organizationId,
      token: pair.token,
      refreshToken: pair.refreshToken,
    };
  }

  return {
    app,
    config,
    directory,
    /** How many platforms share the work. */
    processes: apps.length,
    databaseName: opened.name,
    /** For what no call can bring about, such as a year of results. */
    database: opened.database,
    log: { lines, errors },
    call,
    mail,
    linkToken,
    exchange,
    signUp,
    listen: () => app.listen(),
    async close(): Promise<void> {
      for (const other of apps.toReversed()) await other.close();
      await redis?.release();
      await opened.drop();
      if (!options.beside) rmSync(directory, { recursive: true, force: true });
      if (!options.expectErrors) assert.deepEqual(errors, [], 'The platform logged errors.');
    },
  };
}
