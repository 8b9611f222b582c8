import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';
import * as testing from './support/stand-in-tests.ts';

inBrowser('what is looked at first is what matters', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });
  const open = (path: string) => page.goto(standIn.url + path);
  const keepAll = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await keepScreenshot(page, `${name}-${colorScheme}-${width}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      }
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  void it('the drafts of a category, or of a requirement, are left out and taken back at once', async () => {
    const draft = (index: number, category: string, requirement: string | null) => ({
      ...testing.proposed[0],
      id: data.idOf(12, 30 + index),
      category: { id: data.idOf(16, category.length), name: category },
      requirement: requirement === null ? null : { id: data.idOf(6, requirement.length), name: requirement },
    });
    standIn.state.instead.set(`GET /test_sets/${data.idOf(11, 1)}/tests`, () => [
      draft(0, 'Policy/direct', 'Refuses legal advice'),
      draft(1, 'Policy/indirect', 'Refuses legal advice'),
      draft(2, 'Policy/direct', null),
    ]);
    await open(`/test-sets/generate?set=${data.idOf(11, 1)}`);
    const group = (name: string) => page.getByRole('checkbox', { name: `All of ${name}`, exact: true });
    const stateOf = (name: string) =>
      group(name).evaluate((box) => {
        const { checked, indeterminate } = box as unknown as { checked: boolean; indeterminate: boolean };
        return indeterminate ? 'mixed' : checked ? 'ticked' : 'empty';
      });
    await group('Policy/direct').click();
    await page.getByRole('button', { name: 'Keep 1, discard 2' }).waitFor();
    await page.getByLabel('Grouped by').selectOption({ label: 'Requirement' });
    assert.equal(await stateOf('Refuses legal advice'), 'mixed');
    assert.equal(await stateOf('No requirement'), 'empty');
    await keepAll('drafts-in-groups');
    await group('Refuses legal advice').click();
    await page.getByRole('button', { name: 'Keep 2, discard 1' }).waitFor();
    assert.equal(await stateOf('Refuses legal advice'), 'ticked');
    await group('Refuses legal advice').click();
    await page.getByRole('button', { name: /^Discard all 3 tests/ }).waitFor();
    assert.equal(await stateOf('Refuses legal advice'), 'empty');
  });
});
