import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

const long = `${'a long answer. '.repeat(18_000)}It ends with the word zebra.`;
let shop: Workshop;
let endpointId: string;
let metrics: { metric: string }[];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/long', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: long }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/long'));
  const make = async (name: string, kind: string, args: Record<string, unknown> = {}) => {
    const made = await shop.call('POST', '/metrics', {
      name,
      backend: 'builtin',
      kind,
      args,
      metric_scope: ['Single-Turn'],
    });
    assert.equal(made.status, 201, made.text);
    return { metric: made.body.id as string };
  };
  metrics = [await make('Ends with the zebra', 'ends_with', { value: 'zebra.' })];
});
after(() => shop.close());

test('a very long answer is judged whole, kept whole in a file, and shown by its beginning', async () => {
  const set = await shop.makeSet(['tell me'], { metrics });
  const run = await shop.ended((await shop.start(set, { repeat: 2 }, endpointId)).test_run_id);
  assert.equal(run.error, null);
  assert.deepEqual([run.status, run.counts.passed], ['Completed', 2]);
  const [first] = await shop.results(run.id);
  const { body: result } = await shop.call('GET', `/test_results/${first?.id}`);
  const { output } = result;
  assert.equal(output.is_truncated, true);
  assert.ok(output.output.length < 200_000 && long.startsWith(output.output));
  const file = await shop.call('GET', `/files/${output.file_id}`);
  assert.deepEqual(
    [file.body.entity_type, file.body.entity_id, file.body.size_bytes],
    ['TestResult', result.id, output.file_bytes],
  );
  const content = await shop.call('GET', `/files/${output.file_id}/content`);
  assert.equal(JSON.parse(content.text).output, long);
  const stranger = await shop.platform.signUp();
  assert.equal((await shop.call('GET', `/files/${output.file_id}`, undefined, stranger.token)).status, 404);

  const lines = await shop.platform.app.http.inject({
    method: 'GET',
    url: `/api/v1/test_runs/${run.id}/download?format=jsonl`,
    headers: { authorization: `Bearer ${shop.owner.token}` },
  });
  assert.deepEqual(
    lines.body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { output: string }).output === long),
    [true, true],
  );
  const table = await shop.call('GET', `/test_runs/${run.id}/download?format=csv`);
  assert.ok(table.text.includes('the word zebra.'));

  const again = await shop.call('POST', `/test_runs/${run.id}/rescore`, {});
  const rescored = await shop.ended(again.body.test_run_id);
  assert.deepEqual([rescored.status, rescored.counts.passed, rescored.target_calls], ['Completed', 2, 0]);
});
