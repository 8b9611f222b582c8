import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, quietArguments } from './browser.ts';
import { openPages } from './built-pages.ts';
import type { BuiltPages } from './built-pages.ts';
import { startStandIn } from './stand-in-server.ts';
import type { StandIn } from './stand-in-server.ts';

export const wide = { width: 1280, height: 900 } as const;

/** What each test has for itself. */
export interface Opened {
  readonly page: Page;
  readonly standIn: StandIn;
}

/**
 * Tests that share the built pages and a browser, and have a page and a platform of their own each. Without Chromium they
 * say so and step aside.
 */
export function inBrowser(
  title: string,
  define: (each: (take: (opened: Opened) => void) => void) => void,
  viewport: { readonly width: number; readonly height: number } = wide,
): void {
  const executablePath = chromiumPath(process.env);
  if (executablePath === null) {
    void it(title, (context) =>
      context.diagnostic('No Chromium here (CHROMIUM_PATH or /usr/bin/chromium), so nothing was looked at.'),
    );
    return;
  }
  void describe(title, () => {
    let pages: BuiltPages;
    let browser: Browser;
    let opened: Opened;
    const takers: ((opened: Opened) => void)[] = [];

    before(async () => {
      pages = await openPages();
      browser = await chromium.launch({ executablePath, args: quietArguments });
    });
    after(async () => {
      await browser?.close();
      await pages?.remove();
    });
    beforeEach(async () => {
      const standIn = await startStandIn({ dist: pages.folder });
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
      page.setDefaultTimeout(60_000);
      opened = { page, standIn };
      for (const take of takers) take(opened);
    });
    afterEach(async () => {
      await opened.page.close();
      await opened.standIn.close();
    });
    define((take) => void takers.push(take));
  });
}
