import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot } from './support/browser.ts';
import { inBrowser } from './support/in-browser.ts';
import * as data from './support/stand-in-data.ts';
import type { StandIn } from './support/stand-in-server.ts';
import * as testing from './support/stand-in-tests.ts';
import { until } from './support/until.ts';

inBrowser('first use in a browser', (each) => {
  let page: Page;
  let standIn: StandIn;
  each((opened) => {
    ({ page, standIn } = opened);
  });
  const open = (path: string) => page.goto(standIn.url + path);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const testsSent = (): number => standIn.calls.filter((call) => /^POST .*\/test$/.test(call)).length;
  const test = `/endpoints/${data.idOf(4, 0)}?tab=test`;

  void it('an empty message is not sent, neither by the button nor by Enter, and the page says what is missing', async () => {
    await open(test);
    const message = page.getByRole('textbox', { name: 'Message' });
    for (const nothing of ['', '   ']) {
      await message.fill(nothing);
      await page.getByText('Write a message first').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
      await message.press('Enter');
    }
    await keepScreenshot(page, 'empty-message');
    assert.equal(testsSent(), 0);
    await message.fill('Hello');
    await message.press('Enter');
    await page.getByRole('heading', { name: 'Answered' }).waitFor();
    assert.equal(testsSent(), 1);
  });

  void it('where the template takes no message, none is needed', async () => {
    const [first] = standIn.state.endpoints;
    assert.ok(first);
    standIn.state.endpoints[0] = { ...first, request_mapping: { ping: true } };
    await open(test);
    await page.getByRole('textbox', { name: 'Message' }).fill('');
    await press('Send');
    await page.getByRole('heading', { name: 'Answered' }).waitFor();
  });

  void it('a token that is shown once is not lost by Escape, by a press beside it or by the cross', async () => {
    await open('/settings/tokens');
    await press('Create a token');
    await page.getByLabel('Name').fill('Build');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy it now' });
    await dialog.waitFor();
    const question = page.getByRole('alertdialog');
    const slips: (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 4),
      () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
    ];
    for (const slip of slips) {
      await slip();
      await question.getByText('Have you kept it?').waitFor();
      await keepScreenshot(page, 'token-shown-once');
      await question.getByRole('button', { name: 'Stay here' }).click();
      await question.waitFor({ state: 'detached' });
      assert.ok(await dialog.isVisible());
    }
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await question.count(), 0);
  });

  void it('on a phone the names in lists are whole over two lines', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of ['/runs', '/test-sets', '/metrics']) {
      await open(path);
      await page.locator('[role=row]:not([aria-rowindex="1"]) .font-medium').first().waitFor();
      await until(
        page,
        `[...document.querySelectorAll('[role=row]:not([aria-rowindex="1"])')].every((row) => row.offsetHeight > 44)`,
      );
      await keepScreenshot(page, `names-whole${path.replaceAll('/', '-')}-360`);
      const cut = await page.evaluate<string[]>(
        `[...document.querySelectorAll('[role=row]:not([aria-rowindex="1"]) .truncate.font-medium')]
            .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1)
            .map((name) => name.textContent)`,
      );
      assert.deepEqual(cut, [], path);
      const overlapping = await page.evaluate<boolean>(
        `[...document.querySelectorAll('[role=row]:not([aria-rowindex="1"])')].some((row, place, rows) =>
            place > 0 && row.getBoundingClientRect().top < rows[place - 1].getBoundingClientRect().bottom - 1)`,
      );
      assert.equal(overlapping, false, path);
    }
  });

  void it('words of our own are explained where they are met, by finger and keyboard', async () => {
    await open('/test-sets/generate');
    await page.getByRole('button', { name: 'benign twin' }).press('Enter');
    await page
      .getByText('A harmless test that looks like an attack; who refuses it refuses too much')
      .waitFor();
    await keepScreenshot(page, 'a-word-explained');
    await page.keyboard.press('Escape');
    await open(`/test-sets/${data.idOf(11, 0)}?tab=gate`);
    await page.locator('main').getByRole('button', { name: 'gate', exact: true }).click();
    await page.getByText('The limits a run must keep, judged at its end.').waitFor();
  });

  void it('names of fields on the page of a metric are shown as code, without backticks', async () => {
    await open('/metrics');
    await press('Open Speaks of insurance');
    const dialog = page.getByRole('dialog');
    await dialog.locator('code', { hasText: 'values' }).first().waitFor();
    await keepScreenshot(page, 'a-metric-with-code');
    assert.doesNotMatch(await page.locator('body').innerText(), /`|κ/);
  });

  void it('what an answer must contain is said where the test is written, and chosen for it', async () => {
    const [kind, other] = [testing.kinds[0], testing.metrics[1]];
    let sent: unknown;
    await page.route('**/metrics/kinds', (route) =>
      route.fulfill({ json: [{ ...kind, kind: 'contains_all', title: 'Contains all values' }] }),
    );
    standIn.state.instead.set('POST /metrics', ({ body }) => {
      sent = body;
      return other;
    });
    await open('/tests');
    await press('New test');
    const form = page.getByRole('dialog', { name: 'New test' });
    await form.getByRole('textbox', { name: 'Prompt' }).fill('What is the emergency number?');
    await form.getByRole('textbox', { name: 'Expected answer' }).fill('By 10:00');
    await press('It must contain certain words or numbers…');
    const metric = page.getByRole('dialog', { name: 'New metric' });
    assert.equal(await metric.getByRole('textbox', { name: 'Name' }).inputValue(), 'Contains ‘10:00’');
    assert.equal(await metric.getByLabel('Values').inputValue(), '10:00');
    await metric.getByRole('textbox', { name: 'Name' }).fill('Gives the number');
    await metric.getByLabel('Values').fill('020 7946 0999');
    await press('Save the metric');
    await metric.waitFor({ state: 'detached' });
    assert.ok(await form.getByRole('checkbox', { name: other?.name ?? '' }).isChecked());
    assert.match(JSON.stringify(sent), /"contains_all".*020 7946 0999/);
    assert.equal(
      await form.getByRole('textbox', { name: 'Prompt' }).inputValue(),
      'What is the emergency number?',
    );
  });

  void it('that the name of a metric is taken is said at the name and beside the button, in sight', async () => {
    const detail = 'The project has a metric of this name already.';
    await page.setViewportSize({ width: 1280, height: 600 });
    await open('/metrics');
    await press('New metric');
    const dialog = page.getByRole('dialog', { name: 'New metric' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Speaks of insurance');
    await dialog.getByLabel('Values').fill('policy');
    await page.route('**/api/v1/metrics', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            json: { status: 409, code: 'metric.name_taken', title: 'Conflict', detail },
          })
        : route.fallback(),
    );
    await press('Save the metric');
    const told = dialog.getByRole('alert');
    await told.waitFor();
    const [notice, actions] = [
      await told.boundingBox(),
      await dialog.locator('[data-actions]').boundingBox(),
    ];
    assert.ok(
      notice && actions && notice.y + notice.height <= actions.y + 1,
      JSON.stringify({ notice, actions }),
    );
    const name = dialog.getByRole('textbox', { name: 'Name' });
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    await name.fill('Speaks of policies');
    assert.equal(await name.getAttribute('aria-invalid'), null);
    assert.equal(await told.count(), 0);
  });

  void it('a link of the owner that was used is told as that, and one that waits asks who comes', async () => {
    standIn.state.user = null;
    await open('/auth/owner?token=not-real');
    await page.getByRole('heading', { name: 'This link was used' }).waitFor();
    standIn.state.isWaitingForOwner = true;
    await open('/auth/owner?token=not-real');
    await page.getByRole('heading', { name: /This Sonde is yours/ }).waitFor();
    const detail = 'This link or code is not valid any more. Ask for a new one.';
    standIn.state.failing.set('/auth/owner-link', { status: 400, code: 'auth.token_invalid', detail });
    await page.getByLabel('Email').fill('kim@example.org');
    await press('Create owner account');
    await page.getByText('npm run owner-link -- you@example.org').waitFor();
    assert.equal(await page.getByText(detail).count(), 0);
    standIn.state.failing.clear();
  });

  void it('while the platform is too slow to say how one signs in, no password is asked for, and it is asked again', async () => {
    standIn.state.user = null;
    standIn.state.isWaitingForOwner = true;
    standIn.state.isPlatformSlow = true;
    await open('/auth/owner?token=not-real');
    await page.locator('input[name="new-password"]:not([required])').waitFor();
    await open('/');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    assert.equal(await page.getByText('or continue with').count(), 0);
    standIn.state.isPlatformSlow = false;
    await page.getByText('or continue with').waitFor();
  });
});
