import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, openBrowser } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

const rows = 2500;

/** As a page calls the server, with its cookie. */
const call = (page: Page, method: string, path: string, body: unknown): Promise<{ readonly id: string }> => {
  const request = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return page.evaluate<{ readonly id: string }>(
    `fetch(${JSON.stringify(`/api/v1${path}`)}, ${JSON.stringify(request)}).then((answer) => answer.json())`,
  );
};

const paste = (page: Page, html: string, text: string): Promise<void> =>
  page.evaluate<void>(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(html)});
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);

test('a set of many tests is edited like a spreadsheet: by keys, by ranges, by paste, and the last edit is taken back', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  const { id: setId } = await call(page, 'POST', '/test_sets', {
    name: 'Many',
    test_set_type: 'Single-Turn',
  });
  for (let from = 0; from < rows; from += 500)
    await call(page, 'POST', '/tests/bulk', {
      test_set_id: setId,
      tests: Array.from({ length: 500 }, (_, place) => ({
        prompt: { content: `Question ${from + place + 1}?` },
        category: `Part ${place % 5}`,
      })),
    });
  await page.goto(`${stack.webUrl}/test-sets/${setId}`);
  const grid = page.getByRole('grid', { name: 'Tests of this set' });
  const cell = (name: string) => grid.getByRole('gridcell', { name, exact: true });
  const selected = () => grid.locator('[aria-selected="true"]').count();
  await cell('Question 1?').waitFor();
  assert.equal(await grid.getAttribute('aria-rowcount'), String(rows + 2));
  assert.ok((await grid.getByRole('row').count()) < 80, 'only what is on screen is drawn');

  await t.test('the arrows move, Enter writes and goes down, Escape leaves a cell as it was', async () => {
    await cell('Question 1?').click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.keyboard.type(' Really?');
    await page.keyboard.press('Enter');
    await cell('Question 2? Really?').waitFor();
    await page.keyboard.press('F2');
    await page.keyboard.type(' not kept');
    await page.keyboard.press('Escape');
    await cell('Question 3?').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Three.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Answers rightly');
    await page.keyboard.press('Enter');
    await cell('Three.').waitFor();
    // Nothing else judges this test, and the expected answer is meant.
    await cell('Says what is expected').first().waitFor();
    await cell('Answers rightly').waitFor();
    await cell('Question 3?').waitFor();
  });

  await t.test('a range is filled down, and taken back', async () => {
    await cell('Answers rightly').click();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowDown');
    assert.equal(await selected(), 5);
    await page.keyboard.press('Control+d');
    await grid.getByRole('gridcell', { name: 'Answers rightly' }).nth(4).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Filling down was undone').waitFor();
    await grid.getByRole('gridcell', { name: 'Answers rightly' }).nth(1).waitFor({ state: 'detached' });
  });

  await t.test(
    'a table is shown before it is pasted, new rows at the end, and a fault holds it back',
    async () => {
      await grid.focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowUp');
      await cell(`Question ${rows}?`).waitFor();
      await paste(
        page,
        '<table><tr><td>Last one, changed?</td><td>Yes.<br>Always.</td></tr><tr><td>New from a sheet?</td><td>Of course.</td></tr></table>',
        'ignored',
      );
      const dialog = page.getByRole('dialog', { name: 'Paste into the tests' });
      await dialog.getByText('1 test would change, 1 new test would be made.').waitFor();
      await keepScreenshot(page, 'grid-paste-preview');
      await dialog.getByRole('button', { name: 'Save 2 rows' }).click();
      await cell('Last one, changed?').waitFor();
      await cell('New from a sheet?').waitFor();
      await page.getByText('Single prompts · 2,501 tests').waitFor();

      await cell('Last one, changed?').click();
      await paste(page, '', 'Prompt\tStatus\nStill fine?\tApproved\nNot fine?\tPerhaps\n');
      await dialog.getByText('Row 2501, Status: Status is one of New, Draft, Kept.').waitFor();
      assert.equal(await dialog.getByRole('button', { name: /^Save/ }).isDisabled(), true);
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Save 1 row' }).click();
      await cell('Still fine?').waitFor();
      await cell('New from a sheet?').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await cell('Last one, changed?').waitFor();
    },
  );

  await t.test('what is selected gets one value, however many rows it are', async () => {
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Edit selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2,501 tests' });
    await dialog.getByLabel('What changes').selectOption('status');
    await dialog.getByLabel('New value').selectOption('Kept');
    await dialog.getByRole('button', { name: 'Change 2,501 tests' }).click();
    await page.getByText('2,501 tests changed', { exact: true }).first().waitFor();
    await cell('Kept').first().waitFor();
    const filter = encodeURIComponent("status eq 'Approved'");
    const length = await page.evaluate<string>(
      `fetch(${JSON.stringify(`/api/v1/test_sets/${setId}/tests?limit=1&$filter=${filter}`)}).then((answer) => answer.headers.get('x-total-count'))`,
    );
    assert.equal(Number(length), rows + 1);
  });

  await t.test(
    'the keyboard gets in and out, and the grid reads well in any light and on a phone',
    async () => {
      await grid.focus();
      const described = await grid.getAttribute('aria-activedescendant');
      assert.ok(described && (await page.locator(`[id="${described}"]`).count()) === 1);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      assert.equal(
        (await page.evaluate<string>("document.activeElement.getAttribute('role')")) === 'grid',
        false,
      );
      for (const [scheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 360],
      ] as const) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await keepScreenshot(page, `grid-${scheme}-${width}`);
        const isTooWide: boolean = await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        assert.equal(isTooWide, false, `${scheme} ${width} scrolls sideways`);
      }
    },
  );
});
