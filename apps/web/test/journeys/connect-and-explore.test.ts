import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner } from './support/people.ts';
import { startStack } from './support/stack.ts';

test('a pasted curl becomes a verified configuration, answers, and is explored to findings with evidence', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  await becomeOwner(page, stack);

  await page.goto(`${stack.webUrl}/endpoints/new`);
  await press('Paste and analyze');
  await page
    .getByLabel('Curl command, code or description')
    .fill(
      `curl -X POST ${stack.chatbotUrl}/chat \\\n  -H 'Content-Type: application/json' \\\n  -d '{"message": "What is a deductible?", "use_case": "insurance"}'`,
    );
  await press('Analyze');
  await page.getByText(/High confidence/).waitFor();
  await keepScreenshot(page, 'journey-auto-configured');
  assert.match(await page.getByLabel('Name', { exact: true }).inputValue(), /^Chat on /);
  await press('Save and try');
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('What is a deductible?');
  await message.press('Enter');
  await page
    .getByRole('log')
    .getByText(/Application:.*deductible/i)
    .first()
    .waitFor();
  assert.match(await page.locator('main').innerText(), /deductible/i);

  await page.getByRole('tab', { name: 'Explore' }).click();
  await press('Start exploring');
  await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);
  await keepScreenshot(page, 'journey-explored');
  // What one has watched to its end is not announced on top of it.
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  assert.equal(await page.getByText('has finished').count(), 0);
  assert.match(await page.locator('main').innerText(), /insurance/i);
  // Of many findings the evidence waits to be asked for.
  await page
    .getByText(/^Evidence: /)
    .first()
    .click();
  await page
    .getByRole('link', { name: /^turn \d+$/ })
    .first()
    .click();
  assert.match(new URL(page.url()).hash, /^#turn-\d+$/, 'a finding leads to the turn that shows it');

  await press('Go on from these findings');
  await page.getByText(/^Goes on from \d+ findings? of the exploration/).waitFor();
  await page.getByRole('radio', { name: /Boundaries/ }).check();
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/explore')),
    press('Start exploring'),
  ]);
  const { previous_findings: base } = asked.postDataJSON() as {
    previous_findings: { findings: readonly unknown[] };
  };
  assert.ok(base.findings.length > 0);
  await page.getByRole('button', { name: 'Go on from these findings' }).waitFor(untilWorkEnds);
  await page.getByRole('button', { name: 'New exploration' }).click();
  await page.getByRole('heading', { name: 'Explorations of this endpoint' }).waitFor();

  await page.goto(`${stack.webUrl}/jobs`);
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await page
    .getByText(/insurance|explor/i)
    .first()
    .waitFor();
});
