import assert from 'node:assert/strict';
import { sql } from 'drizzle-orm';
import { after, before, test } from 'node:test';
import { readResults } from '../../../src/modules/test-runs/downloads/rows.ts';
import { findRun } from '../../../src/modules/test-runs/store.ts';
import { openWorkshop, type Workshop } from './support/workshop.ts';

// What a portion holds is read when its turn comes: whatever is changed before that is seen by whoever reads it.
const changed = 'a word that came later';
let shop: Workshop;
let runId: string;
before(async () => {
  shop = await openWorkshop();
  const prompts = Array.from({ length: 80 }, (_, place) => `question ${place}`);
  const run = await shop.ended((await shop.start(await shop.makeSet(prompts))).test_run_id);
  runId = run.id;
  // All but the first and the last have answers as long as a row may hold.
  await shop.platform.database.query.execute(
    sql`update test_outputs o set output = jsonb_set(o.output::jsonb, '{output}', to_jsonb(repeat('long ', 50000)))::json
        from test_results r where r.id = o.test_result_id and r.test_run_id = ${runId}
          and r.position > 0 and r.position < 79`,
  );
});
after(() => shop.close());

const changeLast = (id: string) =>
  shop.platform.database.query.execute(
    sql`update test_outputs o set output = jsonb_set(o.output::jsonb, '{output}', to_jsonb(${changed}::text))::json
        from test_results r where r.id = o.test_result_id and r.test_run_id = ${id} and r.position = 79`,
  );

test('of long answers no more is scored at once than a bounded part of the run', async () => {
  const asked: string[] = [];
  const rescored = Promise.withResolvers<string>();
  shop.target.route('/v1/chat/completions', async (request, response) => {
    if (asked.push(request.text) === 1) await changeLast(await rescored.promise);
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: JSON.stringify({ reason: 'It is.', passed: true }) };
    response.end(
      JSON.stringify({
        id: 'one',
        object: 'chat.completion',
        created: 1,
        model: 'stand-in',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      }),
    );
  });
  const model = await shop.call('POST', '/models', {
    name: 'Judge',
    provider: 'openai_compatible',
    model_name: 'stand-in',
    base_url: shop.target.url('/v1'),
  });
  const judge = await shop.call('POST', '/metrics', {
    name: 'Judged',
    backend: 'judge',
    evaluation_prompt: 'Is it good?',
    score_type: 'binary',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(judge.status, 201, judge.text);
  const again = await shop.call('POST', `/test_runs/${runId}/rescore`, {
    metrics: [{ metric: judge.body.id }],
    evaluation_model_id: model.body.id,
  });
  assert.equal(again.status, 202, again.text);
  rescored.resolve(again.body.test_run_id);
  await shop.ended(again.body.test_run_id);
  assert.ok(asked.length > 0);
  assert.ok(asked.some((body) => body.includes(changed)));
});

test('of long answers no more is read for a download than a bounded part of the run', async () => {
  const { database } = shop.platform;
  const run = await database.tenant(shop.owner.organizationId, (tx) =>
    findRun(tx, shop.owner.organizationId, runId),
  );
  assert.ok(run);
  const answers: unknown[] = [];
  for await (const { detail } of readResults(database, async () => new Map(), run)) {
    if (answers.push(detail?.output?.output) === 1) await changeLast(runId);
  }
  assert.deepEqual([answers.length, answers.at(-1)], [80, changed]);
});
