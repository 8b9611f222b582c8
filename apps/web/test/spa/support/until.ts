import type { Page } from 'playwright-core';

/**
 * Waits until a script is true in the page. Playwright's own waiting asks a second time by `eval`, which the policy of the
 * pages forbids: it would hold only where the first look is late enough.
 */
export async function until(page: Page, script: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if (await page.evaluate<boolean>(script)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`It never became true: ${script}`);
}
