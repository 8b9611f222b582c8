import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../support/platform.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

const filler = 'fine words '.repeat(30_000);
const answers: Readonly<Record<string, string>> = {
  'long and bad': `${filler} and Acme is better`,
  'long and fine': filler,
  'begins badly': `Acme is better. ${filler}`,
  'short and bad': 'Acme is better',
};

let shop: Workshop;
let endpointId: string;
let metrics: { metric: string }[];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/talk', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: answers[message] ?? 'goodbye' }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/talk'));
  const made = await shop.call('POST', '/metrics', {
    name: 'No rival',
    backend: 'builtin',
    kind: 'contains_none',
    args: { values: ['Acme'] },
    metric_scope: ['Multi-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  metrics = [{ metric: made.body.id }];
});
after(() => shop.close());

async function statuses(runId: string): Promise<Json[]> {
  const results = await shop.results(runId);
  return results.map(({ status, verdicts }: Json) => [status, verdicts[0]?.reason_code ?? null]);
}

/** Runs conversations with these messages, and judges their stored answers once more. */
async function runTwice(...scripts: readonly string[][]) {
  const set = await shop.makeSet([], {
    test_set_type: 'Multi-Turn',
    metrics,
    tests: scripts.map((script) => ({
      test_configuration: { goal: 'Talk', script, max_turns: script.length },
    })),
  });
  const first = await shop.ended((await shop.start(set, {}, endpointId)).test_run_id);
  const again = await shop.call('POST', `/test_runs/${first.id}/rescore`, {});
  const second = await shop.ended(again.body.test_run_id);
  assert.equal(second.target_calls, 0);
  return { first, second };
}

test('a conversation whose long turn was kept by its beginning is not passed when it is scored again', async () => {
  const { first, second } = await runTwice(
    ['long and bad', 'bye'],
    ['long and fine', 'bye'],
    ['long and fine', 'short and bad', 'bye'],
    ['hello', 'bye'],
  );
  assert.deepEqual(await statuses(first.id), [
    ['Fail', null],
    ['Pass', null],
    ['Fail', null],
    ['Pass', null],
  ]);
  assert.deepEqual(await statuses(second.id), [
    ['NotEvaluated', 'conversation_incomplete'],
    ['NotEvaluated', 'conversation_incomplete'],
    ['Fail', null],
    ['Pass', null],
  ]);
  const [cut, , failed] = await shop.results(second.id);
  assert.match(cut.reason, /too long to be kept whole.*A new run/s);
  assert.match(failed.verdicts[0].reason, /^In turn 2: /);
});

test('where the long answer is the last one it is whole in the result, and judged so', async () => {
  const { first, second } = await runTwice(['hello', 'long and bad'], ['hello', 'long and fine']);
  for (const run of [first, second])
    assert.deepEqual(await statuses(run.id), [
      ['Fail', null],
      ['Pass', null],
    ]);
});

test('a turn that is shown by its beginning says that it is one', async () => {
  const { first } = await runTwice(['long and fine', 'bye']);
  const [result] = await shop.results(first.id);
  const { body } = await shop.call('GET', `/test_results/${result.id}`);
  const [long, short] = body.turns;
  assert.deepEqual([long.is_truncated, short.is_truncated], [true, false]);
  assert.ok(long.received.length < filler.length && filler.startsWith(long.received));
});
