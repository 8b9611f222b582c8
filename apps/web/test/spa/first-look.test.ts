import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';
import * as testing from './support/stand-in-tests.ts';

inBrowser('what is looked at first is what matters', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });
  const open = (path: string) => page.goto(standIn.url + path);
  const keepAll = async (name: string): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await keepScreenshot(page, `${name}-${colorScheme}-${width}`);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      }
    await page.setViewportSize({ width: 1280, height: 900 });
  };

  void it('the drafts of a category, or of a requirement, are left out and taken back at once', async () => {
    const draft = (index: number, category: string, requirement: string | null) => ({
      ...testing.proposed[0],
      id: data.idOf(12, 30 + index),
      category: { id: data.idOf(16, category.length), name: category },
      requirement: requirement === null ? null : { id: data.idOf(6, requirement.length), name: requirement },
    });
    standIn.state.instead.set(`GET /test_sets/${data.idOf(11, 1)}/tests`, () => [
      draft(0, 'Policy/direct', 'Refuses legal advice'),
      draft(1, 'Policy/indirect', 'Refuses legal advice'),
      draft(2, 'Policy/direct', null),
    ]);
    await open(`/test-sets/generate?set=${data.idOf(11, 1)}`);
    const group = (name: string) => page.getByRole('checkbox', { name: `All of ${name}`, exact: true });
    const stateOf = (name: string) =>
      group(name).evaluate((box) => {
        const { checked, indeterminate } = box as unknown as { checked: boolean; indeterminate: boolean };
        return indeterminate ? 'mixed' : checked ? 'ticked' : 'empty';
      });
    await group('Policy/direct').click();
    await page.getByRole('button', { name: 'Keep 1, discard 2' }).waitFor();
    await page.getByLabel('Grouped by').selectOption({ label: 'Requirement' });
    assert.equal(await stateOf('Refuses legal advice'), 'mixed');
    assert.equal(await stateOf('No requirement'), 'empty');
    await keepAll('drafts-in-groups');
    await group('Refuses legal advice').click();
    await page.getByRole('button', { name: 'Keep 2, discard 1' }).waitFor();
    assert.equal(await stateOf('Refuses legal advice'), 'ticked');
    await group('Refuses legal advice').click();
    await page.getByRole('button', { name: /^Discard all 3 tests/ }).waitFor();
    assert.equal(await stateOf('Refuses legal advice'), 'empty');
  });

  void it('sixty drafts are a line each, gone through by letters, and open on why and what is expected', async () => {
    standIn.state.instead.set(`GET /test_sets/${data.idOf(11, 1)}/tests`, () =>
      Array.from({ length: 60 }, (_, index) => ({
        ...testing.proposed[0],
        id: data.idOf(12, 30 + index),
        category: { id: data.idOf(16, 1), name: 'Policy/direct' },
      })),
    );
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await open(`/test-sets/generate?set=${data.idOf(11, 1)}`);
      const drafts = page.getByRole('list', { name: 'Proposed tests: Policy/direct' });
      await drafts.waitFor();
      const [height, inner]: number[] = await page.evaluate(
        '[document.documentElement.scrollHeight, document.documentElement.scrollWidth]',
      );
      assert.ok((height ?? 0) < 900 * (width === 360 ? 6 : 5), `${height} high at ${width}`);
      assert.ok((inner ?? 0) <= width, `${inner} wide at ${width}`);
      await keepAll(`drafts-dense-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    const box = (index: number) =>
      page.getByRole('list', { name: 'Proposed tests: Policy/direct' }).getByRole('checkbox').nth(index);
    const isAt = async (index: number): Promise<boolean> =>
      (await box(index).and(page.locator(':focus')).count()) === 1;
    await page.keyboard.press('j');
    assert.ok(await isAt(0));
    await page.keyboard.press('x');
    assert.ok(await isAt(1), 'what is decided is done with');
    await page.getByRole('button', { name: 'Keep 59, discard 1' }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    assert.equal(
      await page.getByRole('button', { name: 'Why, and what is expected', expanded: true }).count(),
      1,
    );
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Keep all 60 tests' }).waitFor();
  });

  void it('what failed stands first among the results, which says so, and the order of the tests is one choice away', async () => {
    const asked = (): string => standIn.calls.findLast((call) => call.includes('/results?')) ?? '';
    await open(`/runs/${data.idOf(13, 0)}`);
    await page.getByText('Failed first, then flagged, errors, not evaluated and passed').waitFor();
    assert.match(asked(), /sort_by=outcome&sort_order=asc/);
    await keepAll('results-failed-first');
    const changed = page.waitForRequest(/results\?.*sort_by=position&sort_order=asc/);
    await page.getByLabel('Order').selectOption({ label: 'In the order of the tests' });
    await changed;
    assert.match(page.url(), /order=tests/);
    await page.getByText('Failed first, then flagged').waitFor({ state: 'detached' });
  });

  void it('a message covers neither a dialog, nor the menu, nor what one saves with, nor the field that one is at', async () => {
    for (const width of [1440, 1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 720 });
      const told = page.getByLabel('Announcements').locator('.popup').first();
      const isApart = async (other: Locator): Promise<void> => {
        const [message, box] = [await told.elementHandle(), await other.elementHandle()];
        // Page and dialog make room in the frame after.
        await page.waitForFunction(
          ([one, two]) => {
            const rect = (element: unknown) =>
              (element as { getBoundingClientRect(): Record<string, number> }).getBoundingClientRect();
            const { left = 0, right = 0, top = 0, bottom = 0 } = rect(one);
            const { left: x = 0, right: toX = 0, top: y = 0, bottom: toY = 0 } = rect(two);
            return (right <= x || toX <= left || bottom <= y || toY <= top) && y >= 0 && toY <= 720;
          },
          [message, box] as const,
          { timeout: 15_000 },
        );
      };
      standIn.state.failing.set(`/tokens/${data.tokens[0]?.id}`, {
        status: 500,
        code: 'http.internal',
        detail: 'Something went wrong on our side.',
      });
      await open('/settings/tokens');
      await page
        .getByRole('button', { name: `Actions for ${data.tokens[0]?.name}` })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke it' }).click();
      await told.waitFor();
      await keepScreenshot(page, `told-over-dialog-${width}`);
      await isApart(page.getByRole('alertdialog', { name: /^Revoke / }));
      await isApart(page.getByRole('button', { name: 'Revoke it' }));

      standIn.state.instead.set(`POST /test_results/${data.idOf(15, 0)}/reviews`, () => testing.reviews[0]);
      await open('/review');
      await page.getByRole('button', { name: 'Pass' }).click();
      await told.waitFor();
      // The menu ends above it: none of its entries lies beneath, and the last ones are scrolled to.
      if (width >= 1024) {
        await isApart(page.getByRole('complementary').filter({ has: page.getByRole('navigation') }));
        const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last();
        await last.scrollIntoViewIfNeeded();
        await isApart(last);
      }
      const pass = page.getByRole('button', { name: 'Pass' });
      await pass.focus();
      await isApart(pass);
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      await keepScreenshot(page, `told-over-page-${width}`);
      for (const field of await page.getByRole('main').locator('button:visible, textarea:visible').all()) {
        await field.focus();
        await isApart(field);
      }
    }
  });

  void it('home says of a lower pass rate what the comparison says, which the Architect answers with as well', async () => {
    const [run] = testing.runs;
    assert.ok(run);
    const of = (index: number, passed: number, at: string) => ({
      ...run,
      id: data.idOf(13, 90 + index),
      name: `Run ${index}`,
      status: 'Completed',
      parent_run_id: null,
      reference_test_run_id: null,
      created_at: at,
      counts: { ...run.counts, passed, failed: 10 - passed },
      pass_rate: passed * 10,
    });
    standIn.state.instead.set('GET /test_runs', () => [
      of(2, 6, '2026-01-03T09:00:00.000Z'),
      of(1, 9, '2026-01-02T09:00:00.000Z'),
    ]);
    const sentence = testing.compared.comparisons[0]?.sentence ?? '';
    await open('/home');
    await page.getByText(`▼ Against Run 1: ${sentence}`).waitFor();
    standIn.state.instead.delete('GET /test_runs');
  });

  void it('an endpoint whose tests share one conversation says so, also beside a run, and one press ends it', async () => {
    const endpoint = standIn.state.endpoints[0];
    assert.ok(endpoint);
    const id = testing.runs[0]?.endpoint.id ?? '';
    standIn.state.endpoints = [
      { ...endpoint, id, request_mapping: '{"message": "{{ input }}", "session_id": "demo-1"}' },
    ];
    await open(`/runs/${data.idOf(13, 0)}`);
    const note = page.getByText('Every test goes on with the same conversation');
    await note.waitFor();
    await keepAll('shared-conversation-run');
    await page.getByRole('link', { name: 'Change it at the endpoint' }).click();
    await page.waitForURL(/\/endpoints\//);
    await note.waitFor();
    await keepAll('shared-conversation-endpoint');
    await page.getByRole('button', { name: 'Give each test its own' }).click();
    await note.waitFor({ state: 'detached' });
    assert.deepEqual(
      [standIn.state.endpoints[0]?.request_mapping, standIn.state.endpoints[0]?.conversation_id_from],
      ['{"message": "{{ input }}", "session_id": "{{ conversation_id }}"}', 'caller'],
    );
  });

  void it('a run that was scored again is called so in lists, and home says why its figures stand elsewhere', async () => {
    const [first] = testing.runs;
    const again = {
      ...first,
      name: 'Questions about what renters insurance covers · scored again · 2026-01-02 10:00:00',
      reference_test_run_id: data.idOf(13, 1),
    };
    standIn.state.instead.set('GET /test_runs', () => [again]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/runs', '/home']) {
        await open(path);
        const words = page
          .getByText(/^Scored again/)
          .locator('visible=true')
          .first();
        await words.waitFor();
        await page.waitForLoadState('networkidle');
        await keepScreenshot(page, `scored-again${path.replace('/', '-')}-${width}`);
        const isWhole = await words.evaluate((node) => {
          const { scrollHeight, clientHeight } = node as unknown as Record<string, number>;
          return (scrollHeight ?? 0) <= (clientHeight ?? 0) + 1;
        });
        assert.ok(isWhole, `${path} at ${width}`);
      }
      const link = page.getByRole('main').locator('p', { hasText: 'Scoring a run again' }).getByRole('link');
      assert.equal(await link.getAttribute('href'), `/runs/${again.id}`);
    }
  });

  void it('what fails since an earlier run names the newer run that did not decide it', async () => {
    const [lost] = testing.regressions.tests;
    standIn.state.instead.set('GET /insights/regressions', () => ({
      ...testing.regressions,
      tests: [
        {
          ...lost,
          decided_in: {
            id: data.idOf(13, 2),
            name: 'Before',
            created_at: new Date(data.now - 9e8).toISOString(),
          },
        },
      ],
    }));
    await open('/home');
    const link = page.getByRole('link', { name: /^the newer run of / });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), `/runs/${testing.regressions.compared[0]?.test_run.id}`);
    await keepAll('newer-run-undecided');
  });
});
