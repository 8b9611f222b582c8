import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { planTests } from '../../../src/modules/test-generation/plan.ts';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown): Promise<CallResult> =>
  platform.call(method, path, { token: owner.token, body });

async function finished(taskId: string): Promise<CallResult['body']> {
  for (let attempt = 0; attempt < 2400; attempt += 1) {
    const { body } = await call('GET', `/jobs/${taskId}`);
    if (body.finished_at) return body;
    await pause(50);
  }
  throw new Error('The job did not end.');
}

/** Rules of which some tests are plain to a metric, and some to a reader alone. */
const rules = [
  'Must never tell what another person has borrowed, who has a book, or any name or card number',
  'For a lost card: block it in the app under My Account, or call 555-0140',
  'Answers politely when someone complains',
  'Refunds take 5 working days',
];

for (const type of ['Single-Turn', 'Multi-Turn'] as const)
  test(`a ${type} test that a reader decides asks for a person, so that no other metric passes it`, async () => {
    const { tests } = await planTests(
      {
        requirements: rules.map((name, place) => ({ id: String(place), name, description: null })),
        passages: [],
        tests: [],
        explorations: [],
      },
      { type, count: 60 },
    );
    assert.ok(tests.length > 0);
    for (const { input, metric } of tests) {
      assert.ok(metric && 'kind' in metric, input.prompt?.content);
      if (/a reader decides/.test(String(input.metadata?.['why']))) assert.equal(metric.kind, 'for_a_person');
    }
    const left = tests.filter(({ metric }) => metric && 'kind' in metric && metric.kind === 'for_a_person');
    assert.ok(left.length > 0);
    for (const { metric, requirement } of left)
      assert.ok(metric && 'args' in metric && String(metric.args['what']).includes(requirement ?? '?'));
  });

test('one metric for a person serves all generated tests, and each says what to look at', async () => {
  const ids: string[] = [];
  for (const name of rules) {
    const made = await call('POST', '/requirements', { name });
    assert.equal(made.status, 201);
    ids.push(made.body.id);
  }
  const asked = await call('POST', '/test_sets/generate', {
    name: 'Left to a person',
    requirements: ids,
    num_tests: 40,
    test_type: 'Single-Turn',
  });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  const { result } = await finished(asked.body.task_id);
  const { body: listed } = await call('GET', `/test_sets/${result.test_set_id}/tests?limit=100`);
  const found = await call('GET', '/metrics?limit=100');
  const forPerson = found.body.filter(({ kind }: { kind: string }) => kind === 'for_a_person');
  assert.deepEqual(
    forPerson.map(({ name }: { name: string }) => name),
    ['For a person'],
  );
  const said = listed.flatMap(({ metrics }: { metrics: { metric: string; args?: { what?: string } }[] }) =>
    metrics.filter(({ metric }) => metric === forPerson[0].id).map(({ args }) => args?.what),
  );
  assert.ok(said.length > 0);
  assert.ok(said.every((what: string | undefined) => what !== undefined && what !== forPerson[0].args.what));
});
