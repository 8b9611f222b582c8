import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { htmlOf } from '../../src/kernel/report.ts';

const candidates = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

test('what a report folds on the screen is printed unfolded', async (t) => {
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
  if (!executablePath) return t.diagnostic('No Chromium was found (CHROMIUM_PATH), so nothing was printed.');
  const block = { kind: 'text', text: 'said within' } as const;
  const fold = {
    kind: 'fold',
    mark: 'Passed',
    tone: 'good',
    title: 'asked',
    isOpen: false,
    blocks: [block],
  } as const;
  let html = '';
  for await (const part of htmlOf({ title: 'A run', lead: 'All passed.', blocks: [fold] })) html += part;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.setContent(html);
  const within = page.getByText('said within');
  assert.equal(await within.isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await within.isVisible(), true);
});
