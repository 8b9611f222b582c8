import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../journeys/support/browse.ts';
import { becomeOwner } from '../journeys/support/people.ts';
import { startStack } from '../journeys/support/stack.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

async function makeMetric(page: Page): Promise<void> {
  await follow(page, 'Metrics');
  await page.getByRole('button', { name: 'New metric' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New metric' });
  await dialog.getByLabel('Name').fill('Speaks of insurance');
  await dialog.getByLabel('Kind').selectOption({ label: 'Contains one of the values' });
  await dialog.getByLabel('Values').fill('insurance\npolicy\nbelongings');
  await dialog.getByLabel('An answer').fill('Your policy covers that.');
  await dialog.getByText('Passed').waitFor();
  assert.equal(await dialog.locator('mark').innerText(), 'policy');
  await dialog.getByRole('button', { name: 'Save the metric' }).click();
  await page.getByRole('cell', { name: 'Speaks of insurance', exact: true }).waitFor();
}

async function makeSet(page: Page): Promise<void> {
  await follow(page, 'Test sets');
  await page.getByRole('button', { name: 'New test set' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cover questions');
  await press(page, 'Create the test set');
  await heading(page, 'Cover questions').waitFor();
  for (const prompt of ['What does renters insurance cover?', 'Tell me a riddle about the moon.']) {
    await press(page, 'Add a test');
    await page.getByRole('dialog').getByLabel('Prompt').fill(prompt);
    await press(page, 'Save the test');
    await page.getByRole('gridcell', { name: prompt, exact: true }).waitFor();
  }
  await page.getByRole('tab', { name: 'Metrics' }).click();
  await press(page, 'Choose metrics');
  await page.getByRole('checkbox', { name: /Speaks of insurance/ }).click();
  await page.getByRole('button', { name: 'Unlink Speaks of insurance', includeHidden: true }).waitFor();
  await press(page, 'Done');
}

/** Starts a run of the set or the run that is shown, and waits for its end as a person would: by what the page says. */
async function runSet(page: Page, button = 'Run'): Promise<string> {
  const before = page.url();
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Run Cover questions' });
  await dialog.getByText('2 results from 2 tests').waitFor();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL((url) => /\/runs\/.+-/.test(url.pathname) && url.href !== before);
  await page.getByText('Completed').first().waitFor();
  await page.getByText('Ended', { exact: true }).waitFor();
  return page.url().split('?', 1)[0] ?? '';
}

/** The parts of a run and their sum, as the page counts them. */
async function countsShown(page: Page): Promise<{ total: number; sum: number }> {
  const entries = await page.locator('main dl').first().locator('div').allInnerTexts();
  const numbers = entries.map((text) => Number(text.split('\n').at(-1)));
  const [total = Number.NaN, ...parts] = numbers;
  return { total, sum: parts.reduce((sum, part) => sum + part, 0) };
}

async function reviewFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What does renters insurance cover?' }).click();
  const drawer = page.getByRole('dialog', { name: 'Result' });
  await drawer.locator('mark').first().waitFor();
  await drawer.getByText('Speaks of insurance').first().waitFor();
  await drawer.getByLabel('Why').fill('It leaves out what is not covered.');
  await drawer.getByRole('button', { name: 'Fail' }).click();
  await drawer.getByText('A person decided; the metrics said “Passed”.').waitFor();
  await mendTest(page);
  const run = page.url().split('?', 1)[0];
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  assert.equal(page.url().split('?', 1)[0], run, 'Back closes the result and stays with the run');
}

/** From a result to its test, where what was typed is not lost by a slip. */
async function mendTest(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change the test' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await press(page, 'Open the test');
  await dialog.getByLabel('Prompt').fill('What does it leave out?');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Stay here' }).click();
  assert.equal(await dialog.getByLabel('Prompt').inputValue(), 'What does it leave out?');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await dialog.waitFor({ state: 'detached' });
  await press(page, 'Open the test');
  assert.equal(await dialog.getByLabel('Prompt').inputValue(), 'What does renters insurance cover?');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function downloaded(page: Page, format: string): Promise<string> {
  await press(page, 'Share');
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return readFile(await (await file).path(), 'utf8');
}

test('a metric and two tests become a run whose results can be read, judged anew, saved and compared', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  await makeMetric(page);
  await makeSet(page);

  const first = await runSet(page);
  assert.deepEqual(await countsShown(page), { total: 2, sum: 2 });
  await reviewFirst(page);
  assert.match(await downloaded(page, 'Rows, as CSV'), /What does renters insurance cover\?/);

  const second = await runSet(page, 'Run again');
  assert.notEqual(second, first);

  // There is only one run that can be meant.
  await press(page, 'Compare with…');
  await heading(page, 'Comparison').waitFor();
  await press(page, /^The two answers to What does renters insurance cover/);
  await page
    .getByText(/word for word|differ/)
    .first()
    .waitFor();
  await page.getByText('Got better', { exact: true }).first().waitFor();
});
