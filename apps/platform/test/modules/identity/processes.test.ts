import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import {
  addressesBelow,
  startPlatform,
  testPassword,
  type CallResult,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { isRedisInstalled, startRedis, type OwnRedis } from '../../support/redis.ts';

// Two processes need a database that serves two: these run when the suite runs on PostgreSQL.
if (testDatabaseUrl) {
  describe('two processes on one database', () => twoProcesses(undefined));
  if (isRedisInstalled) describe('two processes on one database and one Redis', () => twoProcesses('redis'));
  describe('a process that is killed', killed);
} else test('several processes: asked of PostgreSQL', { skip: 'TEST_DATABASE_URL is not set' });

function twoProcesses(shared: 'redis' | undefined): void {
  let one: TestPlatform;
  let two: TestPlatform;
  let person: SignedUp;
  let redis: OwnRedis | undefined;
  before(async () => {
    if (shared) redis = await startRedis();
    const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    one = await startPlatform({ env });
    two = await startPlatform({ env, beside: one });
    person = await one.signUp();
  });
  after(async () => {
    await two.close();
    await one.close();
    await redis?.stop();
  });

  const freshIp = addressesBelow('172.20');
  const either = (n: number): TestPlatform => (n % 2 === 0 ? one : two);
  const login = async (): Promise<string> =>
    (
      await one.call('POST', '/auth/login/email', {
        body: { email: person.email, password: testPassword },
        ip: freshIp(),
      })
    ).body.auth_code;

  test('a code of one process is exchanged once, wherever it is shown', async () => {
    const code = await login();
    const results = await Promise.all(
      Array.from({ length: 64 }, (_, n) => either(n).call('POST', '/auth/exchange-code', { body: { code } })),
    );
    assert.equal(results.filter((result) => result.status === 200).length, 1);
  });

  /** Begins the work while the account is being deleted, and lets that go through once the work waits for it. */
  async function whileDeleted<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const begun: Promise<T>[] = [];
    await one.database.system(async (tx) => {
      await tx.execute(sql`delete from users where id = ${userId}`);
      const working = work();
      begun.push(working);
      let isOver = false;
      void working.finally(() => (isOver = true));
      for (let isWaiting = false; !isWaiting && !isOver; await pause(10)) {
        const { rows } = await tx.execute(
          sql`select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')
            and pid in (select pid from pg_stat_activity where datname = current_database())`,
        );
        isWaiting = rows.length > 0;
      }
    });
    const [working] = begun;
    assert.ok(working);
    return working;
  }
  const mailToken = async (email: string, subject: RegExp): Promise<string> =>
    one.linkToken(await one.mail(email, subject));
  const beside: Record<string, (signedUp: SignedUp) => Promise<() => Promise<CallResult>>> = {
    'a sign-in by password':
      async ({ email }) =>
      () =>
        two.call('POST', '/auth/login/email', { body: { email, password: testPassword }, ip: freshIp() }),
    'the exchange of a code': async ({ email }) => {
      const { body } = await two.call('POST', '/auth/login/email', {
        body: { email, password: testPassword },
        ip: freshIp(),
      });
      return () => two.call('POST', '/auth/exchange-code', { body: { code: body.auth_code } });
    },
    'a refresh':
      async ({ refreshToken }) =>
      () =>
        two.call('POST', '/auth/refresh', { body: { refresh_token: refreshToken } }),
    'the wish for a link':
      async ({ email }) =>
      () =>
        two.call('POST', '/auth/magic-link', { body: { email }, ip: freshIp() }),
    'the use of a link': async ({ email }) => {
      await two.call('POST', '/auth/magic-link', { body: { email }, ip: freshIp() });
      const token = await mailToken(email, /sign-in link/);
      return () => two.call('POST', '/auth/magic-link/verify', { body: { token } });
    },
    'the wish for another password':
      async ({ email }) =>
      () =>
        two.call('POST', '/auth/forgot-password', { body: { email }, ip: freshIp() }),
    'a new organization':
      async ({ token }) =>
      () =>
        two.call('POST', '/organizations', { token, body: { name: 'Nobody' } }),
    'the set-up of a second factor':
      async ({ token }) =>
      () =>
        two.call('POST', '/auth/second-factor/setup', { token, body: { current_password: testPassword } }),
  };
  // What the database decides needs no counters.
  for (const [what, prepare] of shared ? [] : Object.entries(beside))
    test(`${what} beside the deletion of the account is answered, and leaves nothing`, async () => {
      const leaving = await one.signUp({ organization: null, ip: freshIp() });
      const { status, text } = await whileDeleted(leaving.userId, await prepare(leaving));
      assert.ok(status < 500, text);
      assert.doesNotMatch(text, /auth_code":"|_token":"/);
    });

  if (!shared)
    test('an account that is deleted beside sign-ins and refreshes is gone, and they take turns', async () => {
      for (let round = 0; round < 6; round += 1) {
        const leaving = await one.signUp({ organization: null, ip: freshIp() });
        const { email, token } = leaving;
        let { refreshToken } = leaving;
        let isOver = false;
        const answers: CallResult[] = [];
        const ask = async (path: string, body: object): Promise<CallResult> => {
          const answer = await either(answers.length).call('POST', path, { body, ip: freshIp() });
          answers.push(answer);
          return answer;
        };
        const signIn = async (): Promise<void> => {
          while (!isOver) {
            const { body } = await ask('/auth/login/email', { email, password: testPassword });
            if (body.auth_code) await ask('/auth/exchange-code', { code: body.auth_code });
          }
        };
        const refresh = async (): Promise<void> => {
          while (!isOver) {
            const { status, body } = await ask('/auth/refresh', { refresh_token: refreshToken });
            if (status !== 200) return;
            refreshToken = body.refresh_token;
          }
        };
        const askForLinks = async (): Promise<void> => {
          while (!isOver) await ask('/auth/magic-link', { email });
        };
        const leave = async (): Promise<void> => {
          while (answers.length < 20) await pause(5);
          const body = { current_password: testPassword };
          answers.push(await one.call('DELETE', '/users/me', { token, body }));
          isOver = true;
        };
        await Promise.all([signIn(), signIn(), refresh(), refresh(), askForLinks(), leave()]);
        assert.deepEqual(
          answers.filter(({ status }) => status >= 500).map(({ text }) => text),
          [],
        );
        assert.equal((await one.call('GET', '/users/me', { token })).status, 401);
      }
    });

  test('parallel refreshes in both processes give one successor to all, and keep the session', async () => {
    for (let round = 0; round < 10; round += 1) {
      const pair = await two.exchange(await login());
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          either(n).call('POST', '/auth/refresh', { body: { refresh_token: pair.refreshToken } }),
        ),
      );
      const children = new Set(
        results.filter((result) => result.status === 200).map((result) => result.body.refresh_token),
      );
      assert.equal(children.size, 1);
      for (const result of results) assert.equal(result.status, 200, result.text);
      const [next] = children;
      const later = await one.call('POST', '/auth/refresh', { body: { refresh_token: next } });
      assert.equal(later.status, 200, 'the session lives');
    }
    const { rows } = await one.app.database.executeSql(
      'select family_id from refresh_tokens where rotated_at is null group by family_id having count(*) > 1',
    );
    assert.deepEqual(rows, []);
  });

  test('a logout in one process is known to the other at once', async () => {
    const pair = await one.exchange(await login());
    assert.equal((await two.call('GET', '/users/me', { token: pair.token })).status, 200);
    await one.call('POST', '/auth/logout', { body: { refresh_token: pair.refreshToken } });
    assert.equal((await two.call('GET', '/users/me', { token: pair.token })).status, 401);
  });

  test('limits are counted together', async () => {
    const ip = freshIp();
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        either(n).call('POST', '/auth/login/email', { body: { email: 'x@example.test', password: 'x' }, ip }),
      ),
    );
    assert.equal(results.filter((result) => result.status === 429).length, 10);
  });

  test('both publish the same keys', async () => {
    const keys = async (platform: TestPlatform) =>
      (await platform.call('GET', '/.well-known/jwks.json')).text;
    assert.equal(await keys(one), await keys(two));
  });
}

function killed(): void {
  let platform: TestPlatform;
  let person: SignedUp;
  before(async () => {
    platform = await startPlatform();
    person = await platform.signUp();
  });
  after(() => platform.close());

  async function startChild(): Promise<{ child: ChildProcess; url: string }> {
    const child = spawn(
      process.execPath,
      [new URL('../../../src/main.ts', import.meta.url).pathname, '--role=api'],
      {
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: databaseUrl(testDatabaseUrl ?? '', platform.databaseName ?? ''),
          DATA_DIR: platform.directory,
          PORT: '0',
          PASSWORD_CHECK_BREACHED: 'false',
          LOG_LEVEL: 'silent',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        const address = /"address":"([^"]+)"/.exec(text)?.[1];
        if (address) resolve(address);
      });
      child.once('exit', (code) => reject(new Error(`The platform ended with ${code}: ${text}`)));
    });
    return { child, url };
  }

  test('leaves every code, token and password as it was or as it should be, whenever it is killed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const codes = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const { body } = await platform.call('POST', '/auth/login/email', {
            body: { email: person.email, password: testPassword },
            ip: `172.21.${round}.${n}`,
          });
          return body.auth_code as string;
        }),
      );
      const pairs = await Promise.all(codes.slice(6).map((code) => platform.exchange(code)));
      const { child, url } = await startChild();
      const send = (path: string, body: object): Promise<unknown> =>
        fetch(`${url}/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).then(
          (response) => response.json(),
          () => undefined,
        );
      const work = [
        ...codes.slice(0, 6).map((code) => send('/auth/exchange-code', { code })),
        ...pairs.map((pair) => send('/auth/refresh', { refresh_token: pair.refreshToken })),
      ];
      await pause(round * 3);
      child.kill('SIGKILL');
      await Promise.all(work);
      await assertWhole(platform);
    }
  });

  test('a reset, a link or a confirmation that is killed has happened altogether or not at all', async () => {
    const freshIp = addressesBelow('172.22');
    const post = (path: string, body: object) => platform.call('POST', path, { body, ip: freshIp() });
    const newPassword = 'harbour-ladder-quiet-ninety';
    const opens = async (email: string, password: string): Promise<boolean> =>
      (await post('/auth/login/email', { email, password })).body.auth_code !== null;
    for (const waitMs of [20, 60, 100, 160]) {
      const people = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const one = await platform.signUp({ organization: null });
          await post('/auth/forgot-password', { email: one.email });
          await post('/auth/magic-link', { email: one.email });
          const newcomer = `killed-${randomBytes(5).toString('hex')}@example.test`;
          await post('/auth/register', { email: newcomer, password: testPassword });
          return {
            ...one,
            newcomer,
            reset: platform.linkToken(await platform.mail(one.email, /Set a new password/)),
            magic: platform.linkToken(await platform.mail(one.email, /sign-in link/)),
            confirmation: platform.linkToken(await platform.mail(newcomer)),
          };
        }),
      );
      const { child, url } = await startChild();
      const send = (path: string, body: object): Promise<unknown> =>
        fetch(`${url}/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }).catch(() => undefined);
      const work = people.flatMap((one, n) => [
        n === 0
          ? send('/auth/magic-link/verify', { token: one.magic })
          : send('/auth/reset-password', { token: one.reset, new_password: newPassword }),
        send('/auth/verify-email', { token: one.confirmation }),
      ]);
      await pause(waitMs);
      child.kill('SIGKILL');
      await Promise.all(work);
      await assertWhole(platform);
      for (const [n, one] of people.entries()) {
        const isReset = n > 0 && (await opens(one.email, newPassword));
        assert.notEqual(await opens(one.email, testPassword), isReset, 'one password, the old or the new');
        const isIn = (await platform.call('GET', '/users/me', { token: one.token })).status === 200;
        assert.equal(isIn, !isReset, 'sessions have ended with the old password, or not at all');
        const again = await post('/auth/reset-password', { token: one.reset, new_password: newPassword });
        assert.equal(again.status, isReset ? 400 : 200, 'and the link is spent with it, or not at all');
        const isConfirmed = await opens(one.newcomer, testPassword);
        const confirm = await post('/auth/verify-email', { token: one.confirmation });
        assert.equal(confirm.status, isConfirmed ? 400 : 200);
      }
    }
  });
}

/** What must be true of the tables at any moment, since each step is one transaction. */
async function assertWhole(platform: TestPlatform): Promise<void> {
  // The server may still be noticing that its client is gone.
  await pause(200);
  const none = async (statement: string): Promise<void> => {
    const { rows } = await platform.app.database.executeSql(statement);
    assert.deepEqual(rows, [], statement);
  };
  await none(
    'select id from auth_codes c where family_id is not null and not exists (select 1 from session_families f where f.id = c.family_id)',
  );
  await none(
    'select id from session_families f where not exists (select 1 from auth_codes c where c.family_id = f.id and c.consumed_at is not null)',
  );
  await none(
    'select f.id from session_families f where (select count(*) from refresh_tokens r where r.family_id = f.id and rotated_at is null) <> 1',
  );
  await none('select token_hash from refresh_tokens where rotated_at is null and answer_sealed is not null');
}
