import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeGitHub, startFakeOidc, type FakeOidc } from '@sonde/fakes';
import { keepScreenshot, openAnother, openBrowser } from './support/browse.ts';
import { forgetSession, mailLink, password } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('someone registers, confirms by mail, signs out, and comes back by password and by a link in the mail', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const email = 'grace@example.test';
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  await page.goto(`${stack.webUrl}/`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Create the account');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();

  await page.goto(await mailLink(stack, email, '/auth/verify-email'));
  await press('Confirm and sign in');
  await page.getByLabel('Organization').fill('Deep Blue');
  await press('Continue');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();

  await page
    .getByRole('button', { name: /account|menu|grace|^GR?/i })
    .last()
    .click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark', 'signing out keeps the theme');
  await page.goto(`${stack.webUrl}/endpoints`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press('Sign in');
  await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/endpoints', 'signing in leads to where one wanted to go');

  await forgetSession(page);
  await page.goto(`${stack.webUrl}/auth/magic-link`);
  await page.getByLabel('Email').fill(email);
  await press('Send the link');
  await page.goto(await mailLink(stack, email, '/auth/magic-link'));
  await keepScreenshot(page, 'journey-magic-link');
  await press('Sign me in');
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
});

test('people sign in through an OpenID provider and through GitHub; refusing there leads back with a reason', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const client = { clientId: 'sonde', clientSecret: 'not-a-real-secret' };
  let provider: FakeOidc | undefined;
  t.after(() => provider?.close());
  const github = await startFakeGitHub(client);
  t.after(() => github.close());
  const stack = await startStack(t, {
    settings: async (webUrl) => {
      provider = await startFakeOidc({ ...client, redirectUri: `${webUrl}/api/v1/auth/callback` });
      return {
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: client.clientId,
        OIDC_CLIENT_SECRET: client.clientSecret,
        OIDC_DISPLAY_NAME: 'Harbour ID',
        GITHUB_CLIENT_ID: client.clientId,
        GITHUB_CLIENT_SECRET: client.clientSecret,
        GITHUB_BASE_URL: github.url,
        GITHUB_API_URL: github.url,
      };
    },
  });
  assert.ok(provider);
  const enter = page
    .getByRole('link', { name: /Harbour ID/ })
    .or(page.getByRole('button', { name: /Harbour ID/ }));
  provider.behaviour = 'denies';
  await page.goto(`${stack.webUrl}/`);
  await enter.click();
  await page.getByRole('alert').first().waitFor();
  await keepScreenshot(page, 'journey-provider-denied');
  provider.behaviour = 'signs-in';
  await page.goto(`${stack.webUrl}/`);
  await enter.click();
  await page.getByLabel('Organization').fill('Deep Blue');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  assert.doesNotMatch(page.url(), /code=/);
  await page.goBack();
  assert.doesNotMatch(page.url(), /code=/, 'the code is in no place of the history');

  const other = await openAnother(t, page);
  await other.goto(`${stack.webUrl}/jobs`);
  await other.getByRole('link', { name: /GitHub/ }).click();
  await other.getByLabel('Organization').fill('Octo');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('heading', { name: /^Hello/ }).waitFor();
  await other.goto(`${stack.webUrl}/settings/profile`);
  await other.getByText('octo@example.test').first().waitFor();
  github.behaviour = 'broken';
  const third = await openAnother(t, page);
  await third.goto(`${stack.webUrl}/`);
  await third.getByRole('link', { name: /GitHub/ }).click();
  await third.getByRole('alert').first().waitFor();
  await keepScreenshot(third, 'journey-provider-broken');
});
