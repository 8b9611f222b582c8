import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../support/platform.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
let endpointId: string;
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/echo', (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: (request.json as { message: string }).message }));
  });
  endpointId = await makeEndpoint(shop.call, shop.target.url('/echo'));
});
after(() => shop.close());

test('a metric learns from the reviews of its verdicts, and shows how well it agrees with them', async () => {
  const made = await shop.call('POST', '/metrics', {
    name: 'Short enough',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['refund'] },
    metric_scope: ['Single-Turn'],
  });
  const metricId: string = made.body.id;
  assert.equal(made.body.review_agreement, null);
  // People hold that a voucher is as good as a refund.
  const prompts = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0 ? `refund number ${at}` : at % 3 === 1 ? `voucher number ${at}` : `nothing number ${at}`,
  );
  const set = await shop.makeSet(prompts, { metrics: [{ metric: metricId }] });
  const run = await shop.ended((await shop.start(set, {}, endpointId)).test_run_id);
  for (const { id, content } of await shop.results(run.id)) {
    const reviewed = await shop.call('POST', `/test_results/${id}/reviews`, {
      target: { type: 'metric', reference: metricId },
      status: /refund|voucher/.test(content) ? 'Pass' : 'Fail',
    });
    assert.equal(reviewed.status, 201, reviewed.text);
  }
  const { review_agreement: agreement } = (await shop.call('GET', `/metrics/${metricId}`)).body;
  assert.deepEqual([agreement.n, Math.round(agreement.agreement * 100)], [12, 67]);
  assert.ok(agreement.kappa > 0.3 && agreement.kappa < 0.5 && agreement.low < agreement.kappa);
  const listed = (await shop.call('GET', '/metrics?search=short')).body[0] as Json;
  assert.deepEqual(listed.review_agreement, agreement);

  const improve = { prompt: 'Agree with the reviews' };
  const preview = await shop.call('POST', `/metrics/${metricId}/improve`, { ...improve, dry_run: true });
  assert.equal(preview.status, 200, preview.text);
  assert.deepEqual(preview.body.args.values, ['refund', 'voucher']);
  assert.equal(preview.body.flips.length, 4);
  assert.deepEqual([preview.body.agreement.after.n, preview.body.agreement.after.agreement], [4, 1]);
  assert.deepEqual((await shop.call('GET', `/metrics/${metricId}`)).body.args.values, ['refund']);

  const stranger = await shop.platform.signUp();
  assert.equal((await shop.call('GET', `/metrics/${metricId}`, undefined, stranger.token)).status, 404);
});

test('a review of a result is one of the metric that alone judged it, and of none where several did', async () => {
  const metric = async (name: string, kind: string, args: object): Promise<string> => {
    const { body, text } = await shop.call('POST', '/metrics', {
      name,
      backend: 'builtin',
      kind,
      args,
      metric_scope: ['Single-Turn'],
    });
    assert.ok(body.id, text);
    return body.id;
  };
  const [alone, beside, open] = [
    await metric('Alone', 'contains_any', { values: ['yes'] }),
    await metric('Beside', 'contains_any', { values: ['yes'] }),
    await metric('Open', 'exact', {}),
  ];
  const reviewed = async (metrics: readonly string[], statuses: readonly ('Pass' | 'Fail')[]) => {
    const prompts = statuses.map((status, at) => `${status === 'Pass' ? 'yes' : 'no'} ${at}`);
    const set = await shop.makeSet(prompts, { metrics: metrics.map((id) => ({ metric: id })) });
    const run = await shop.ended((await shop.start(set, {}, endpointId)).test_run_id);
    for (const { id, position } of await shop.results(run.id)) {
      const status = statuses[position] ?? 'Pass';
      const made = await shop.call('POST', `/test_results/${id}/reviews`, { status });
      assert.equal(made.status, 201, made.text);
    }
  };
  const agreement = async (id: string) => (await shop.call('GET', `/metrics/${id}`)).body.review_agreement;
  await reviewed([alone], ['Pass', 'Fail', 'Pass']);
  const { n, reviewed: count, agreement: share } = await agreement(alone);
  assert.deepEqual([n, count, share], [3, 3, 1]);
  await reviewed([beside, open], ['Pass']);
  assert.equal(await agreement(beside), null);
  // What it left open was reviewed all the same; there is only nothing to compare.
  await reviewed([open], ['Pass', 'Fail']);
  const left = await agreement(open);
  assert.deepEqual([left.n, left.reviewed, left.agreement], [0, 2, null]);
});

test('a set still names a metric that was deleted: it is listed as deleted, can be unlinked, and no run begins', async () => {
  const made = await shop.call('POST', '/metrics', {
    name: 'Soon gone',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['x'] },
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet(['a'], { metrics: [{ metric: shop.metricId }, { metric: made.body.id }] });
  await shop.call('DELETE', `/metrics/${made.body.id}`);
  const listed = await shop.call('GET', `/test_sets/${set}/metrics`);
  assert.equal(listed.status, 200, listed.text);
  assert.deepEqual(
    listed.body.map(({ name, is_deleted }: Json) => [name, is_deleted]),
    [
      ['Says good', false],
      ['Soon gone', true],
    ],
  );
  const refused = await shop.call('POST', `/test_sets/${set}/execute/${shop.endpointId}`, {});
  assert.equal(refused.status, 404);
  assert.match(refused.body.detail, new RegExp(`Soon gone|${made.body.id}`));
  assert.equal((await shop.call('DELETE', `/test_sets/${set}/metrics/${made.body.id}`)).status, 200);
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.equal(run.status, 'Completed');
});
