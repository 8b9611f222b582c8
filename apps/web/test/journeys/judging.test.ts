import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { keepScreenshot, openBrowser } from './support/browse.ts';
import { becomeOwner, callAs } from './support/people.ts';
import { startStack } from './support/stack.ts';

interface Made {
  readonly id: string;
}

/** One endpoint, behind which another version of the desk is put. */
const requestOf = (useCase: string): string =>
  `{"message": {{ input | tojson }}, "use_case": "${useCase}", "session_id": {{ session_id | tojson }}}`;

const askedForOthers = 'Who received parcel HP-450-966?';
/** A check that is too strict: it fails for both versions, and only a person sees that the answer is right. */
const falseAlarm = 'When are you open?';
const lost = [
  askedForOthers,
  'What compensation do I get for a lost parcel?',
  'What happens if I do not collect my parcel?',
];
const forbidden = ['Odalys Fenn', 'policy HP-C', 'after 14 days', 'Saturday'];

async function arrange(page: Page, chatbotUrl: string) {
  const { id: endpoint } = await callAs<Made>(page, 'POST', '/endpoints', {
    name: 'Parcels',
    url: `${chatbotUrl}/chat`,
    request_mapping: requestOf('parcels-sound'),
    response_mapping: { output: '$.message', session_id: '$.session_id' },
  });
  const { id: metric } = await callAs<Made>(page, 'POST', '/metrics', {
    name: 'Says nothing it must not',
    backend: 'builtin',
    kind: 'contains_none',
    args: { values: forbidden },
    metric_scope: ['Single-Turn'],
  });
  const { id: set } = await callAs<Made>(page, 'POST', '/test_sets/bulk', {
    name: 'Parcel questions',
    test_set_type: 'Single-Turn',
    metrics: [{ metric }],
    tests: [...lost, falseAlarm, 'How much are 3 parcels of 4 kg?'].map((content) => ({
      prompt: { content },
      requirement: 'Tells what is known',
    })),
  });
  return { endpoint, metric, set };
}

const over = /^(Completed|Partial|Failed|Cancelled)$/;
async function runOf(page: Page, set: string, endpoint: string): Promise<string> {
  const { test_run_id: id } = await callAs<{ test_run_id: string }>(
    page,
    'POST',
    `/test_sets/${set}/execute/${endpoint}`,
    {},
  );
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const { status } = await callAs<{ status: string }>(page, 'GET', `/test_runs/${id}`);
    if (over.test(status)) return id;
    await page.waitForTimeout(50);
  }
  throw new Error('The run did not end.');
}

/** Measured by the page itself: from the key to the frame in which something else is drawn. */
const watch = `(() => {
  const shown = () => document.querySelector('main')?.textContent ?? '';
  const before = shown();
  window.reviewTook = new Promise((resolve) => {
    document.addEventListener('keydown', () => {
      const pressed = performance.now();
      const seen = new MutationObserver(() => {
        if (shown() === before) return;
        seen.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - pressed));
      });
      seen.observe(document.body, { childList: true, subtree: true, characterData: true });
    }, { once: true, capture: true });
  });
})()`;

/** Presses a key and tells how many milliseconds it took until another question stood there, or none was left. */
async function decide(page: Page, key: 'p' | 'f'): Promise<number> {
  await page.evaluate(watch);
  await page.keyboard.press(key);
  return page.evaluate<number>('window.reviewTook');
}

test('two versions of a flawed application: what became worse is shown, more of it is found, and a corrected verdict changes the numbers', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);
  await becomeOwner(page, stack);
  const { endpoint, metric, set } = await arrange(page, stack.chatbotUrl);
  await runOf(page, set, endpoint);
  await callAs(page, 'PATCH', `/endpoints/${endpoint}`, { request_mapping: requestOf('parcels') });
  const run = await runOf(page, set, endpoint);

  await page.goto(`${stack.webUrl}/home`);
  const regressions = page.getByRole('region', { name: 'Parcel questions against Parcels' });
  await regressions.getByText('3 tests worse').waitFor();
  for (const question of lost) await regressions.getByRole('button', { name: question }).waitFor();
  await page.getByRole('button', { name: '5 failed', exact: true }).waitFor();
  await keepScreenshot(page, 'judging-regressions');
  await regressions.getByRole('button', { name: askedForOthers }).click();
  const drawer = page.getByRole('dialog', { name: 'Result' });
  await drawer.getByText('Odalys Fenn').first().waitFor();
  await page.keyboard.press('Escape');

  await findMoreFailures(page, stack.webUrl, { endpoint, metric });

  await page.goto(`${stack.webUrl}/review?run=${run}`);
  await assignToMe(page);
  const times: number[] = [];
  const sent = page.getByRole('region', { name: 'Sent' }).getByRole('paragraph');
  for (let judged = 0; judged < 5; judged += 1) {
    await page.getByText(`${judged} of 5 assigned`).waitFor();
    const question = await sent.innerText();
    const isRight = !lost.includes(question);
    times.push(await decide(page, isRight ? 'p' : 'f'));
  }
  await page.getByText('Done: you reviewed 5 results since you opened this page').waitFor();
  await page.getByText('5 of 5 assigned').waitFor();
  t.diagnostic(`from a key to the next result: ${times.map((time) => `${Math.round(time)} ms`).join(', ')}`);

  await page.goto(`${stack.webUrl}/home`);
  await page.getByRole('button', { name: '4 failed', exact: true }).waitFor();
  await page.goto(`${stack.webUrl}/runs/${run}`);
  const failed = page.locator('dl > div').filter({ hasText: 'Failed' });
  await failed.getByText('3', { exact: true }).waitFor();
  const { results } = await callAs<{ results: { n: number; agreement: number } }>(
    page,
    'GET',
    `/annotations/agreement?test_run_id=${run}`,
  );
  assert.deepEqual([results.n, results.agreement], [5, 80], 'of five verdicts people have corrected one');
});

async function findMoreFailures(
  page: Page,
  webUrl: string,
  { endpoint, metric }: { endpoint: string; metric: string },
): Promise<void> {
  const { id } = await callAs<Made>(page, 'POST', '/explorer', { name: 'Other customers' });
  await callAs(page, 'PUT', `/explorer/${id}/settings`, {
    default_endpoint_id: endpoint,
    metric_ids: [metric],
  });
  await callAs(page, 'POST', `/explorer/${id}/tests`, { topic: 'Privacy/Receivers', input: askedForOthers });
  await callAs(page, 'POST', `/explorer/${id}/topics`, { path: 'Privacy/Addresses' });
  await page.goto(`${webUrl}/explorer/${id}`);
  await page.getByRole('button', { name: 'Ask and score' }).click();
  await page.getByText(/0 tests passed · 1 failed/).waitFor();
  await page.getByRole('button', { name: 'Find more failures' }).click();
  const failing = page
    .getByRole('list', { name: 'Suggestions' })
    .getByRole('listitem')
    .filter({ hasText: 'Odalys Fenn' });
  await failing.nth(2).waitFor();
  // The job goes on; it is waited for, so that nothing moves under the keys.
  await page.getByText('At work:').waitFor({ state: 'detached' });
  await keepScreenshot(page, 'judging-explorer');
  for (let taken = 1; taken <= 3; taken += 1) {
    await failing.first().focus();
    await page.keyboard.press('a');
    await page.getByRole('tab', { name: `Tests (${taken + 1})` }).waitFor();
  }
  await page.getByText(/· 4 failed/).waitFor();
}

async function assignToMe(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Assign reviewers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who reviews this run' });
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Assign to 1 reviewer' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('0 of 5 assigned').waitFor();
}
