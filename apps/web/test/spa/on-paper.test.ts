import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';

inBrowser('a page on paper', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });

  void it('of a run keeps what can be pressed and is read, and leaves out what is only pressed or typed into', async () => {
    await page.goto(`${standIn.url}/runs/${data.idOf(13, 0)}`);
    const question = page.locator('main [role=table] button.truncate').first();
    await question.waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await question.isVisible(), true);
    for (const pressed of ['.press', 'input[type=search]', 'select', 'textarea'])
      assert.equal(await page.locator(`main ${pressed}:visible`).count(), 0, pressed);
    const cut = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main .truncate')].filter((one) => !one.closest('[role=table]') && one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)",
    );
    assert.deepEqual(cut, []);
    const [paper, written] = await page.evaluate<[number, number]>(
      "[document.body, document.querySelector('main')].map((one) => one.getBoundingClientRect().width)",
    );
    assert.equal(written, paper);
    // So low that the table scrolls on screen.
    await page.setViewportSize({ width: 1280, height: 360 });
    const [rows, told, isCut] = await page.evaluate<[number, number, boolean]>(
      "[document.querySelectorAll('main [role=table] [role=row][aria-rowindex]').length, Number(document.querySelector('main [role=table]').getAttribute('aria-rowcount')), (({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)(document.querySelector('main [role=table]'))]",
    );
    assert.deepEqual([rows, isCut], [told, false], 'every row stands on paper, and none behind a scroll bar');
    await keepScreenshot(page, 'run-on-paper');
  });
});
