import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, quietArguments } from './support/browser.ts';
import { openPages } from './support/built-pages.ts';
import type { BuiltPages } from './support/built-pages.ts';
import * as data from './support/stand-in-data.ts';
import { startStandIn } from './support/stand-in-server.ts';
import type { StandIn } from './support/stand-in-server.ts';

const executablePath = chromiumPath(process.env);
const rowHeight = 44;
const grids = [
  '/endpoints',
  '/traces',
  '/test-sets',
  '/runs',
  '/metrics',
  '/requirements',
  '/schedules',
  '/alerts',
  '/jobs',
];
const tables = ['/settings/tokens', '/settings/members'];
const endpoint = `/endpoints/${data.idOf(4, 0)}?tab=test`;
const set = `/test-sets/${data.idOf(11, 0)}`;

if (executablePath === null) {
  void it('density in a browser', (context) => context.diagnostic('No Chromium here.'));
} else {
  void describe('density in a browser', () => {
    let pages: BuiltPages;
    let browser: Browser;
    let standIn: StandIn;

    before(async () => {
      pages = await openPages();
      standIn = await startStandIn({ dist: pages.folder, endpointCount: 6 });
      browser = await chromium.launch({ executablePath, args: quietArguments });
    });
    after(async () => {
      await browser?.close();
      await standIn?.close();
      await pages?.remove();
    });

    async function looking(
      width: number,
      paths: readonly string[],
      look: (page: Page, path: string) => Promise<void>,
    ) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      page.setDefaultTimeout(60_000);
      for (const path of paths) {
        await page.goto(standIn.url + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await look(page, path);
      }
      await page.close();
    }

    void it('rows of lists are 44 px high where there is room', async () => {
      await looking(1440, [...grids, ...tables, set], async (page, path) => {
        const rows = page.locator('main [role=row]:not([aria-rowindex="1"]), main tbody tr');
        await rows.first().waitFor();
        const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
        const heights = boxes.map((box) => Math.round(box?.height ?? 0));
        assert.deepEqual([...new Set(heights)], [rowHeight], path);
      });
    });

    void it('the whole menu is in sight at 900 px, and can be scrolled to its end where there is less', async () => {
      await looking(1280, ['/home'], async (page) => {
        const menu = page.getByRole('navigation', { name: 'Main' });
        const last = menu.getByRole('link').last();
        const bottom = async (): Promise<number> => {
          const box = await last.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? Infinity);
        };
        assert.ok((await bottom()) <= 900, `ends at ${await bottom()} px`);
        await page.setViewportSize({ width: 1280, height: 480 });
        await menu.getByRole('link').first().hover();
        await page.mouse.wheel(0, 2000);
        // Scrolling takes some frames; the page forbids the expressions that a condition waited for would need.
        for (let frame = 0; frame < 600 && (await bottom()) > 480; frame += 1)
          await page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
        assert.ok((await bottom()) <= 480, `ends at ${await bottom()} px`);
      });
    });

    void it('the head of an endpoint takes at most 120 px, also on a narrow screen', async () => {
      for (const width of [1440, 360])
        await looking(width, [endpoint], async (page) => {
          const height = (await page.locator('main header').boundingBox())?.height ?? 0;
          assert.ok(height > 0 && height <= 120, `${height} px at ${width} px`);
        });
    });

    void it('what one presses on a narrow screen answers to a finger over 44 px', async () => {
      await looking(360, [...grids, ...tables, endpoint, set], async (page, path) => {
        assert.deepEqual(await tooSmall(page), [], path);
      });
    });

    void it('what deletes or revokes stands in a menu, behind a press of its own', async () => {
      await looking(1440, [...grids, ...tables, endpoint, set], async (page, path) => {
        const loose = page.locator('main').getByRole('button', { name: /^(?:Delete|Remove|Revoke)\b/ });
        assert.equal(await loose.count(), 0, path);
      });
      await looking(1440, ['/settings/tokens'], async (page) => {
        await page
          .getByRole('button', { name: /^Actions for / })
          .first()
          .press('Enter');
        await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke it' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      });
    });
  });
}

/**
 * Buttons, links of rows and choices of which less than 44 px answer, measured by what lies under each point. It runs in the
 * page, so it is a text.
 */
const measureSmall = `(() => {
  const least = 43.5;
  const pressed = document.querySelectorAll(
    'main button, main select, main [role=row] a, main tbody a, main input[type=checkbox]',
  );
  return [...pressed].flatMap((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || height >= least) return [];
    const answers = (offset) => {
      const found = document.elementFromPoint(left + width / 2, top + height / 2 + offset);
      return found !== null && (element.contains(found) || found.closest('label')?.contains(element) === true);
    };
    const reach = (step) => {
      let far = 0;
      while (far < 60 && answers(far * step)) far += 0.5;
      return far;
    };
    const answering = reach(-1) + reach(1);
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return answering >= least ? [] : [element.tagName + ' “' + name.trim().slice(0, 40) + '” ' + answering + ' px'];
  });
})()`;

const tooSmall = (page: Page): Promise<string[]> => page.evaluate<string[]>(measureSmall);
