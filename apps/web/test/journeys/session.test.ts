import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint } from '@sonde/contract';
import type { Page } from 'playwright-core';
import { startRedisStandIn } from '../bff/redis-stand-in.ts';
import { keepScreenshot, openAnother, openBrowser } from './support/browse.ts';
import { becomeOwner, callAs, followUnlessGone, signIn } from './support/people.ts';
import { startStack } from './support/stack.ts';
import { createShiftedClock } from './support/webs-here.ts';

const email = 'owner@example.test';
const minuteSeconds = 60;

/** The family of the session, as the list of sessions names it, and how it is renewed: told apart by the cookie. */
const sealed = async (page: Page): Promise<string> =>
  (await page.context().cookies())
    .filter(({ name }) => name.includes('sonde_session'))
    .map(({ value }) => value)
    .join('');

test('a session on the real services: renewed, revoked, kept through an outage, and gone after signing out', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  // Two web servers behind one address, as an installation of more than one would run them.
  const clocks = [createShiftedClock(), createShiftedClock()];
  const forward = (seconds: number): void => clocks.forEach((clock) => clock.shift(seconds));
  const redis = await startRedisStandIn();
  t.after(() => redis.stop());
  const stack = await startStack(t, {
    webClocks: clocks,
    webSettings: { REDIS_URL: redis.url },
  });
  await becomeOwner(page, stack, { email, withPassword: true });
  const [endpoint] = await callAs<Endpoint[]>(page, 'GET', '/endpoints');
  assert.ok(endpoint);
  const place = `/endpoints/${endpoint.id}?tab=general`;
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

  await t.test('no script of the page can reach a token, wherever it looks', async () => {
    const inReach = await page.evaluate<string>(`(async () => [
      document.documentElement.outerHTML,
      document.cookie,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(await indexedDB.databases()),
      await (await fetch('/api/auth/session')).text(),
    ].join(' '))()`);
    assert.doesNotMatch(inReach, /eyJ[\w-]{10,}/);
    const [cookie] = await page.context().cookies();
    assert.deepEqual(
      [cookie?.httpOnly, cookie?.sameSite, cookie?.path, cookie?.secure, cookie?.domain],
      [true, 'Lax', '/', false, 'localhost'],
    );
    const html = await (await page.context().request.get(`${stack.webUrl}/home`)).text();
    assert.match(html, /id="sonde-session"/);
    assert.doesNotMatch(html, /eyJ[\w-]{10,}/);
  });

  await t.test(
    'thirty requests at once in the last minute of the access token: renewed, nobody signed out',
    async () => {
      const before = await sealed(page);
      forward(14 * minuteSeconds + 10);
      const statuses = await page.evaluate(async () =>
        Promise.all(
          Array.from(
            { length: 30 },
            async (_, index) => (await fetch(`/api/v1/endpoints?skip=${index}`)).status,
          ),
        ),
      );
      assert.deepEqual(new Set(statuses), new Set([200]));
      assert.notEqual(await sealed(page), before);
      // A family that had seen a reuse would be gone now.
      await page.goto(`${stack.webUrl}/jobs`);
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    },
  );

  await t.test(
    'while the platform is away, people stay signed in and are told; when it is back, they go on',
    async () => {
      await page.goto(stack.webUrl + place);
      await page.getByLabel('Name').fill('Written during the outage');
      const outage = await stack.crashPlatform();
      await press('Save changes');
      await page.getByText('The platform cannot be reached.').first().waitFor();
      await keepScreenshot(page, 'journey-outage');
      forward(14 * minuteSeconds + 10);
      await press('Save changes');
      await page.getByRole('alert').first().waitFor();
      assert.equal(await page.getByLabel('Name').inputValue(), 'Written during the outage');
      assert.ok((await sealed(page)).length > 0, 'an outage takes nobody the session');
      await outage.restart();
      // The session is asked for again after a pause that grows with each failure.
      const saved = page.getByRole('heading', { name: 'Written during the outage', level: 1 });
      for (let attempt = 0; attempt < 100 && (await saved.count()) === 0; attempt += 1) {
        await press('Save changes');
        await page.getByText('Saved', { exact: true }).or(page.getByRole('alert')).first().waitFor();
      }
      await page.getByRole('heading', { name: 'Written during the outage', level: 1 }).waitFor();
    },
  );

  const elsewhere = await openAnother(t, page);
  await elsewhere.goto(`${stack.webUrl}/settings/sessions`);
  await signIn(elsewhere, email);
  const endOthers = async (): Promise<void> => {
    await elsewhere.goto(`${stack.webUrl}/settings/sessions`);
    await elsewhere.getByRole('button', { name: 'End all others' }).click();
    await elsewhere
      .getByText(/sessions? ended/)
      .first()
      .waitFor();
  };

  await t.test(
    'revoked in mid-work: what was typed is kept, and after signing in beside it, it is saved',
    async () => {
      await page.goto(stack.webUrl + place);
      await page.getByLabel('Name').fill('Half done');
      await endOthers();
      // The page may have been told already; then the dialog stands before the button, and a person could not press it.
      await page.locator('button', { hasText: 'Save changes' }).dispatchEvent('click');
      await page.getByRole('alertdialog', { name: 'Your session has ended' }).waitFor();
      await keepScreenshot(page, 'journey-session-ended');
      const [door] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
      ]);
      await signIn(door, email);
      await door.getByRole('heading', { name: /^Hello/ }).waitFor();
      await door.close();
      await page.bringToFront();
      await page.evaluate("window.dispatchEvent(new Event('focus'))");
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      assert.equal(await page.getByLabel('Name').inputValue(), 'Half done');
      await press('Save changes');
      await page.getByRole('heading', { name: 'Half done', level: 1 }).waitFor();
    },
  );

  await t.test(
    'revoked with nothing unsaved: home with a word why, and signing in leads back to the place',
    async () => {
      await page.goto(stack.webUrl + place);
      await page.getByRole('heading', { name: 'Half done', level: 1 }).waitFor();
      await endOthers();
      await followUnlessGone(page, '/jobs');
      await page.getByText('Your session has ended, so you were signed out.').waitFor();
      const door = new URL(page.url()).searchParams;
      assert.equal(door.get('force_logout'), 'true');
      assert.equal(await sealed(page), '');
      await signIn(page, email);
      const back = door.get('return_to') ?? '';
      assert.ok(['/jobs', place].includes(back), back);
      await page.waitForURL((url) => url.pathname + url.search === back);
    },
  );

  await t.test(
    'a cookie that was tampered with is a clean door, with the way back, and no circle',
    async () => {
      const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('sonde_session'));
      assert.ok(cookie);
      const broken = {
        ...cookie,
        value: `${cookie.value.slice(0, -2)}${cookie.value.endsWith('AA') ? 'BB' : 'AA'}`,
      };
      const visitor = await openAnother(t, page);
      await visitor.context().addCookies([broken]);
      await visitor.goto(`${stack.webUrl}/jobs`);
      await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(new URL(visitor.url()).pathname, '/');
      assert.equal(await sealed(visitor), '');
      await signIn(visitor, email);
      await visitor.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    },
  );

  await t.test(
    'signed out: the cookie is gone, the family too, and Back shows nothing of before',
    async () => {
      const old = await page.context().cookies();
      await page.goto(`${stack.webUrl}/home`);
      await page.goto(stack.webUrl + place);
      await page.getByRole('heading', { name: 'Half done', level: 1 }).waitFor();
      await page.getByRole('button', { name: /account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.equal(await sealed(page), '');
      await page.goBack();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      assert.doesNotMatch(await page.locator('body').innerText(), /Half done/);
      // Whoever kept the cookie has nothing: the platform ended the family.
      const thief = await openAnother(t, page);
      await thief.context().addCookies(old);
      await thief.goto(`${stack.webUrl}/home`);
      await thief.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );
});
