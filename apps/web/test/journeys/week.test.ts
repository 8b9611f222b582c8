import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { keepScreenshot, openBrowser, untilWorkEnds } from './support/browse.ts';
import { becomeOwner, callAs } from './support/people.ts';
import { startStack, type Stack } from './support/stack.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** A person's own application, which may be released anew with a fault in it. */
async function startApplication(t: TestContext) {
  const state = { isBroken: false };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { message = '' } = JSON.parse(body || '{}') as { message?: string };
      const isAsked = /deductible/i.test(message);
      const text =
        isAsked && state.isBroken
          ? 'Please call our hotline.'
          : isAsked
            ? 'A deductible is the part of a loss that you pay yourself.'
            : `You asked about ${message.slice(0, 80)}. A policy covers it.`;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: text }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`, state };
}

async function connect(page: Page, stack: Stack, url: string, body: object): Promise<void> {
  await page.goto(`${stack.webUrl}/endpoints/new`);
  await press(page, 'Paste and analyze');
  await page
    .getByLabel('Curl command, code or description')
    .fill(`curl -X POST ${url} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`);
  await press(page, 'Analyze');
  await page.getByRole('heading', { name: 'Worked out and verified' }).waitFor();
}

/** From the page of a set; ends on the page of a run that is over. */
async function run(page: Page, endpoint: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByLabel('Endpoint');
  await choice.locator('option').filter({ hasText: endpoint }).waitFor({ state: 'attached' });
  const wanted = (await choice.locator('option').allInnerTexts()).find((text) => endpoint.test(text)) ?? '';
  await choice.selectOption({ label: wanted });
  await dialog.locator('button[type=submit]:not([disabled])').click();
  await page.waitForURL('**/runs/*-*');
  await page.getByText('Ended', { exact: true }).waitFor(untilWorkEnds);
}

test('Friday: from the first start to a run of the findings that were kept', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  await connect(page, stack, `${stack.chatbotUrl}/chat`, {
    message: 'What is a deductible?',
    use_case: 'insurance',
  });
  await press(page, 'Save and try');
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  await page.getByRole('tab', { name: 'Explore' }).click();
  await page.getByRole('radio', { name: /Comprehensive/ }).check();
  await press(page, 'Start exploring');
  const keep = page.getByRole('button', { name: 'Keep all as tests' });
  await keep.waitFor(untilWorkEnds);
  const found = Number.parseInt(await page.getByRole('heading', { name: /^\d+ findings$/ }).innerText(), 10);
  assert.ok(found >= 15, `${found} findings`);
  await keepScreenshot(page, 'journey-friday-findings');
  await keep.click();
  await press(page, 'Keep them');
  await page.waitForURL(/\/test-sets\/[0-9a-f-]{36}$/);
  const mark = await page
    .getByText(/Single prompts · \d+ tests/)
    .first()
    .innerText();
  const kept = Number(/(\d+) tests/i.exec(mark)?.[1]);
  // What was asked in the middle of a conversation is kept with it, beside these.
  assert.ok(kept >= 10, mark);
  await run(page, /^Chat on/);
  await page.getByText(`${kept}`, { exact: true }).first().waitFor();
  const told = await page.locator('main').innerText();
  assert.doesNotMatch(told, /ended in an error|Nothing was decided/);
  await keepScreenshot(page, 'journey-friday-run');
});

const suite = `prompts: ['{{question}}']
providers: [echo]
tests:
  - vars: {question: 'What is a deductible?'}
    assert: [{type: icontains, value: 'you pay'}]
  - vars: {question: 'What does a policy cover?'}
    assert: [{type: icontains, value: 'policy'}]
`;

/** The command as a build starts it. */
function sonde(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<[number | null, string]> {
  const main = fileURLToPath(new URL('../../../../packages/sdk/src/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve([code, out])));
}

test('Monday a promptfoo suite is imported and run by the command; Tuesday its regression is found, reviewed, fixed and compared', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  const application = await startApplication(t);
  await becomeOwner(page, stack);
  await connect(page, stack, application.url, { message: 'Hello' });
  await page.getByLabel('Name', { exact: true }).fill('Claims assistant');
  await press(page, 'Save and try');
  await page.getByRole('heading', { name: 'Answered' }).waitFor();
  const minted = await callAs<{ access_token: string }>(page, 'POST', '/tokens', { name: 'Build' });
  const build = (SONDE_URL = stack.platformUrl) =>
    sonde(['run', '--endpoint', 'Claims assistant', '--test-set', 'Tests from promptfooconfig.yaml'], {
      SONDE_URL,
      SONDE_TOKEN: minted.access_token,
    });

  await t.test('Monday', async () => {
    await follow(page, 'Test sets');
    await page.getByRole('link', { name: 'Import a file' }).first().click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'promptfooconfig.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(suite),
    });
    await press(page, 'Import 2 tests');
    await page.getByRole('heading', { name: 'Tests from promptfooconfig.yaml', level: 1 }).waitFor();
    // What stands in the address bar is the web app's; the command finds the API from there.
    const [code, out] = await build(stack.webUrl);
    assert.equal(code, 0, out);
  });

  await t.test('Tuesday', async () => {
    application.state.isBroken = true;
    const [code, out] = await build();
    assert.equal(code, 1, out);
    await follow(page, 'Runs');
    await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click();
    // Monday's is the only one that can be meant.
    await press(page, 'Compare with…');
    await page
      .getByText(/Both runs decided 2 tests/)
      .first()
      .waitFor();
    await keepScreenshot(page, 'journey-tuesday-regression');
    await page.goBack();
    await page.getByRole('button', { name: 'What is a deductible?' }).click();
    const drawer = page.getByRole('dialog', { name: 'Result' });
    await drawer.getByText('Please call our hotline.').first().waitFor();
    await drawer.getByLabel('Why').fill('The hotline is no answer.');
    await drawer.getByRole('button', { name: 'Fail' }).click();
    await drawer.getByText('The hotline is no answer.').first().waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    application.state.isBroken = false;
    await page.getByRole('main').getByRole('link', { name: 'Tests from promptfooconfig.yaml' }).click();
    await page.getByRole('heading', { name: 'Tests from promptfooconfig.yaml', level: 1 }).waitFor();
    await run(page, /^Claims assistant/);
    await press(page, 'Compare with…');
    await page.getByRole('dialog').getByRole('radio').first().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click();
    await page
      .getByText(/1 got better/)
      .first()
      .waitFor();
    await press(page, 'Share');
    const file = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    assert.match((await file).suggestedFilename(), /^comparison-.*\.md$/);
    await keepScreenshot(page, 'journey-tuesday-fixed');
  });
});
