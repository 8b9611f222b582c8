import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('from the exploration of the demo chatbot to a reviewed set of thirty tests in six clicks, without a model', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  await page.goto(`${stack.webUrl}/endpoints`);
  await page.getByRole('link', { name: 'Insurance Chatbot' }).first().click();
  await page.getByRole('tab', { name: 'Explore' }).waitFor();

  let clicks = 0;
  const click = async (role: 'button' | 'link' | 'tab', name: string | RegExp): Promise<void> => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click();
  };
  await click('tab', 'Explore');
  await click('button', 'Start exploring');
  await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);
  await page.getByText('proposes tests in other words as well').waitFor();
  await click('link', 'Make tests from these findings');
  await click('button', 'Make the tests');
  const keep = page.getByRole('button', { name: /^Keep all \d+ tests$/ });
  await keep.waitFor(untilWorkEnds);
  await keepScreenshot(page, 'journey-proposed-tests');
  const proposed = page.getByRole('list', { name: 'Proposed tests' }).getByRole('listitem');
  const first = proposed.first();
  await first.getByRole('button', { name: 'Why, and what is expected' }).click();
  assert.match(
    await first.innerText(),
    /the finding “.+” · turn \d+/,
    'a proposed test says from what it was made',
  );
  await page.getByRole('heading', { name: 'What is covered' }).waitFor();
  // One is not worth keeping.
  await first.getByRole('checkbox').click();
  clicks += 1;
  await click('button', /^Keep \d+, discard 1$/);

  await page.waitForURL(/\/test-sets\/[0-9a-f-]{36}$/);
  const mark = await page
    .getByText(/Single prompts · \d+ tests/)
    .first()
    .innerText();
  const count = Number(/(\d+) tests/i.exec(mark)?.[1]);
  assert.ok(count >= 30, mark);
  assert.ok(clicks <= 6, `${clicks} clicks`);
  await keepScreenshot(page, 'journey-reviewed-set');
});
