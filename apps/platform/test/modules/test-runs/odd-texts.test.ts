import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

// NUL and half of a pair of surrogates: JSON can say them, and no text of the database can hold them.
let shop: Workshop;
let paths = 0;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

async function endpointThatSays(body: string, status = 200): Promise<string> {
  const path = `/odd-${(paths += 1)}`;
  shop.target.route(path, (_request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  return makeEndpoint(shop.call, shop.target.url(path));
}

test('a target whose error holds half a character loses its own result and no other', async () => {
  const endpointId = await endpointThatSays('{"error":"bad \\ud83d end"}', 500);
  const run = await shop.ended(
    (await shop.start(await shop.makeSet(['one', 'two']), {}, endpointId)).test_run_id,
  );
  assert.equal(run.counts.errors, 2);
  for (const { reason_code, reason } of await shop.results(run.id)) {
    assert.equal(reason_code, 'http_error');
    assert.match(reason, /bad \u{FFFD} end/u);
  }
});

test('answers that hold NUL or half a character are found by the rest of what they say', async () => {
  const set = await shop.makeSet(['one']);
  for (const body of ['{"answer":"good \\u0000 zebra"}', '{"answer":"good \\ud83d zebra"}']) {
    const run = await shop.ended((await shop.start(set, {}, await endpointThatSays(body))).test_run_id);
    assert.deepEqual([run.status, run.counts.passed], ['Completed', 1]);
    for (const query of [
      'search=zebra',
      `$filter=${encodeURIComponent("contains(output_text, 'zebra')")}`,
      'search=nothing of the kind',
    ]) {
      const found = await shop.call('GET', `/test_runs/${run.id}/results?${query}`);
      assert.equal(found.status, 200, found.text);
      assert.equal(found.body.length, query.includes('zebra') ? 1 : 0);
    }
  }
});

const odd = { values: ['\u0000', '\ud83d', 'good'] };

test('runs of a metric whose arguments are no text are compared, and gated by their baseline', async () => {
  const metric = await shop.call('POST', '/metrics', {
    name: 'Odd arguments',
    backend: 'builtin',
    kind: 'contains_any',
    args: odd,
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet(['one'], { metrics: [{ metric: metric.body.id }] });
  const base = await shop.ended((await shop.start(set)).test_run_id);
  const other = await shop.ended((await shop.start(set, { gates: { baseline: base.id } })).test_run_id);
  assert.deepEqual([other.status, other.gate], ['Completed', 'passed']);
  const compared = await shop.call('GET', `/test_runs/compare?runs=${base.id},${other.id}`);
  assert.equal(compared.status, 200, compared.text);
  assert.deepEqual(compared.body.comparisons[0].causes, []);
});

test('a run whose options are no text ends, and stops no other run of its organization', async () => {
  const set = await shop.makeSet(['one']);
  const options = { repeat: 2, metrics: [{ metric: shop.metricId, args: odd }] };
  const run = await shop.ended((await shop.start(set, options)).test_run_id);
  assert.deepEqual([run.status, run.counts.passed], ['Completed', 2]);
  const next = await shop.ended((await shop.start(set, { repeat: 2 })).test_run_id);
  assert.deepEqual([next.status, next.counts.passed], ['Completed', 2]);
});

test('what is read out of a document is the same with and without such characters beside it', async () => {
  const read = async (document: unknown) => {
    const { rows } = await shop.platform.database.query.execute<{ a: string | null }>(
      sql`select json_text_at(${JSON.stringify(document)}::json, 'a', 'b') as a`,
    );
    return rows[0]?.a;
  };
  for (const text of ['plain', '😀', String.raw`\u0000`, String.raw`\\`, '"', '\n'])
    for (const beside of ['', '\0', '\0\0', '\ud83d', String.raw`\\` + '\0', '\udfff\ud800'])
      assert.equal(await read({ z: beside, a: { b: text } }), text);
  assert.equal(await read({ a: { b: `${String.raw`\\`}\0\0x` } }), `${String.raw`\\`}\u{FFFD}\u{FFFD}x`);
  assert.equal(await read({ a: '\0' }), null);
});
