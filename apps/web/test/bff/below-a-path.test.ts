import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { WebSocket } from 'undici';
import { ownWords } from '../../bff/own-words.ts';
import { createBrowser, startHouse } from './harness.ts';

const origin = 'http://localhost:3000';
const base = '/tools/sonde';
const below = { env: { FRONTEND_URL: `${origin}${base}` } };
/** With and without the path: as proxies pass it on, and as others take it away. */
const styles = [base, ''] as const;

void test('every address leads below the path, whether the proxy passes the path on or takes it away', async (t) => {
  const { platform, web } = await startHouse(t, below);
  for (const sent of styles) {
    const browser = createBrowser(web.port);
    const went = async (path: string) => {
      const { status, headers } = await browser.send(`${sent}${path}`);
      return [status, headers.location];
    };
    assert.deepEqual(await went('/endpoints/1?tab=test'), [
      302,
      `${base}/?return_to=%2Fendpoints%2F1%3Ftab%3Dtest`,
    ]);
    assert.deepEqual(await went('/behaviors?a=b'), [308, `${base}/requirements?a=b`]);
    assert.deepEqual(await went('/api/auth/start/github?return_to=/runs'), [
      302,
      `${base}/api/v1/auth/login/github?return_to=%2Fruns`,
    ]);
    await browser.signIn(platform.code('ada@example.test'), sent);
    assert.equal((await browser.send(`${sent}/endpoints/1`)).status, 200);
    assert.equal((await browser.send(`${sent}/api/v1/endpoints`)).status, 200);
    assert.equal(platform.last('GET /endpoints')?.url, '/api/v1/endpoints');
    assert.equal((await browser.send(`${sent}/health`)).status, 200);
    assert.equal((await browser.send(`${sent}/assets/app-1a2b3c.js`)).status, 200);
    for (const path of ['//evil.example', '/../home', '/%2e%2e/home'])
      assert.equal((await browser.send(`${base}${path}`)).status, 400, path);
  }
  assert.equal((await createBrowser(web.port).send(base)).status, 200);
});

void test('the page names what it loads with the path, under the same strict policy', async (t) => {
  const { platform, browser } = await startHouse(t, below);
  await browser.signIn(platform.code('ada@example.test'), base);
  const { body, headers } = await browser.send(`${base}/endpoints/1`);
  assert.match(body, new RegExp(`<html data-base="${base}" lang="en">`));
  const named = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, place]) => place);
  assert.deepEqual(named, [
    `${base}/assets/app-1a2b3c.js`,
    `${base}/assets/frame-1.js`,
    `${base}/assets/endpoint-1.js`,
  ]);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /base-uri 'none'/);
  assert.match(policy, /connect-src 'self' ws:\/\/localhost:3000;/);
  assert.doesNotMatch(body, /<base\b/);
});

void test('at the root pages are sent as they were built, and nothing is put before an address', async (t) => {
  const { platform, browser, directory } = await startHouse(t);
  const built = await readFile(`${directory}/pages/index.html`, 'utf8');
  const { body } = await browser.send('/');
  const told = /<script type="application\/json"[^]*?<\/script>/;
  assert.equal(body.replace(told, ''), built);
  assert.equal((await browser.send('/runs')).headers.location, '/?return_to=%2Fruns');
  await browser.signIn(platform.code('ada@example.test'));
  platform.route('GET /endpoints', (_req, res) =>
    res.setHeader('link', '</api/v1/endpoints?cursor=c>; rel="next"').end('[]'),
  );
  const { headers } = await browser.send('/api/v1/endpoints');
  assert.equal(headers.link, '</api/v1/endpoints?cursor=c>; rel="next"');
});

void test('the next page of a list is asked for below our path, whatever the path of the platform', async (t) => {
  const { platform, browser } = await startHouse(t, below);
  await browser.signIn(platform.code('ada@example.test'), base);
  for (const path of ['', '/sonde-api']) {
    platform.route('GET /endpoints', (_req, res) =>
      res.setHeader('link', `<${path}/api/v1/endpoints?cursor=/api/v1/x>; rel="next"`).end('[]'),
    );
    const { headers } = await browser.send(`${base}/api/v1/endpoints`);
    assert.equal(headers.link, `<${base}/api/v1/endpoints?cursor=/api/v1/x>; rel="next"`);
  }
});

void test('the session goes to our path alone, and one that another server of the domain planted is none', async (t) => {
  const https = 'https://intranet.example';
  const { platform, web } = await startHouse(t, { env: { FRONTEND_URL: `${https}${base}` } });
  const own = { headers: { origin: https } };
  const browser = createBrowser(web.port);
  const signIn = async (who: typeof browser, person: string) => {
    const answer = await who.post(
      `${base}/api/auth/callback/credentials`,
      { code: platform.code(person) },
      own,
    );
    assert.equal(answer.status, 200, answer.body);
    return answer;
  };
  const { setCookies, headers } = await signIn(browser, 'ada@example.test');
  const [session = '', owner = ''] = setCookies;
  assert.match(
    session,
    /^__Secure-sonde_session_tools_sonde=[\w.-]+; Path=\/tools\/sonde; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/,
  );
  assert.match(
    owner,
    /^__Host-sonde_session_tools_sonde_of=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/,
  );
  assert.equal(headers['strict-transport-security'], undefined, 'the host is not ours to bind');
  const who = async (someone: typeof browser) =>
    ((await someone.send(`${base}/api/auth/session`, own)).json() as { user: { email: string } | null }).user
      ?.email;
  assert.equal(await who(browser), 'ada@example.test');

  const eve = createBrowser(web.port);
  await signIn(eve, 'eve@example.test');
  const planted = [...eve.jar].find(([name]) => name.startsWith('__Secure-'));
  assert.ok(planted);
  const victim = createBrowser(web.port, new Map([planted]));
  assert.equal(await who(victim), undefined, 'where nobody had signed in');
  const replaced = browser.copy();
  replaced.jar.set(...planted);
  assert.equal(await who(replaced), undefined, 'and where somebody had');

  const left = await browser.post(`${base}/api/auth/signout`, {}, own);
  assert.equal(left.headers['clear-site-data'], '"cache"', 'what neighbours store is not ours to clear');
  assert.deepEqual([...browser.jar], []);
});

void test('a code that a provider brings lands below the path and is known to this browser', async (t) => {
  const { platform, browser } = await startHouse(t, below);
  const code = platform.code('ada@example.test');
  platform.route('GET /auth/callback', (_req, res) =>
    res.writeHead(302, { location: `${origin}${base}/auth/signin?code=${code}` }).end(),
  );
  const returned = await browser.send(`${base}/api/v1/auth/callback?state=a&code=b`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(returned.headers.location, `${origin}${base}/auth/signin?code=${code}`);
  const answer = await browser.post(`${base}/api/auth/callback/credentials`, { code, from: 'provider' });
  assert.ok('user' in (answer.json() as object), answer.body);

  await platform.stop();
  const failed = await browser.send(`${base}/api/v1/auth/login/github`, { headers: { accept: 'text/html' } });
  assert.equal(failed.headers.location, `${base}/auth/signin?error=platform.unreachable`);
});

void test('a write from elsewhere is refused in words that name the whole address', async (t) => {
  const { browser } = await startHouse(t, below);
  const refused = await browser.post(
    `${base}/api/auth/signout`,
    {},
    { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
  );
  assert.equal(refused.status, 403);
  assert.match(refused.body, /from a page of http:\/\/localhost:3000\/tools\/sonde\./);
});

void test('a WebSocket opens below the path in both ways, with the origin alone as its origin', async (t) => {
  const { platform, web } = await startHouse(t, below);
  for (const sent of styles)
    for (const path of ['/ws', '/api/v1/ws']) {
      const asked = once(platform.server, 'upgrade') as Promise<[IncomingMessage, Duplex]>;
      const socket = new WebSocket(`ws://127.0.0.1:${web.port}${sent}${path}`, {
        headers: { origin },
      } as never);
      const failed = new Promise((resolve) => socket.addEventListener('error', resolve, { once: true }));
      const [request, upstream] = await asked;
      assert.deepEqual([request.url, request.headers.origin], [path, origin]);
      upstream.destroy();
      await failed;
    }
});

void test('no path may begin with a word that a page or the server itself answers to', async () => {
  const source = await readFile(new URL('../../spa/src/app/pages.ts', import.meta.url), 'utf8');
  const words = [...source.matchAll(/^ {4}path: '\/([\w-]+)/gm)].map(([, word = '']) => word);
  assert.ok(words.length > 30);
  assert.deepEqual(
    [...words, 'api', 'assets', 'auth', 'behaviors', 'health', 'onboarding', 'ws'].filter(
      (word) => !ownWords.has(word),
    ),
    [],
  );
});
