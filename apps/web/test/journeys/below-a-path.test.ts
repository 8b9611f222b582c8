import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '@sonde/contract';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { startFront } from './support/front.ts';
import { becomeOwner, callAs, forgetSession, mailLink, signIn } from './support/people.ts';
import { startStack } from './support/stack.ts';

const base = '/tools/sonde';
const email = 'owner@example.test';

for (const [name, style] of [
  ['passes the path on', { keepsPath: true, isSecure: false }],
  ['takes the path away and ends TLS', { keepsPath: false, isSecure: true }],
] as const)
  test(`the whole way below a path of another site, behind a proxy that ${name}`, async (t) => {
    const page = await openBrowser(t);
    if (!page) return;
    const front = await startFront(t, style);
    const home = `${front.origin}${base}`;
    const stack = await startStack(t, {
      settings: async (webUrl) => {
        front.lead(base, webUrl);
        return {
          FRONTEND_URL: home,
          API_PUBLIC_URL: `${front.origin}/sonde-api`,
          TRUSTED_PROXIES: '127.0.0.1',
        };
      },
    });
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const strays: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && (origin !== front.origin || !pathname.startsWith(`${base}/`)))
        strays.push(request.url());
    });
    const press = (label: string | RegExp) => page.getByRole('button', { name: label }).click();
    const pathNow = (): string => new URL(page.url()).pathname;

    assert.ok(stack.ownerLink.startsWith(`${home}/auth/owner?token=`), stack.ownerLink);
    await becomeOwner(page, stack, { email, withPassword: true });
    assert.equal(pathNow(), `${base}/home`);

    await page.getByRole('link', { name: 'Send a first message' }).click();
    const message = page.getByRole('textbox', { name: /message/i }).first();
    await message.fill('What does renters insurance cover?');
    await press(/^send/i);
    await page.getByRole('heading', { name: 'Answered' }).waitFor();
    assert.match(await page.locator('main').innerText(), /belongings|property|renters/i);

    await page.getByRole('tab', { name: 'Explore' }).click();
    await press('Start exploring');
    await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);
    assert.match(await page.locator('main').innerText(), /insurance/i);
    assert.ok(sockets.length > 0, 'the page heard of it over a socket');
    for (const url of sockets) assert.equal(url, `${home.replace(/^http/, 'ws')}/ws`);
    // Of many findings the evidence waits to be asked for.
    await page
      .getByText(/^Evidence: /)
      .first()
      .click();
    await page
      .getByRole('link', { name: /^turn \d+$/ })
      .first()
      .click();
    assert.match(page.url(), /\/endpoints\/[\w-]+\?.*#turn-\d+$/, 'a link within the page stays on it');

    const [endpoint] = await callAs<Endpoint[]>(page, 'GET', '/endpoints');
    assert.ok(endpoint);
    const deep = `${home}/endpoints/${endpoint.id}?tab=connection`;
    await page.goto(deep);
    await page.reload();
    await page.getByRole('tab', { name: 'Connection', selected: true }).waitFor();
    assert.equal(page.url(), deep, 'a deep link is reloaded where it was');
    await keepScreenshot(page, 'journey-below-a-path');

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Agents and SDK');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Agents and SDK', level: 1 }).waitFor();
    assert.equal(pathNow(), `${base}/connect`);
    await page.getByText(`${front.origin}/sonde-api/mcp`, { exact: true }).waitFor();
    const shown = await page.locator('main').innerText();
    for (const address of ['/api/v1', '/mcp', '/v1/traces'])
      assert.ok(shown.includes(`${front.origin}/sonde-api${address}`), address);

    for (const file of ['/docs', '/openapi.json'])
      assert.equal((await page.request.get(`${home}/api/v1${file}`)).status(), 200, file);

    const cookies = (await page.context().cookies()).filter(({ name: cookie }) => cookie.includes('session'));
    const sealed = cookies.filter(({ path }) => path === base);
    assert.ok(sealed.length > 0);
    for (const { httpOnly, secure } of sealed) assert.deepEqual([httpOnly, secure], [true, style.isSecure]);
    // Beside TLS one cookie is for the whole host: a digest that says whose session it is.
    const companions = style.isSecure ? [`__Host-sonde_session_${new URL(home).port}_tools_sonde_of`] : [];
    const others = cookies.filter(({ path }) => path !== base);
    assert.deepEqual(
      others.map(({ name: cookie }) => cookie),
      companions,
    );
    await page.goto(`${front.origin}/`);
    assert.equal(
      front.neighbour.at(-1)?.cookie,
      others.map(({ name: cookie, value }) => `${cookie}=${value}`).join('; '),
    );
    for (const { cookie } of front.neighbour)
      for (const { value } of sealed) assert.ok(!cookie.includes(value));
    for (const { value } of others) assert.match(value, /^[\w-]{43}$/);

    await page.goto(`${home}/home`);
    await page.getByRole('button', { name: /account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(page.url(), `${home}/`);
    assert.deepEqual(
      (await page.context().cookies()).filter(({ name: cookie }) => cookie.includes('session')),
      [],
    );

    await page.goto(deep);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, email);
    await page.getByRole('tab', { name: 'Connection', selected: true }).waitFor();
    assert.equal(page.url(), deep, 'signing in leads to where one wanted to go');

    await forgetSession(page);
    await page.goto(`${home}/auth/magic-link`);
    await page.getByLabel('Email').fill(email);
    await press('Send the link');
    const link = await mailLink(stack, email, '/auth/magic-link');
    assert.ok(link.startsWith(`${home}/auth/magic-link?token=`), link);
    await page.goto(link);
    await press('Sign me in');
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    assert.equal(pathNow(), `${base}/home`);
    assert.deepEqual(
      strays.filter((url) => url !== `${front.origin}/` && !url.endsWith('/favicon.ico')),
      [],
      'nothing is asked for beside the path',
    );
  });
