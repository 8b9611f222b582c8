import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openWorkshop } from './support/workshop.ts';

test('results stand with the failed ones first, then flagged ones, errors, not evaluated and passed, each in the order of the tests', async () => {
  const shop = await openWorkshop();
  try {
    shop.target.route('/mixed', (request, response) => {
      const { message } = request.json as { message: string };
      response.statusCode = message.startsWith('error') ? 500 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ answer: message.startsWith('pass') ? 'good' : 'bad' }));
    });
    const endpoint = await shop.call('PATCH', `/endpoints/${shop.endpointId}`, {
      url: shop.target.url('/mixed'),
    });
    assert.equal(endpoint.status, 200, endpoint.text);
    const metrics = [{ metric: shop.metricId }];
    const flagging = await shop.call('POST', '/metrics', {
      name: 'Holds what it should not',
      backend: 'builtin',
      kind: 'refusal',
      metric_scope: ['Single-Turn'],
    });
    assert.equal(flagging.status, 201, flagging.text);
    const judged = ['pass 1', 'error 1', 'fail 1', 'pass 2', 'error 2', 'fail 2'];
    const set = await shop.makeSet([], {
      metrics: [],
      tests: [
        { prompt: { content: 'open' } },
        ...judged.map((content) => ({ prompt: { content }, metrics })),
        { prompt: { content: 'flagged' }, metrics: [{ metric: flagging.body.id }] },
      ],
    });
    const { test_run_id: id } = await shop.start(set);
    await shop.ended(id);
    const sorted = async (order: string): Promise<string[]> => {
      const all: string[] = [];
      for (let skip = 0; skip < 8; skip += 4) {
        const page = await shop.call(
          'GET',
          `/test_runs/${id}/results?sort_by=outcome&sort_order=${order}&limit=4&skip=${skip}`,
        );
        assert.equal(page.status, 200, page.text);
        all.push(...page.body.map(({ content }: { content: string }) => content));
      }
      return all;
    };
    const expected = ['fail 1', 'fail 2', 'flagged', 'error 1', 'error 2', 'open', 'pass 1', 'pass 2'];
    assert.deepEqual(await sorted('asc'), expected);
    assert.deepEqual(await sorted('desc'), expected.toReversed());
    assert.deepEqual(
      (await shop.results(id)).map(({ content }) => content),
      ['open', ...judged, 'flagged'],
      'without a wish they stand in the order of the tests',
    );
    // Sent on to somebody, it is read from its beginning.
    const report = await shop.call('GET', `/test_runs/${id}/download?format=html`);
    const places = expected.map((content) => report.text.indexOf(`>${content}<`));
    assert.ok(!places.includes(-1), report.text.slice(0, 4000));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
  } finally {
    await shop.close();
  }
});
