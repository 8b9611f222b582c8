import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { axeFaults, chromiumPath, keepScreenshot, quietArguments } from './support/browser.ts';
import { endpoint, onboardingPages, signedInPages, signedOutPages, testSet } from './support/page-paths.ts';
import { openPages } from './support/built-pages.ts';
import type { BuiltPages } from './support/built-pages.ts';
import * as data from './support/stand-in-data.ts';
import { startStandIn } from './support/stand-in-server.ts';
import type { StandIn } from './support/stand-in-server.ts';
import { until } from './support/until.ts';

const executablePath = chromiumPath(process.env);
if (executablePath === null) {
  void it('pages in a browser', (context) =>
    context.diagnostic('No Chromium here (CHROMIUM_PATH or /usr/bin/chromium), so nothing was looked at.'));
} else {
  void describe('pages in a browser', () => {
    let pages: BuiltPages;
    let browser: Browser;
    let standIn: StandIn;

    before(async () => {
      pages = await openPages();
      standIn = await startStandIn({ dist: pages.folder });
      browser = await chromium.launch({ executablePath, args: quietArguments });
    });
    after(async () => {
      await browser?.close();
      await standIn?.close();
      await pages?.remove();
    });

    const visit = async (page: Page, path: string): Promise<void> => {
      await page.goto(standIn.url + path);
      await page.waitForSelector('h1');
      await until(page, "document.querySelector('.skeleton') === null");
    };
    const look = async (
      scheme: 'light' | 'dark',
      width: number,
      paths: readonly string[],
    ): Promise<string[]> => {
      // The test's own tool is put in past the policy; the pages themselves run under it in `journeys.test.ts`.
      const context = await browser.newContext({
        colorScheme: scheme,
        viewport: { width, height: 900 },
        bypassCSP: true,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      const faults: string[] = [];
      for (const path of paths) {
        await visit(page, path);
        await keepScreenshot(
          page,
          `${path.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}-${scheme}`.replace(/^-+/, ''),
        );
        faults.push(...(await axeFaults(page)).map((fault) => `${scheme} ${width} ${path}: ${fault}`));
        const tooWide = await page.evaluate<boolean>(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        if (tooWide) faults.push(`${scheme} ${width} ${path}: scrolls sideways`);
      }
      await context.close();
      return faults;
    };

    const press = (page: Page, name: string | RegExp): Promise<void> =>
      page.getByRole('button', { name }).first().click();
    const states: readonly (readonly [string, string, (page: Page) => Promise<unknown>])[] = [
      [
        'an answer',
        `${endpoint}?tab=test`,
        (page) => press(page, 'Send').then(() => page.getByRole('heading', { name: 'Answered' }).waitFor()),
      ],
      [
        'mapping a place',
        `${endpoint}?tab=test`,
        async (page) => {
          await press(page, 'Send');
          await page.getByRole('treeitem', { name: /^message/ }).click();
          await page.getByText('Preview the request').click();
          await page.getByText('Copy as curl').first().waitFor();
        },
      ],
      [
        'the review of a configuration',
        '/endpoints/new',
        async (page) => {
          await press(page, 'Paste and analyze');
          await page.getByLabel('Curl command, code or description').fill('curl http://localhost/chat');
          await press(page, 'Analyze');
          await page.getByText('Worked out and verified').waitFor();
        },
      ],
      ['the first step by hand', '/endpoints/new', (page) => press(page, 'Set up by hand')],
      ['unsaved changes', `${endpoint}?tab=general`, (page) => page.getByLabel(/Time limit/).fill('45')],
      [
        'asking before deleting',
        `${endpoint}?tab=general`,
        async (page) => {
          await page.getByRole('button', { name: /^Actions for/ }).click();
          await page.getByRole('menuitem', { name: 'Delete' }).click();
        },
      ],
      [
        'a deletion that can be taken back',
        '/endpoints',
        async (page) => {
          // Closing this page carries it out, so it is not the one the other states look at.
          await page
            .getByRole('button', { name: /^Actions for/ })
            .last()
            .click();
          await page.getByRole('menuitem', { name: 'Delete' }).click();
          await press(page, 'Delete it');
          await page.getByText('Being deleted').waitFor();
        },
      ],
      ['a dialog with a form', '/settings/tokens', (page) => press(page, 'Create a token')],
      ['a test in its form', '/tests', (page) => press(page, 'New test')],
      [
        'a metric in its form',
        '/metrics',
        (page) =>
          press(page, 'Open Speaks').then(() => page.getByRole('dialog').getByLabel('Values').waitFor()),
      ],
      [
        'what a run would do',
        testSet,
        (page) => press(page, 'Run').then(() => page.getByText('2 results from 2 tests').waitFor()),
      ],
      [
        'one result of a run',
        `/runs/${data.idOf(13, 0)}?result=${data.idOf(15, 0)}`,
        (page) => page.getByText('Nothing is missing.').waitFor(),
      ],
      [
        'the words that differ between two answers',
        `/runs/compare?runs=${data.idOf(13, 0)},${data.idOf(13, 2)}`,
        (page) => press(page, /^The two answers to /).then(() => page.getByText('word for word').waitFor()),
      ],
      [
        'the metrics of a requirement',
        '/requirements',
        (page) =>
          press(page, /^0 metrics of Refuses/).then(() => page.getByText('Nothing personal').waitFor()),
      ],
      [
        'a pasted list of requirements',
        '/requirements',
        async (page) => {
          await press(page, 'Paste requirements');
          await page
            .getByLabel('The list')
            .fill('# Tone\n- Is polite\n  Always\n- IS POLITE\n- Answers in German');
          await page.getByText('There already').waitFor();
        },
      ],
      ['a menu', '/home', (page) => press(page, /account of/)],
    ];
    for (const scheme of ['light', 'dark'] as const) {
      void it(`answers, dialogs and menus pass axe, ${scheme}`, async () => {
        standIn.state.user = data.user;
        const context = await browser.newContext({
          colorScheme: scheme,
          bypassCSP: true,
          reducedMotion: 'reduce',
        });
        const faults: string[] = [];
        for (const [name, path, act] of states) {
          const page = await context.newPage();
          await visit(page, path);
          await act(page);
          await until(
            page,
            "document.getAnimations().every((animation) => animation.playState !== 'running')",
          );
          faults.push(...(await axeFaults(page)).filter(isNotMenuPlace).map((fault) => `${name}: ${fault}`));
          await page.close();
        }
        await context.close();
        assert.deepEqual(faults, []);
      });
    }

    void it('what a viewer sees passes axe and fits, dark at 360 pixels', async () => {
      standIn.state.user = data.viewer;
      const paths = ['/home', '/endpoints', '/endpoints/new', '/settings/tokens'];
      const tabs = ['overview', 'connection', 'mapping', 'test', 'explore', 'settings'];
      assert.deepEqual(
        await look('dark', 360, [...paths, ...tabs.map((tab) => `${endpoint}?tab=${tab}`)]),
        [],
      );
    });

    for (const [scheme, width] of [
      ['light', 1280],
      ['dark', 360],
    ] as const) {
      void it(`every page for people outside passes axe, ${scheme} at ${width} pixels`, async () => {
        standIn.state.user = null;
        assert.deepEqual(await look(scheme, width, signedOutPages), []);
        standIn.state.isWaitingForOwner = true;
        assert.deepEqual(await look(scheme, width, ['/?first=owner', '/auth/owner?token=first-owner']), []);
        standIn.state.isWaitingForOwner = false;
      });
      void it(`the page of a newcomer passes axe, ${scheme} at ${width} pixels`, async () => {
        standIn.state.user = { ...data.user, organization_id: null, may_create_organization: true };
        assert.deepEqual(await look(scheme, width, onboardingPages), []);
        standIn.state.user = { ...standIn.state.user, may_create_organization: false };
        assert.deepEqual(await look(scheme, width, onboardingPages), []);
      });
      void it(`every page inside passes axe and fits, ${scheme} at ${width} pixels`, async () => {
        standIn.state.user = data.user;
        assert.deepEqual(await look(scheme, width, signedInPages), []);
      });
    }
  });
}

/** An open menu is drawn at the end of the page, outside of every landmark; that is its nature, not a fault. */
const isNotMenuPlace = (fault: string): boolean => !/^region at <div[^>]*role="menu"/.test(fault);
