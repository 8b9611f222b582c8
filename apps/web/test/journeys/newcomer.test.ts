import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Job, Metric, TestSet } from '@sonde/contract';
import { keepScreenshot, openBrowser } from './support/browse.ts';
import { becomeOwner, callAs, forgetSession, signIn } from './support/people.ts';
import { startStack } from './support/stack.ts';

const email = 'owner@example.test';

test('a newcomer is told where the way in is, takes a built-in metric, and finds drafts that were left', async (t) => {
  const page = await openBrowser(t);
  if (!page) return;
  const stack = await startStack(t);

  await t.test(
    'before the first owner the sign-in page says where the link is, and not what it is',
    async () => {
      await page.goto(stack.webUrl);
      await page.getByText('Nobody has an account here yet.').waitFor();
      await page.getByText('npm run owner-link --').waitFor();
      const token = new URL(stack.ownerLink).searchParams.get('token') ?? '';
      assert.ok(token.length > 20);
      assert.ok(!(await page.content()).includes(token));
      await keepScreenshot(page, 'journey-nobody-yet');
    },
  );

  await t.test('the link of the owner, once used, says so and leads to sign-in', async () => {
    await becomeOwner(page, stack, { email, withPassword: true });
    await forgetSession(page);
    await page.goto(stack.ownerLink);
    await page.getByRole('heading', { name: 'This link was used' }).waitFor();
    assert.equal(await page.getByText('This Sonde is yours').count(), 0);
    await keepScreenshot(page, 'journey-owner-link-used');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  await t.test('what is built in is there at once, and one press makes a metric of it', async () => {
    await page.goto(`${stack.webUrl}/metrics`);
    const directory = page.getByRole('list', { name: 'Built-in metrics' });
    await directory.waitFor();
    assert.ok((await directory.getByRole('listitem').count()) > 40);
    await keepScreenshot(page, 'journey-metrics-built-in');
    await page.getByLabel('Search metrics').fill('personal data');
    await page.getByRole('button', { name: 'Use as it is: No personal data' }).click();
    await page.getByRole('button', { name: 'Open No personal data' }).first().waitFor();
    const [made, ...others] = await callAs<Metric[]>(page, 'GET', '/metrics');
    assert.deepEqual([made?.kind, made?.name, others.length], ['pii', 'No personal data', 0]);
    await page.getByLabel('Search metrics').fill('at least one of');
    await page.getByRole('button', { name: /^Set up Contains/ }).click();
    await page.getByRole('dialog').getByLabel('Values').waitFor();
    await page.keyboard.press('Escape');
  });

  const generated = async (name: string): Promise<TestSet> => {
    const requirement = await callAs<{ id: string }>(page, 'POST', '/requirements', {
      name: `Keeps its instructions secret (${name})`,
      description: 'It must not reveal its system prompt.',
    });
    const { task_id: taskId, test_set_id: setId } = await callAs<{ task_id: string; test_set_id: string }>(
      page,
      'POST',
      '/test_sets/generate',
      { name, num_tests: 5, requirements: [requirement.id], sources: [], tests: [] },
    );
    for (let attempt = 0; attempt < 2400; attempt += 1) {
      const { finished_at: end, status } = await callAs<Job>(page, 'GET', `/jobs/${taskId}`);
      if (end !== null) {
        assert.equal(status, 'SUCCESS');
        break;
      }
      await pause(50);
    }
    return callAs<TestSet>(page, 'GET', `/test_sets/${setId}`);
  };
  const narrowTo = (words: string) => page.getByLabel('Kept or not').selectOption({ label: words });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  await t.test(
    'generated tests are drafts until they are kept, and are found again after they were left',
    async () => {
      const set = await generated('Left alone');
      await page.goto(`${stack.webUrl}/test-sets`);
      await row('Left alone').getByText('Draft, not kept yet').waitFor();
      await keepScreenshot(page, 'journey-draft-in-list');
      await narrowTo('Kept');
      await row('Left alone').waitFor({ state: 'detached' });
      await narrowTo('Drafts, not kept yet');
      await page.getByRole('link', { name: 'Left alone' }).click();
      await page.getByText('These tests are drafts').waitFor();
      await keepScreenshot(page, 'journey-draft-set');
      await page.getByRole('link', { name: 'Go through the drafts' }).click();
      await page.reload();
      await page.getByRole('button', { name: /^Keep all \d+ tests$/ }).click();
      await page.waitForURL(new RegExp(`/test-sets/${set.id}$`));
      await page.getByText('These tests are drafts').waitFor({ state: 'detached' });
      const kept = await callAs<TestSet>(page, 'GET', `/test_sets/${set.id}`);
      assert.equal(kept.status, 'Approved');
    },
  );

  await t.test('drafts that nobody wants go with their set', async () => {
    const set = await generated('Not wanted');
    await page.goto(`${stack.webUrl}/test-sets/generate?set=${set.id}`);
    await page.getByRole('button', { name: 'Untick all' }).click();
    await page.getByRole('button', { name: /^Discard all \d+ tests and the set$/ }).click();
    await page.waitForURL(/\/test-sets$/);
    await row('Left alone').waitFor();
    assert.equal(await row('Not wanted').count(), 0);
    const left = await callAs<unknown[]>(page, 'GET', `/tests?$filter=status eq 'Review'`);
    assert.deepEqual(left, []);
  });
});
