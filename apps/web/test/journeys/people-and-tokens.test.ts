import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser } from './support/browse.ts';
import { becomeOwner, mailLink, password } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('an owner makes a token that works outside and invites someone, who joins; a session ended elsewhere sends them home', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const api = `${stack.platformUrl}/api/v1`;
  await becomeOwner(page, stack);

  await page.goto(`${stack.webUrl}/settings/tokens`);
  await press('Create a token');
  await page.getByLabel('Name').fill('Pipeline');
  await press('Create');
  const token = (await page.getByText(/^snd_[\w.-]+$/).innerText()).trim();
  const listed = await fetch(`${api}/endpoints`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(listed.status, 200);
  const minted = await fetch(`${api}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"name":"more"}',
  });
  assert.equal(minted.status, 403, 'a token never makes tokens');
  await press('I have it');

  const email = 'second@example.test';
  await page.goto(`${stack.webUrl}/settings/members`);
  await page.getByLabel('E-mail').fill(email);
  await press('Invite');
  await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor();
  await keepScreenshot(page, 'journey-members');
  const invitation = await mailLink(stack, email, '/auth/accept-invitation');

  const context = await page.context().browser()?.newContext();
  assert.ok(context);
  const second = await context.newPage();
  await second.goto(invitation);
  await second.getByRole('link', { name: 'Create an account' }).click();
  await second.getByLabel('E-mail').fill(email);
  await second.getByLabel('Password', { exact: true }).fill(password);
  await second.getByRole('button', { name: 'Create the account' }).click();
  await second.getByRole('heading', { name: 'Look in your mail' }).waitFor();
  await second.goto(await mailLink(stack, email, '/auth/verify-email'));
  await second.getByRole('button', { name: 'Confirm and sign in' }).click();
  await second.waitForURL((url) => !url.pathname.startsWith('/auth/verify-email'));
  await second.goto(invitation);
  await second.getByRole('button', { name: 'Join' }).click();
  await second.getByRole('heading', { name: /^Hello/ }).waitFor();

  const members = (await (
    await fetch(`${api}/members`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as {
    email: string;
    role: string;
  }[];
  assert.deepEqual(members.map((member) => `${member.email} ${member.role}`).sort(), [
    'owner@example.test owner',
    `${email} member`,
  ]);

  await page.goto(`${stack.webUrl}/settings/members`);
  await page.getByRole('row').filter({ hasText: email }).waitFor();
  const disabled = await page.evaluate<number>(`(async () => {
    const members = await (await fetch('/api/v1/members')).json();
    const other = members.find((member) => member.email === '${email}');
    const answer = await fetch('/api/v1/members/' + other.id, {
      method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ is_active: false }) });
    return answer.status;
  })()`);
  assert.equal(disabled, 200);
  await second.goto(`${stack.webUrl}/endpoints`);
  await second.waitForURL((url) => url.pathname === '/');
});
