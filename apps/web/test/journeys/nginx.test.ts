import assert from 'node:assert/strict';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, untilWorkEnds } from './support/browse.ts';
import { hasNginx, startNginx } from './support/nginx.ts';
import { becomeOwner, callAs } from './support/people.ts';
import { startStack, type Stack } from './support/stack.ts';

const examples = [
  { file: 'nginx.conf', home: 'https://sonde.example.org', programs: 'https://api.sonde.example.org' },
  {
    file: 'nginx-below-a-path.conf',
    home: 'https://intranet.example.org/sonde',
    programs: 'https://intranet.example.org/sonde-api',
  },
] as const;

/** Each event of a progress stream, with how many pieces it came in. */
const readStream = (page: Page, address: string): Promise<{ type: string; events: string[] }> =>
  page.evaluate(async (where) => {
    const answer = await fetch(where, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        input_text: 'curl https://chat.example.test/chat -d \'{"message":"hi"}\'',
        probe: false,
      }),
    });
    const lines = (await answer.text()).split('\n');
    return {
      type: answer.headers.get('content-type') ?? '',
      events: lines.filter((line) => line.startsWith('event: ')).map((line) => line.slice('event: '.length)),
    };
  }, address);

/** As a program asks: over TLS under the name of the example, which only this test knows the place of. */
async function ask(port: number, address: string, token?: string): Promise<{ status: number; body: string }> {
  const url = new URL(address);
  return new Promise((settle, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: `${url.pathname}${url.search}`,
        servername: url.hostname,
        rejectUnauthorized: false,
        headers: { host: url.host, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      },
      (answer) => void text(answer).then((body) => settle({ status: answer.statusCode ?? 0, body }), reject),
    );
    asked.once('error', reject).end();
  });
}

async function open(
  t: TestContext,
  example: (typeof examples)[number],
): Promise<{ stack: Stack; port: number }> {
  const stack = await startStack(t, {
    settings: async () => ({
      FRONTEND_URL: example.home,
      API_PUBLIC_URL: example.programs,
      TRUSTED_PROXIES: '127.0.0.1',
    }),
  });
  const port = await startNginx(t, example.file, {
    web: stack.webUrl.replace('localhost', '127.0.0.1'),
    api: stack.platformUrl,
  });
  return { stack, port };
}

for (const example of examples)
  test(`signing in, event streams and sockets pass nginx with deploy/${example.file}`, async (t) => {
    if (!hasNginx) return t.skip('No nginx is installed: the example was not run.');
    const { stack, port } = await open(t, example);
    const names = [...new Set([example.home, example.programs].map((address) => new URL(address).hostname))];
    const rules = names.map((name) => `MAP ${name}:443 127.0.0.1:${port}`).join(',');
    const page = await openBrowser(t, [`--host-resolver-rules=${rules}`]);
    if (!page) return;
    const heard: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(`${socket.url()} ${String(payload)}`)),
    );

    await becomeOwner(page, stack);
    assert.equal(page.url(), `${example.home}/home`);
    const [session] = (await page.context().cookies()).filter(({ name }) => name.includes('session'));
    assert.deepEqual([session?.secure, session?.httpOnly], [true, true]);

    const { type, events } = await readStream(page, `${example.home}/api/v1/endpoints/auto-configure`);
    assert.match(type, /^text\/event-stream/);
    assert.equal(events.at(-1), 'result', events.join(' '));
    assert.ok(events.filter((event) => event === 'progress').length > 1);

    const [endpoint] = await callAs<{ id: string }[]>(page, 'GET', '/endpoints');
    await page.goto(`${example.home}/endpoints/${endpoint?.id}?tab=explore`);
    await page.getByRole('button', { name: 'Start exploring' }).click();
    await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);
    assert.ok(
      heard.some(
        (line) => line.startsWith(`${example.home.replace('https', 'wss')}/ws `) && /job/.test(line),
      ),
      'the page heard of the job over a socket',
    );

    const { access_token: token } = await callAs<{ access_token: string }>(page, 'POST', '/tokens', {
      name: 'Program',
    });
    const listed = await ask(port, `${example.programs}/api/v1/endpoints`, token);
    assert.equal(listed.status, 200, listed.body);
    const agents = await ask(port, `${example.programs}/api/v1/endpoints`);
    assert.equal(agents.status, 401);
    const { origin, pathname } = new URL(example.programs);
    const below = pathname === '/' ? '' : pathname;
    const metadata = await ask(port, `${origin}/.well-known/oauth-protected-resource${below}/mcp`);
    assert.equal(metadata.status, 200, metadata.body);
    assert.equal((JSON.parse(metadata.body) as { resource: string }).resource, `${example.programs}/mcp`);
    if (below !== '') assert.equal((await ask(port, `${origin}/`)).body, 'another site');
  });
