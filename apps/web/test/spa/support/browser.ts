import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Where Chromium is, or nothing: then the browser tests say so and step aside. */
export function chromiumPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const candidates = [
    environment['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  return candidates.find((path): path is string => path !== undefined && existsSync(path)) ?? null;
}

/** Nothing of the browser's own may go out. */
export const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Every page as it looked in the last run: a build artifact, never in git. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = join(import.meta.dirname, '../../../artifacts/screenshots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** What axe finds on the page as it stands, of the rules that the pages keep. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'));
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: {
        run: (
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await runner.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap((rule) =>
      rule.nodes.map(
        (node) => `${rule.id} at ${node.html.slice(0, 240)} ${node.failureSummary.slice(0, 200)}`,
      ),
    );
  });
}
