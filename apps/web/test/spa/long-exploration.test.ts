import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaults, keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';

const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;

/** Forty findings and a hundred turns, as a comprehensive exploration brings them. */
function longResult() {
  const [finding] = data.exploration.findings;
  const [turn] = data.exploration.conversation;
  assert.ok(finding && turn);
  return {
    ...data.exploration,
    conversation: Array.from({ length: 100 }, (_, place) => ({
      ...turn,
      turn: place + 1,
      sent: `Question ${place + 1}`,
      received: `Answer ${place + 1}. ${'It says so at some length. '.repeat(8)}`,
    })),
    findings: Array.from({ length: 40 }, (_, place) => ({
      ...finding,
      severity: severities[Math.min(4, Math.floor(place / 8))],
      title: `What was found as number ${place + 1}`,
      detail: `In some words of its own, ${'which take a line or two, '.repeat(4)}${place + 1}.`,
      evidence: [place + 1, place + 41],
      quotes: [place + 1, place + 41].map((number) => ({ turn: number, quote: `Answer ${number}.` })),
    })),
  };
}

inBrowser('a long exploration is taken in at once', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });
  const open = async (): Promise<void> => {
    const [job] = data.jobs;
    const path = `/jobs/${data.idOf(5, 1)}`;
    standIn.state.instead.set(`GET ${path}`, () => ({ ...job, status: 'SUCCESS', result: longResult() }));
    await page.goto(standIn.url + path);
    await page.getByRole('heading', { name: '40 findings' }).waitFor();
  };
  const heightOf = () => page.evaluate<number>('document.documentElement.scrollHeight');

  void it('its first screen says what was found by severity, and what is secondary is folded with its count', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await open();
        const counts = page.getByRole('list', { name: 'Findings by severity' });
        for (const words of ['Critical · 8', 'High severity · 8', 'For information · 8'])
          await counts.getByRole('link', { name: words }).waitFor();
        if (width === 1280) {
          const box = await counts.boundingBox();
          assert.ok(box && box.y + box.height <= 900, JSON.stringify(box));
        }
        assert.ok(
          (await heightOf()) < (width === 1280 ? 8000 : 13_000),
          `${await heightOf()} px at ${width}`,
        );
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
        assert.deepEqual(await axeFaults(page), []);
        await keepScreenshot(page, `long-exploration-${colorScheme}-${width}`);
      }
    await page.getByText('Show all 100 turns').waitFor();
    assert.equal(await page.getByText('Show all 8 (3 more)').count(), 5);
    assert.equal(await page.getByText('Evidence: 2 quotations').locator('visible=true').count(), 15);
  });

  void it('keys open what is folded, a link to a turn opens the conversation, and print shows all', async () => {
    await open();
    const within = page.locator('#turn-60');
    const last = page.getByRole('heading', { name: 'What was found as number 8', exact: true });
    assert.deepEqual([await within.isVisible(), await last.isVisible()], [false, false]);
    const more = page.getByText('Show all 8 (3 more)').first();
    await more.focus();
    await page.keyboard.press('Enter');
    await last.waitFor();
    await page.getByRole('link', { name: 'turn 1', exact: true }).first().click();
    await within.waitFor();
    await page.waitForFunction("document.getElementById('turn-1').getBoundingClientRect().top < innerHeight");
    await open();
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual([await within.isVisible(), await last.isVisible()], [true, true]);
    await page.emulateMedia({ media: 'screen' });
    // Who comes by a link to a turn comes to it.
    await page.goto(`${standIn.url}/jobs/${data.idOf(5, 1)}#turn-60`);
    await page.reload();
    await within.waitFor();
  });
});
