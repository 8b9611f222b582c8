import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { startFakeGitHub, startFakeOidc, type FakeGitHub, type FakeOidc } from '@sonde/fakes';
import { testDatabaseUrl } from '../../support/database.ts';
import {
  createTestClock,
  startPlatform,
  testPassword,
  type CallResult,
  type TestPlatform,
} from '../../support/platform.ts';
import { stepAt, totpCode } from '../../../src/modules/tokens/totp.ts';

const publicUrl = 'http://localhost:3000';
const client = { clientId: 'sonde-test', clientSecret: 'not-a-real-client-secret-for-tests' };
const clock = createTestClock();
let platform: TestPlatform;
let oidc: FakeOidc;
let github: FakeGitHub;
before(async () => {
  oidc = await startFakeOidc({ ...client, redirectUri: `${publicUrl}/api/v1/auth/callback` });
  github = await startFakeGitHub(client);
  platform = await startPlatform({
    spread: true,
    clock,
    env: {
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_DISPLAY_NAME: 'Example SSO',
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
      GITHUB_BASE_URL: github.url,
      GITHUB_API_URL: github.url,
    },
  });
});
after(async () => {
  await platform.close();
  await Promise.all([oidc.close(), github.close()]);
});

let people = 0;
const newAddress = (): string => `oauth-${(people += 1)}@example.test`;
beforeEach(() => {
  oidc.behaviour = 'signs-in';
  github.behaviour = 'works';
});

/** What a browser keeps of our cookies. */
const cookieOf = (result: CallResult): string => String(result.headers['set-cookie']).split(';')[0] ?? '';

/** The part between our redirect and our callback, as a browser does it; gives the callback's path and query. */
async function atProvider(location: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = location;
  for (let hop = 0; hop < 10; hop += 1) {
    if (url.startsWith(publicUrl)) return url.slice(`${publicUrl}/api/v1`.length);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next = response.headers.get('location');
    assert.ok(next, `${url} answered ${response.status}: ${await response.text()}`);
    url = new URL(next, url).href;
  }
  throw new Error('The provider redirects in circles.');
}

const begin = (provider: string, query = '') => platform.call('GET', `/auth/login/${provider}${query}`);
const finish = (path: string, cookie?: string) =>
  platform.call('GET', path, cookie ? { headers: { cookie } } : {});
const landing = (result: CallResult): URL => {
  assert.equal(result.status, 302, result.text);
  return new URL(String(result.headers['location']));
};

async function signInWith(provider: string, query = ''): Promise<URL> {
  const started = await begin(provider, query);
  const path = await atProvider(String(started.headers['location']));
  return landing(await finish(path, cookieOf(started)));
}

async function emailOf(url: URL): Promise<string> {
  const { token } = await platform.exchange(url.searchParams.get('code') ?? '');
  return (await platform.call('GET', '/users/me', { token })).body.email;
}

test('providers with credentials are listed, others are unknown', async () => {
  const { body } = await platform.call('GET', '/auth/providers');
  assert.deepEqual(body.providers, [
    { name: 'github', display_name: 'GitHub', type: 'oauth' },
    { name: 'oidc', display_name: 'Example SSO', type: 'oauth' },
  ]);
  for (const name of ['google', 'nothing', '__proto__', 'email']) {
    const result = await begin(name);
    assert.equal(result.status, 404);
    assert.equal(result.body.code, 'auth.provider_unknown');
  }
});

test('signing in at an OpenID provider makes a verified account and ends in a single-use code', async () => {
  const email = newAddress();
  oidc.person = { sub: 'sub-new', email, email_verified: true, name: 'New Person' };
  const started = await begin('oidc', '?return_to=%2Fprojects%3Fa%3D1');
  const location = new URL(String(started.headers['location']));
  assert.equal(location.searchParams.get('code_challenge_method'), 'S256');
  for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(location.searchParams.get(name), name);
  assert.match(String(started.headers['set-cookie']), /HttpOnly; SameSite=Lax/);
  const url = landing(await finish(await atProvider(location.href), cookieOf(started)));
  assert.equal(url.origin + url.pathname, `${publicUrl}/auth/signin`);
  assert.equal(url.searchParams.get('return_to'), '/projects?a=1');
  assert.equal(await emailOf(url), email);
  const again = await platform.call('POST', '/auth/exchange-code', {
    body: { code: url.searchParams.get('code') },
  });
  assert.equal(again.status, 400);
});

test('an ID token whose signature no key of the provider made signs nobody in', async () => {
  const email = newAddress();
  oidc.person = { sub: 'sub-forged', email, email_verified: true };
  oidc.behaviour = 'forged-signature';
  const url = await signInWith('oidc');
  assert.equal(url.searchParams.get('error'), 'oauth_provider_failed');
  assert.equal(url.searchParams.get('code'), null);
  oidc.behaviour = 'signs-in';
  assert.equal(await emailOf(await signInWith('oidc')), email);
});

test('GitHub names itself in its answers, and an answer that names another signs nobody in', async () => {
  const email = newAddress();
  github.person = {
    id: 20,
    login: 'named',
    name: null,
    emails: [{ email, primary: true, verified: true }],
  };
  const named = github.issuer;
  github.issuer = 'https://elsewhere.example.test/login/oauth';
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_provider_failed');
  github.issuer = named;
  assert.equal(await emailOf(await signInWith('github')), email);
});

test('an address at GitHub that mail cannot reach keeps nobody out whose primary one is good', async () => {
  const email = newAddress();
  const odd = { email: 'jörg@example.test', primary: false, verified: true };
  const good = { email, primary: true, verified: true };
  github.person = { id: 21, login: 'odd', name: null, emails: [odd, good] };
  assert.equal(await emailOf(await signInWith('github')), email);
  github.person = { id: 22, login: 'odder', name: null, emails: [{ ...odd, primary: true }] };
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_email_missing');
});

test('a sign-in at a provider ends before the second factor as every other does', async () => {
  const email = newAddress();
  oidc.person = { sub: 'sub-factor', email, email_verified: true };
  const { token } = await platform.exchange((await signInWith('oidc')).searchParams.get('code') ?? '');
  const begun = await platform.call('POST', '/auth/second-factor/setup', { token, body: {} });
  assert.equal(begun.status, 200, 'a young session stands for the password there is none of');
  const code = totpCode(begun.body.secret, stepAt(clock.now()));
  const enabled = await platform.call('POST', '/auth/second-factor/enable', { token, body: { code } });
  assert.equal(enabled.status, 200, enabled.text);
  const stopped = await platform.call('POST', '/auth/exchange-code', {
    body: { code: (await signInWith('oidc')).searchParams.get('code') },
  });
  assert.equal(stopped.body.code, 'auth.second_factor_required');
});

test('signing in with GitHub uses the primary verified address', async () => {
  const email = newAddress();
  github.person = {
    id: 1,
    login: 'octo',
    name: null,
    emails: [
      { email: newAddress(), primary: false, verified: true },
      { email, primary: true, verified: true },
    ],
  };
  assert.equal(await emailOf(await signInWith('github')), email);
});

test('the identity is the subject: another address later is the same account', async () => {
  const email = newAddress();
  oidc.person = { sub: 'sub-stable', email, email_verified: true };
  await signInWith('oidc');
  oidc.person = { sub: 'sub-stable', email: newAddress(), email_verified: false };
  assert.equal(await emailOf(await signInWith('oidc')), email);
});

test(
  'an identity that comes twice at once with two addresses is one account, and what it did not get is not made',
  { skip: testDatabaseUrl === undefined && 'one connection does not race' },
  async () => {
    const emails = [newAddress(), newAddress()];
    const finishes: (() => Promise<CallResult>)[] = [];
    for (const email of emails) {
      oidc.person = { sub: 'sub-twice', email, email_verified: true };
      const started = await begin('oidc');
      finishes.push(
        finish.bind(null, await atProvider(String(started.headers['location'])), cookieOf(started)),
      );
    }
    const results: Promise<CallResult>[] = [];
    // Both have looked for the identity, and neither has it yet.
    await platform.database.system(async (tx) => {
      await tx.execute(sql`lock table provider_accounts in share mode`);
      for (const [index, email] of emails.entries()) {
        oidc.person = { sub: 'sub-twice', email, email_verified: true };
        results.push(finishes[index]?.() ?? Promise.reject(new Error('There are two.')));
        for (let waiting = 0; waiting <= index; await pause(10)) {
          const { rows } = await tx.execute(
            sql`select 1 from pg_locks where not granted and relation = 'provider_accounts'::regclass`,
          );
          waiting = rows.length;
        }
      }
    });
    const accounts = await Promise.all(results.map(async (result) => emailOf(landing(await result))));
    assert.equal(new Set(accounts).size, 1, accounts.join(' '));
    const { rows } = await platform.database.executeSql('select email from users where email = any($1)', [
      emails,
    ]);
    assert.equal(rows.length, 1);
  },
);

test('an address the provider has not verified signs nobody in and links nothing', async () => {
  const victim = await platform.signUp();
  oidc.person = { sub: 'sub-unverified', email: victim.email, email_verified: false };
  assert.equal((await signInWith('oidc')).searchParams.get('error'), 'oauth_email_unverified');
  github.person = {
    id: 2,
    login: 'x',
    name: null,
    emails: [{ email: victim.email, primary: true, verified: false }],
  };
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_email_unverified');
  github.person = { id: 3, login: 'y', name: null, emails: [] };
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_email_missing');
});

test('an address verified on both sides is linked, and the owner is told by mail', async () => {
  const person = await platform.signUp();
  oidc.person = { sub: 'sub-linked', email: person.email.toUpperCase(), email_verified: true };
  assert.equal(await emailOf(await signInWith('oidc')), person.email);
  await platform.mail(person.email, /new way to sign in/);
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email: person.email, password: testPassword },
    ip: '203.0.113.9',
  });
  assert.ok(login.body.auth_code, 'the password still works');
});

test('an account whose address was never proved is taken over: a planted password never becomes good', async () => {
  const email = newAddress();
  await platform.call('POST', '/auth/register', {
    body: { email, password: testPassword },
    ip: '203.0.113.1',
  });
  const planted = platform.linkToken(await platform.mail(email, /Confirm/));
  oidc.person = { sub: 'sub-owner', email, email_verified: true };
  assert.equal(await emailOf(await signInWith('oidc')), email);
  const late = await platform.call('POST', '/auth/verify-email', { body: { token: planted } });
  assert.equal(late.status, 400);
  const login = await platform.call('POST', '/auth/login/email', {
    body: { email, password: testPassword },
    ip: '203.0.113.2',
  });
  assert.equal(login.body.auth_code, null);
});

test('a callback without, with another browser’s, with a wrong and with a replayed state gives no code', async () => {
  oidc.person = { sub: 'sub-csrf', email: newAddress(), email_verified: true };
  const [mine, other] = [await begin('oidc'), await begin('oidc')];
  const path = await atProvider(String(mine.headers['location']));
  const errorOf = async (target: string, cookie?: string) => {
    const url = landing(await finish(target, cookie));
    assert.equal(url.searchParams.get('code'), null);
    return url.searchParams.get('error');
  };
  assert.equal(await errorOf(path), 'oauth_cookie_missing');
  assert.equal(await errorOf(path, cookieOf(other)), 'oauth_cookie_missing');
  const name = cookieOf(mine).split('=')[0];
  assert.equal(await errorOf(path, `${name}=forged`), 'oauth_browser_mismatch');
  assert.equal(
    await errorOf(path.replace(/state=[^&]+/, 'state=wrong'), cookieOf(mine)),
    'oauth_cookie_missing',
  );
  assert.equal(await errorOf('/auth/callback', cookieOf(mine)), 'oauth_state_invalid');
  assert.ok(
    landing(await finish(path, cookieOf(mine))).searchParams.get('code'),
    'none of this used the flow up',
  );
  const before = oidc.seen.length;
  assert.equal(await errorOf(path, cookieOf(mine)), 'oauth_state_invalid');
  assert.equal(oidc.seen.length, before, 'a replay does not reach the provider');
});

test('a flow ends after ten minutes', async () => {
  const started = await begin('oidc');
  const path = await atProvider(String(started.headers['location']));
  clock.advance(10 * 60_000 + 1);
  const url = landing(await finish(path, cookieOf(started)));
  assert.equal(url.searchParams.get('error'), 'oauth_expired');
});

test('the answer of one provider cannot finish the flow of another', async () => {
  oidc.person = { sub: 'sub-mixup', email: newAddress(), email_verified: true };
  const [withGitHub, withOidc] = [await begin('github'), await begin('oidc')];
  const oidcPath = await atProvider(String(withOidc.headers['location']));
  const state = new URL(String(withGitHub.headers['location'])).searchParams.get('state') ?? '';
  const mixed = oidcPath.replace(/state=[^&]+/, `state=${state}`);
  const url = landing(await finish(mixed, cookieOf(withGitHub)));
  assert.equal(url.searchParams.get('error'), 'oauth_provider_failed');
});

test('what goes wrong at a provider comes back as a code on the sign-in page', async () => {
  oidc.behaviour = 'denies';
  assert.equal(
    (await signInWith('oidc', '?return_to=/x')).href,
    `${publicUrl}/auth/signin?error=oauth_denied&return_to=%2Fx`,
  );
  github.behaviour = 'broken';
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_provider_failed');
});

test('a disabled member cannot come in through a provider', async () => {
  const owner = await platform.signUp();
  const email = newAddress();
  await platform.call('POST', '/invitations', { token: owner.token, body: { email } });
  const invitation = platform.linkToken(await platform.mail(email, /invited/));
  oidc.person = { sub: 'sub-disabled', email, email_verified: true };
  const pair = await platform.exchange((await signInWith('oidc')).searchParams.get('code') ?? '');
  const joined = await platform.call('POST', '/invitations/accept', {
    token: pair.token,
    body: { token: invitation },
  });
  assert.equal(joined.status, 200, joined.text);
  const id = (await platform.call('GET', '/users/me', { token: joined.body.session_token })).body.id;
  await platform.call('PATCH', `/members/${id}`, { token: owner.token, body: { is_active: false } });
  assert.equal((await signInWith('oidc')).searchParams.get('error'), 'oauth_account_unusable');
});

test('only our frontend and, outside production, exact loopback names are returned to', async () => {
  oidc.person = { sub: 'sub-origin', email: newAddress(), email_verified: true };
  const originFor = async (origin: string) =>
    (await signInWith('oidc', `?origin=${encodeURIComponent(origin)}`)).origin;
  for (const good of ['http://localhost:5173', 'http://127.0.0.1:9999', 'http://[::1]:3001'])
    assert.equal(await originFor(good), good);
  for (const bad of [
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://user@localhost:1',
    'javascript:alert(1)',
    '//localhost',
    'http://127.0.0.2:80',
  ])
    assert.equal(await originFor(bad), publicUrl, bad);
});

test('return_to is a path of our own site or nothing', async () => {
  oidc.person = { sub: 'sub-return', email: newAddress(), email_verified: true };
  for (const bad of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%0d%0aset-cookie:x',
    '\\/evil',
    'javascript:1',
    '/a/..//evil.example',
  ]) {
    const url = await signInWith('oidc', `?return_to=${encodeURIComponent(bad)}`);
    const returned = url.searchParams.get('return_to');
    assert.equal(url.origin, publicUrl);
    if (returned !== null) assert.equal(new URL(returned, publicUrl).origin, publicUrl, bad);
  }
});

test('a provider that is away sends back to the sign-in page, in production without loopback origins', async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const secret = (): string =>
    [...crypto.getRandomValues(new Uint8Array(24))].map((byte) => byte.toString(16)).join('-');
  const production = await startPlatform({
    env: {
      NODE_ENV: 'production',
      TRUSTED_PROXIES: 'none',
      ENCRYPTION_KEY: secret(),
      PROXY_SECRET: secret(),
      FRONTEND_URL: 'https://sonde.example.test',
      OIDC_ISSUER: `https://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
    },
  });
  try {
    const started = await production.call('GET', '/auth/login/github?origin=http%3A%2F%2Flocalhost%3A3000');
    assert.match(
      String(started.headers['set-cookie']),
      /^__Host-\w+=[\w-]{43}; Path=\/; .*HttpOnly; .*Secure$/,
    );
    const { rows } = await production.app.database.executeSql('select return_origin from oauth_flows');
    assert.deepEqual(rows, [{ return_origin: 'https://sonde.example.test' }]);
    const result = await production.call('GET', '/auth/login/oidc?origin=http%3A%2F%2Flocalhost%3A3000');
    assert.equal(
      landing(result).href,
      'https://sonde.example.test/auth/signin?error=oauth_provider_unreachable',
    );
  } finally {
    await production.close();
  }
});

test('the same subject at two providers is two identities, and neither proves the other', async () => {
  const [one, other] = [newAddress(), newAddress()];
  oidc.person = { sub: '4242', email: one, email_verified: true };
  assert.equal(await emailOf(await signInWith('oidc')), one);
  github.person = {
    id: 4242,
    login: 'z',
    name: null,
    emails: [{ email: other, primary: true, verified: true }],
  };
  assert.equal(await emailOf(await signInWith('github')), other);
});

test('PKCE with S256 goes to every provider, and the return address is always the same one', async () => {
  for (const provider of ['oidc', 'github']) {
    const started = await begin(provider, '?return_to=%2Fx&origin=http%3A%2F%2Flocalhost%3A5000');
    const { searchParams } = new URL(String(started.headers['location']));
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.match(searchParams.get('code_challenge') ?? '', /^[\w-]{43}$/);
    assert.equal(searchParams.get('redirect_uri'), `${publicUrl}/api/v1/auth/callback`);
    assert.equal(searchParams.get('response_type'), 'code');
  }
});

test('what lands in the browser is a code and a path, no token, and asks to be kept from other sites', async () => {
  oidc.person = { sub: 'sub-landing', email: newAddress(), email_verified: true };
  const started = await begin('oidc', '?return_to=%2Fprojects');
  const result = await finish(await atProvider(String(started.headers['location'])), cookieOf(started));
  const url = landing(result);
  assert.deepEqual([...url.searchParams.keys()].sort(), ['code', 'return_to']);
  assert.equal(url.hash, '');
  assert.equal(result.headers['referrer-policy'], 'no-referrer');
  assert.equal(result.headers['cache-control'], 'no-store');
  assert.match(String(result.headers['set-cookie']), /Max-Age=0/);
});

test('what a provider says is held to our rules: names are made plain, subjects that are none sign nobody in', async () => {
  const email = newAddress();
  const name = 'Eve\r\nBcc: x@evil.example\u202e\u0000 {{7*7}} <b>';
  oidc.person = { sub: 'sub-name', email, email_verified: true, name };
  const { token } = await platform.exchange((await signInWith('oidc')).searchParams.get('code') ?? '');
  const { body } = await platform.call('GET', '/users/me', { token });
  assert.equal(body.name, 'Eve Bcc: x@evil.example  {{7*7}} <b>');
  github.person = {
    id: 9,
    login: 'w',
    name: null,
    emails: [{ email: 'not an address', primary: true, verified: true }],
  };
  assert.equal((await signInWith('github')).searchParams.get('error'), 'oauth_email_missing');
});

test('a state and the secret of its browser are good for nothing else', async () => {
  const started = await begin('oidc');
  const state = new URL(String(started.headers['location'])).searchParams.get('state') ?? '';
  const secret = cookieOf(started).split('=')[1] ?? '';
  for (const value of [state, secret]) {
    for (const [path, body] of [
      ['/auth/exchange-code', { code: value }],
      ['/auth/refresh', { refresh_token: value }],
      ['/auth/verify', { session_token: value }],
      ['/auth/verify-email', { token: value }],
      ['/auth/magic-link/verify', { token: value }],
      ['/auth/reset-password', { token: value, new_password: testPassword }],
    ] as const) {
      const { status } = await platform.call('POST', path, { body, ip: '203.0.113.40' });
      assert.ok(status === 400 || status === 401, `${path}: ${status}`);
    }
    assert.equal((await platform.call('GET', '/users/me', { token: value })).status, 401);
  }
});

test('beginning and returning are limited, since each leaves a row', async () => {
  const from = { ip: '203.0.113.41' };
  const ask = (path: string) => platform.call('GET', path, from);
  for (const path of ['/auth/login/nothing', '/auth/callback?state=x']) {
    const results = await Promise.all(Array.from({ length: 302 }, () => ask(path)));
    assert.equal(results.filter(({ status }) => status === 429).length, 2, path);
  }
});
