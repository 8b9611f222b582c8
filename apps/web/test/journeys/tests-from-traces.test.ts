import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('several calls that were traced are kept as tests at once, and each content once', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  await page.goto(`${stack.webUrl}/endpoints`);
  await page.getByRole('link', { name: 'Insurance Chatbot' }).first().click();
  await page.getByRole('tab', { name: 'Explore' }).click();
  await page.getByRole('button', { name: 'Start exploring' }).click();
  await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);

  await page.goto(`${stack.webUrl}/traces`);
  const ticks = page.getByRole('checkbox', { name: /^Select / });
  await ticks.nth(2).waitFor();
  for (const place of [0, 1, 2]) await ticks.nth(place).click();
  await page.getByText('3 traces selected').waitFor();
  await page.getByRole('button', { name: 'Keep as tests' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make the tests' }).click();
  await page.getByText('3 traces selected').waitFor({ state: 'detached' });

  const sources = await page.evaluate<string[]>(
    `fetch('/api/v1/tests?limit=100').then((answer) => answer.json()).then((tests) => tests.map(({ source }) => source.kind))`,
  );
  const made = sources.filter((kind) => kind === 'trace').length;
  assert.ok(made >= 1 && made <= 3, sources.join(', '));
});
