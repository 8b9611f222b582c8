import type { TestContext } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumPath, quietArguments } from '../../spa/support/browser.ts';

export { keepScreenshot } from '../../spa/support/browser.ts';

/** For explorations, runs and readings of files: a bound for what hangs, no expectation of speed. */
export const untilWorkEnds = { timeout: 300_000 };

/** A page in a real browser, or nothing where there is no Chromium; the test then says that it stepped aside. */
export async function openBrowser(t: TestContext, more: readonly string[] = []): Promise<Page | undefined> {
  const executablePath = chromiumPath(process.env);
  if (!executablePath) {
    t.diagnostic('No Chromium was found (CHROMIUM_PATH); this journey was not walked.');
    return undefined;
  }
  const browser = await chromium.launch({ executablePath, args: [...quietArguments, ...more] });
  t.after(() => browser.close());
  return openPage(t, browser);
}

/** Another person's browser: nothing is shared with the first. */
export async function openAnother(t: TestContext, page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('This page has no browser of its own.');
  return openPage(t, browser);
}

async function openPage(t: TestContext, browser: Browser): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    // Certificates of tests are made on the spot and signed by nobody.
    ignoreHTTPSErrors: true,
  });
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text());
  });
  t.after(() => {
    if (faults.length > 0) throw new Error(`The page threw: ${faults.join('; ')}`);
  });
  return page;
}
