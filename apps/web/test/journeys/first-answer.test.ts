import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser } from './support/browse.ts';
import { startStack } from './support/stack.ts';

test('from the printed link to the first mapped answer, in five clicks', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  let clicks = 0;
  const click = async (name: string | RegExp, role: 'button' | 'link' | 'tab' = 'button'): Promise<void> => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };

  await page.goto(stack.ownerLink);
  await page.getByLabel('Email').fill('owner@example.test');
  await page.getByLabel(/^Name/).fill('Ada Deep');
  await keepScreenshot(page, 'journey-owner');
  await click('Create owner account');
  await page.getByLabel('Organization').fill('Harbour Mutual');
  await click('Continue');
  await click('Send a first message', 'link');
  const message = page.getByRole('textbox', { name: /message/i }).first();
  await message.fill('What does renters insurance cover?');
  await click(/^send/i);
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  assert.match(await page.locator('body').innerText(), /belongings|property|renters/i);
  assert.ok(clicks <= 5, `it took ${clicks} clicks`);
  await keepScreenshot(page, 'journey-answer');

  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  assert.doesNotMatch(stored, /eyJ/, 'no token is within reach of scripts');
});
