import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('a planning chat shows what it can do, waits for a yes, and goes on after a reload and a crash', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  await page.goto(`${stack.webUrl}/architect`);
  await page.getByRole('heading', { name: 'What you can ask for' }).waitFor();
  await keepScreenshot(page, 'architect-empty');
  await page.getByRole('button', { name: 'What can the demo chatbot do?' }).click();
  await page.waitForURL(/\/architect\/[0-9a-f-]{36}$/);
  const yes = page.getByRole('button', { name: 'Yes, do it' });
  await yes.waitFor();
  await keepScreenshot(page, 'architect-plan');
  await page.reload();
  const frozen = stack.freezeChatbot();
  await yes.click();
  await page.getByRole('progressbar').waitFor();
  await keepScreenshot(page, 'architect-at-work');
  const crashed = await stack.crashPlatform();
  await crashed.restart();
  frozen.letGo();
  await page.reload();
  await page.getByText('Your turn').waitFor(untilWorkEnds);
  const said = await page.getByRole('listitem').filter({ hasText: 'Architect:' }).last().innerText();
  assert.match(said, /After \d+ turns/);
  await keepScreenshot(page, 'architect-done');

  // A plan that is declined changes nothing, and one that is at work can be stopped.
  const box = page.getByLabel('Your message');
  await box.fill('Test it with 3 tests');
  await box.press('Enter');
  const count = page.getByLabel('Number of tests');
  await count.fill('2');
  await page.getByRole('button', { name: 'Save the change' }).click();
  await page.getByRole('button', { name: 'Save the change' }).waitFor({ state: 'detached' });
  assert.equal(await count.inputValue(), '2');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByText('Nothing was done.').waitFor();
  await box.fill('Explore it again');
  await box.press('Enter');
  await page
    .getByText(/There is no run yet|I would/)
    .last()
    .waitFor();
});
