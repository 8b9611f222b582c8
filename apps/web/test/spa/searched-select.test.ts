import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../journeys/support/browse.ts';
import { becomeOwner, callAs } from '../journeys/support/people.ts';
import { startStack } from '../journeys/support/stack.ts';

const send = (page: Page, path: string, body: unknown): Promise<{ id: string }> =>
  callAs(page, 'POST', path, body);

const endpoint = (name: string) => ({
  name,
  url: 'http://127.0.0.1:9/',
  request_mapping: { message: '{{ input }}' },
  response_mapping: { output: '$.answer' },
});

async function coverSet(page: Page): Promise<{ id: string }> {
  const metric = await send(page, '/metrics', {
    name: 'Short',
    backend: 'builtin',
    kind: 'length',
    args: { max: 500 },
    metric_scope: ['Single-Turn'],
  });
  return send(page, '/test_sets/bulk', {
    name: 'Cover',
    test_set_type: 'Single-Turn',
    metrics: [{ metric: metric.id }],
    tests: [{ prompt: { content: 'What is covered?' } }],
  });
}

test('an endpoint that is not among the newest hundred is found by typing, and run against', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  const oldest = await send(page, '/endpoints', endpoint('Oldest application'));
  for (let place = 0; place < 101; place += 1) await send(page, '/endpoints', endpoint(`Newer ${place}`));
  const set = await coverSet(page);
  await page.goto(`${stack.webUrl}/test-sets/${set.id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Cover' });
  const select = dialog.getByLabel('Endpoint', { exact: true });
  const options = () => select.locator('option').allInnerTexts();
  await dialog.getByText(/search to see the others/).waitFor();
  assert.ok(!(await options()).some((text) => text.startsWith('Oldest')));
  await dialog.getByLabel('Search: Endpoint').fill('oldest');
  await select.locator('option', { hasText: 'Oldest application' }).waitFor({ state: 'attached' });
  await select.selectOption({ label: (await options()).find((text) => text.startsWith('Oldest')) ?? '' });
  // What was chosen stays, whatever is searched for afterwards.
  await dialog.getByLabel('Search: Endpoint').fill('Newer 7');
  await select.locator('option', { hasText: 'Newer 77' }).waitFor({ state: 'attached' });
  assert.ok((await options()).some((text) => text.startsWith('Oldest application')));
  assert.equal(await select.inputValue(), oldest.id);
  await dialog.getByText('1 result from 1 test').waitFor();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL('**/runs/*-*');
  await page.getByText('Oldest application').first().waitFor();
});

test('a set is run against what it ran against last, whichever endpoint was changed since, and a double click begins one run', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  const usual = await send(page, '/endpoints', endpoint('Usual application'));
  const set = await coverSet(page);
  await send(page, `/test_sets/${set.id}/execute/${usual.id}`, {});
  await send(page, '/endpoints', endpoint('Another application'));
  await page.goto(`${stack.webUrl}/test-sets/${set.id}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Cover' });
  await dialog.getByText('1 result from 1 test').waitFor();
  assert.equal(await dialog.getByLabel('Endpoint', { exact: true }).inputValue(), usual.id);
  await dialog.locator('button[type=submit]:not([disabled])').dblclick();
  await page.waitForURL('**/runs/*-*');
  const runs = await callAs<{ endpoint: { id: string } }[]>(page, 'GET', '/test_runs');
  assert.deepEqual(
    runs.map((run) => run.endpoint.id),
    [usual.id, usual.id],
  );
});
