import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';

/** Runs in the page. */
const isWithinRow = `(row) => {
  const outer = row.getBoundingClientRect();
  return [...row.querySelectorAll('[role=cell] *')].every((inner) => {
    const box = inner.getBoundingClientRect();
    const isInside = box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1 && box.right <= innerWidth;
    return box.height === 0 || isInside;
  });
}`;

inBrowser('what is typed and how lists of runs read', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });

  const open = (path: string) => page.goto(standIn.url + path);
  const question = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const stay = async (): Promise<void> => {
    await question().getByRole('button', { name: 'Stay here' }).click();
    await question().waitFor({ state: 'detached' });
  };
  const leave = () => question().getByRole('button', { name: 'Leave without saving' }).click();
  const run = `/runs/${data.idOf(13, 0)}`;
  /** Headings have buttons of their own, which explain them. */
  const resultAt = (place: number) =>
    page.getByRole('table', { name: 'Results' }).getByRole('cell').getByRole('button').nth(place);

  void it('what is being typed into a template when its editor has loaded goes on in the editor', async () => {
    const editor = Promise.withResolvers<void>();
    await page.route(/code-editor-view-[\w-]+\.js$/, async (route) => {
      await editor.promise;
      await route.continue();
    });
    await open(`/endpoints/${data.idOf(4, 0)}?tab=mapping`);
    const template = page.getByRole('textbox', { name: 'Request template' });
    await template.press('ControlOrMeta+a');
    await page.keyboard.type('before ');
    editor.resolve();
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.type('and after');
    assert.equal(await template.innerText(), 'before and after');
  });

  void it('asks before a comment that is half typed is left, and not before a result is opened beside it', async () => {
    await open(run);
    await page.getByLabel('Comment', { exact: true }).fill('Half a sen');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
    await stay();
    assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Half a sen');
    await resultAt(0).click();
    const drawer = page.getByRole('dialog', { name: 'Result' });
    await drawer.getByLabel('Why').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
    await leave();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  });

  void it('asks once before a reason that is half typed beside a result is closed, by Escape and by Back', async () => {
    await open(run);
    await resultAt(0).click();
    const drawer = page.getByRole('dialog', { name: 'Result' });
    const why = drawer.getByLabel('Why');
    await why.fill('It leaves out');
    await page.keyboard.press('Escape');
    await stay();
    await page.goBack();
    await stay();
    assert.equal(await why.inputValue(), 'It leaves out');
    await page.keyboard.press('Escape');
    await leave();
    await drawer.waitFor({ state: 'detached' });
    assert.equal(await question().count(), 0);
  });

  void it('asks once on Back where two texts beside a result are half typed', async () => {
    await open(run);
    await resultAt(0).click();
    const drawer = page.getByRole('dialog', { name: 'Result' });
    await drawer.getByLabel('Why').fill('It leaves out');
    await drawer.getByLabel('Comment', { exact: true }).fill('Half a sen');
    await page.goBack();
    await stay();
    assert.equal(await drawer.getByLabel('Why').inputValue(), 'It leaves out');
    await page.goBack();
    await leave();
    await drawer.waitFor({ state: 'detached' });
    assert.equal(await question().count(), 0);
  });

  void it('keeps a reason that is half typed when what the metrics said is hidden and shown again', async () => {
    await open('/review');
    await page.getByLabel('Why').fill('It leaves out');
    await page.getByRole('heading', { name: 'What the metrics said' }).waitFor();
    await page.getByLabel('Hide what the metrics said').check();
    await page.getByText('What the metrics said shows once you have decided.').waitFor();
    assert.equal(await page.getByLabel('Why').inputValue(), 'It leaves out');
    await page.getByLabel('Hide what the metrics said').uncheck();
    await page.getByRole('heading', { name: 'What the metrics said' }).waitFor();
    assert.equal(await page.getByLabel('Why').inputValue(), 'It leaves out');
  });

  void it('asks before the queue is loaded anew or left with a reason in it', async () => {
    await open('/review');
    await page.getByLabel('Why').fill('It leaves out');
    const asked = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => location.reload())');
    const dialog = await asked;
    assert.equal(dialog.type(), 'beforeunload');
    await dialog.dismiss();
    assert.equal(await page.getByLabel('Why').inputValue(), 'It leaves out');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
    await leave();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  });

  void it('asks on Back before a new requirement or a new test that is half typed is left', async () => {
    for (const [link, button, title, field] of [
      ['Requirements', 'New requirement', 'New requirement', 'Name'],
      ['Tests', 'New test', 'New test', 'Prompt'],
    ] as const) {
      await open('/home');
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: link, exact: true })
        .click();
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog', { name: title });
      const written = dialog.getByRole('textbox', { name: field });
      await written.fill('Half a sen');
      await page.goBack();
      await stay();
      assert.equal(await written.inputValue(), 'Half a sen');
      await page.goBack();
      await leave();
      await dialog.waitFor({ state: 'detached' });
    }
  });

  void it('keeps what creates pasted requirements in sight, however many were pasted', async () => {
    await open('/requirements');
    await page.getByRole('button', { name: 'Paste requirements' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste requirements' });
    await dialog
      .getByLabel('The list')
      .fill(Array.from({ length: 60 }, (_, at) => `Requirement ${at}`).join('\n'));
    const create = dialog.getByRole('button', { name: 'Create 60 requirements' });
    await create.waitFor();
    const [button, around] = [await create.boundingBox(), await dialog.boundingBox()];
    assert.ok(button && around && button.y + button.height <= around.y + around.height);
  });

  void it('makes requirements of a pasted list without those that are there, and asks before the list is left', async () => {
    await open('/home');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Requirements' }).click();
    await page.getByRole('button', { name: 'Paste requirements' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste requirements' });
    await dialog
      .getByLabel('The list')
      .fill('1. Is polite\n2. Answers in german\n3. Taken meanwhile\n4. is  POLITE\n5. Left out');
    await dialog.getByText('Twice, see line 1').waitFor();
    await dialog.getByText('There already').waitFor();
    await dialog.getByRole('checkbox', { name: 'Left out' }).uncheck();
    await page.keyboard.press('Escape');
    await stay();
    await page.goBack();
    await stay();
    await dialog.getByRole('button', { name: 'Create 2 requirements' }).click();
    await dialog.getByText('Nothing was created yet').waitFor();
    await dialog.getByRole('button', { name: 'Create 1 requirement' }).click();
    await page.getByText('1 requirement created').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(standIn.calls.filter((call) => call.startsWith('POST') && call.endsWith('/bulk')).length, 2);
  });

  void it('shows what of a pasted list is no requirement, and the identifiers it keeps, before anything is made', async () => {
    await open('/requirements');
    await page.getByRole('button', { name: 'Paste requirements' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste requirements' });
    await dialog
      .getByLabel('The list')
      .fill('Owner: Ada Lovelace\n- REQ-12 Declines discounts (P1)\n- Insurers give discounts');
    const [made, aside] = ['What will be created', 'What was left out'].map((name) =>
      dialog.getByRole('list', { name }),
    );
    await dialog.getByText('2 lines left out').waitFor();
    assert.equal(await made?.getByRole('listitem').count(), 1);
    for (const tag of ['REQ-12', 'P1']) await made?.getByText(tag, { exact: true }).waitFor();
    await aside?.getByText('General statement').waitFor();
    assert.equal(await aside?.getByRole('checkbox', { checked: true }).count(), 0);
    await dialog.getByRole('button', { name: 'Create 1 requirement' }).waitFor();
    await aside?.getByRole('checkbox', { name: 'Insurers give discounts' }).check();
    await dialog.getByRole('button', { name: 'Create 2 requirements' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      }
  });

  void it('a test is called in lists, in its result and in a comparison as its file calls it', async () => {
    await open(`${run}?status=Pass`);
    const row = page.getByRole('button', { name: /^Asks what is covered/ }).first();
    await row.click();
    await page.getByRole('dialog', { name: 'Result' }).getByText('Asks what is covered').waitFor();
    await open(`/runs/compare?runs=${data.idOf(13, 0)},${data.idOf(13, 1)}`);
    await page.getByText('Asks what is covered', { exact: true }).first().waitFor();
  });

  void it('asks before another tab of an endpoint takes the place of what was typed', async () => {
    await open(`/endpoints/${data.idOf(4, 0)}?tab=discussion`);
    await page.getByLabel('Comment', { exact: true }).fill('Half a sen');
    await page.getByRole('tab', { name: 'Connection' }).click();
    await stay();
    assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Half a sen');
  });

  void it('a plan of the Architect names what its steps work on', async () => {
    await open(`/architect/${data.idOf(18, 0)}`);
    await page.getByText('Explore Insurance Chatbot: domain').waitFor();
    await page.getByText(data.idOf(5, 1)).waitFor({ state: 'detached' });
  });

  for (const way of ['Create an account', 'Sign in'])
    void it(`an invitation fills in the invited address: ${way}`, async () => {
      standIn.state.user = null;
      await open('/auth/accept-invitation?token=not-real');
      await page.getByRole('link', { name: way }).click();
      await page.getByLabel('Email').waitFor();
      assert.equal(await page.getByLabel('Email').inputValue(), 'grace@example.org');
      assert.ok(!page.url().includes('grace'));
    });

  void it('results that no flag was raised on have a filter, and what flags looked at is not offered again', async () => {
    await open(`/runs/${data.idOf(13, 2)}`);
    await page.getByLabel('Outcome').selectOption('No flag');
    await page.waitForURL(/status=no_flag/);
    await page.getByRole('table', { name: 'Results' }).waitFor();
    const asked = standIn.calls.map((call) => decodeURIComponent(call).replaceAll('+', ' '));
    assert.ok(
      asked.some((call) => call.includes("status eq 'NotEvaluated' and reason_code eq 'no_flag'")),
      asked.join('\n'),
    );
    // The part of the run that is called so counts none that flags looked at, and its filter shows none.
    await page.getByLabel('Outcome').selectOption('Not evaluated');
    await page.waitForURL(/status=NotEvaluated/);
    await page.getByRole('table', { name: 'Results' }).waitFor();
    const notOnlyFlagged =
      "status eq 'NotEvaluated' and (reason_code eq null or (reason_code ne 'flag' and reason_code ne 'no_flag'))";
    assert.ok(
      standIn.calls.some((call) => decodeURIComponent(call).replaceAll('+', ' ').includes(notOnlyFlagged)),
    );
    await page.getByRole('button', { name: 'Retry failed' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry not evaluated' }).count(), 0);
  });

  void it('a result that a person decided says whose word that is, and what the metrics said is told as theirs', async () => {
    await open(run);
    const table = page.getByRole('table', { name: 'Results' });
    const decided = 'Passed – reviewed by Ada Lovelace: It names the policy in other words.';
    const measured = '“Speaks of insurance”: The answer has none of the values.';
    await table.getByText(`${decided} · The metrics said: ${measured}`, { exact: true }).waitFor();
    await table.getByText(measured, { exact: true }).waitFor();
    await resultAt(0).click();
    const drawer = page.getByRole('dialog', { name: 'Result' });
    await drawer.getByText(decided, { exact: true }).waitFor();
    await drawer.getByText(`The metrics said: ${measured}`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await resultAt(1).click();
    await drawer
      .getByText('Decided by a review. The metric said “Failed”: The answer has “policy”.')
      .waitFor();
  });

  for (const width of [1440, 1280, 700, 390])
    void it(`no cell of the list of runs reaches out of its row, and rate and gate are in sight, at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await open('/runs');
      const table = page.getByRole('table', { name: 'Runs' });
      await table.getByText('3 of 4 (75 %)').filter({ visible: true }).first().waitFor();
      await table.getByText('Gate failed').filter({ visible: true }).first().waitFor();
      const outside = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[role=row][aria-rowindex]')].filter((row) => !(${isWithinRow})(row)).map((row) => row.innerText)`,
      );
      assert.deepEqual(outside, []);
    });

  for (const width of [1280, 360])
    void it(`lists show all of their columns without scrolling sideways, at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 });
      for (const [path, name] of [
        ['/traces', 'Traces'],
        ['/annotations', 'Past reviews'],
        ['/experiments', 'Experiments'],
      ] as const) {
        await open(path);
        const table = page.getByRole('table', { name, exact: true });
        await table.getByRole('link').or(table.getByRole('button')).first().waitFor();
        const hidden = await table.evaluate((one: { scrollWidth: number; clientWidth: number }) =>
          Math.max(0, one.scrollWidth - one.clientWidth),
        );
        assert.equal(hidden, 0, `${name}: ${hidden} pixels`);
      }
    });
});
