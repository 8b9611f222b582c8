import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Endpoint, Member } from '@sonde/contract';
import type { Page } from 'playwright-core';
import { keepScreenshot, openAnother, openBrowser } from './support/browse.ts';
import { becomeOwner, callAs, followUnlessGone, mailLink, password } from './support/people.ts';
import { type Stack, startStack } from './support/stack.ts';

test('tokens and people: made, narrowed and ended by the owner, with effect at once', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const asToken = (token: string, path: string, init: RequestInit = {}) =>
    fetch(`${stack.platformUrl}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
  await becomeOwner(page, stack);

  await t.test('a token works outside, makes no other token, and stops when it is revoked', async () => {
    await page.goto(`${stack.webUrl}/settings/tokens`);
    await press('Create a token');
    await page.getByLabel('Name').fill('Pipeline');
    await press('Create');
    const token = (await page.getByText(/^snd_[\w.-]+$/).innerText()).trim();
    assert.equal((await asToken(token, '/endpoints')).status, 200);
    const minted = await asToken(token, '/tokens', { method: 'POST', body: '{"name":"more"}' });
    assert.equal(minted.status, 403, 'a token never makes tokens');
    await press('Done');
    await page.getByRole('button', { name: 'Actions for Pipeline' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await press('Revoke it');
    await page.getByText('No tokens yet.').waitFor();
    assert.equal((await asToken(token, '/endpoints')).status, 401);
  });

  const email = 'second@example.test';
  const second = await joinByMail(t, page, stack, email);

  await t.test('someone invited by mail registers, confirms, joins, and is a member', async () => {
    const members = await callAs<Member[]>(page, 'GET', '/members');
    assert.deepEqual(members.map((member) => `${member.email} ${member.role}`).toSorted(), [
      'owner@example.test owner',
      `${email} member`,
    ]);
  });

  const choose = async (entry: string, role: 'menuitem' | 'menuitemradio'): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole(role, { name: entry, exact: true }).click();
  };
  const row = page.getByRole('row').filter({ hasText: email });

  await t.test('made a viewer, they see everything and can change nothing', async () => {
    await page.goto(`${stack.webUrl}/settings/members`);
    await choose('Viewer', 'menuitemradio');
    await row.getByText('Viewer').waitFor();
    const [endpoint] = await callAs<Endpoint[]>(page, 'GET', '/endpoints');
    assert.ok(endpoint);
    await second.goto(`${stack.webUrl}/endpoints/${endpoint.id}?tab=mapping`);
    await second.getByRole('heading', { name: endpoint.name, level: 1 }).waitFor();
    await second.getByText('Your role can look at this configuration, but not change it.').waitFor();
    // A plain text area stands in until the editor is there; what counts is the editor, closed.
    const editor = second
      .getByRole('textbox', { name: 'Request template' })
      .and(second.locator('[aria-readonly="true"]'));
    await editor.waitFor();
    const before = await editor.innerText();
    await editor.click();
    await second.keyboard.type('nothing of this');
    assert.equal(await editor.innerText(), before);
    for (const tab of ['Connection', 'Mapping', 'General']) {
      await second.getByRole('tab', { name: tab, exact: true }).click();
      const open = second.getByRole('tabpanel').locator('input:enabled, textarea:enabled, select:enabled');
      assert.equal(await open.count(), 0, `${tab} is closed`);
    }
    assert.equal(await second.getByRole('button', { name: 'Duplicate' }).count(), 0);
    await second.getByRole('tab', { name: 'Test', exact: true }).click();
    await second.getByText('Your role can look at endpoints, but not call them.').waitFor();
    await second.getByRole('tab', { name: 'Explore' }).click();
    await second.getByText('Your role can read explorations, but not start one.').waitFor();
    await keepScreenshot(second, 'journey-viewer');
    await second.goto(`${stack.webUrl}/endpoints/new`);
    await second.getByText('Your role can look at endpoints, but not create them.').waitFor();
    await second.goto(`${stack.webUrl}/endpoints`);
    await second.getByRole('button', { name: `Actions for ${endpoint.name}` }).click();
    // The page was sent with the role of now: there is no moment at which the menu offers what is refused.
    for (const entry of ['Duplicate', 'Delete'])
      assert.equal(
        await second.getByRole('menuitem', { name: entry }).getAttribute('aria-disabled'),
        'true',
        entry,
      );
    await second.getByText('Needs the role of a member').first().waitFor();
    await second.goto(`${stack.webUrl}/settings/tokens`);
    await second
      .getByText('Your role can see and revoke the tokens you made, but not make new ones.')
      .waitFor();
    assert.equal(await second.getByRole('button', { name: 'Create a token' }).count(), 0);
    await second.goto(`${stack.webUrl}/settings/audit`);
    await second.getByText('Your role does not include this page.').waitFor();
    await second.goto(`${stack.webUrl}/home`);
    await second.getByRole('heading', { name: /^Hello/ }).waitFor();
    assert.equal(await second.getByRole('link', { name: 'Connect an application' }).count(), 0);
  });

  await t.test(
    'disabled, they are at the door with their next click; removed, they are strangers',
    async () => {
      await choose('Disable', 'menuitem');
      await row.getByText('Disabled').waitFor();
      await followUnlessGone(second, '/jobs');
      await second.getByRole('heading', { name: 'Sign in' }).waitFor();
      await second.getByLabel('Email').fill(email);
      await second.getByLabel('Password', { exact: true }).fill(password);
      await second.getByRole('button', { name: 'Sign in', exact: true }).click();
      await second.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();

      await choose('Remove', 'menuitem');
      await press('Remove them');
      await row.waitFor({ state: 'detached' });
      await keepScreenshot(page, 'journey-members');
      assert.equal((await callAs<Member[]>(page, 'GET', '/members')).length, 1);
    },
  );
});

/** The whole way of an invitation: the form, the mail, the account, its confirmation, and back to joining. */
async function joinByMail(t: TestContext, page: Page, stack: Stack, email: string): Promise<Page> {
  await page.goto(`${stack.webUrl}/settings/members`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor();
  const second = await openAnother(t, page);
  await second.goto(await mailLink(stack, email, '/auth/accept-invitation'));
  await second.getByRole('link', { name: 'Create an account' }).click();
  await second.getByLabel('Email').fill(email);
  await second.getByLabel('Password', { exact: true }).fill(password);
  await second.getByRole('button', { name: 'Create the account' }).click();
  await second.getByRole('heading', { name: 'Check your email' }).waitFor();
  await second.goto(await mailLink(stack, email, '/auth/verify-email'));
  await second.getByRole('button', { name: 'Confirm and sign in' }).click();
  await second.getByRole('button', { name: 'Join' }).click();
  await second.getByRole('heading', { name: /^Hello/ }).waitFor();
  return second;
}
