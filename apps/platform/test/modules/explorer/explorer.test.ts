import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import type { CallResult, Json, SignedUp } from '../../support/platform.ts';

let shop: Workshop;
let people: Record<'member' | 'viewer' | 'stranger', SignedUp>;
let endpoint: string;
const asked: string[] = [];
before(async () => {
  shop = await openWorkshop();
  people = {
    member: await joinAs(shop.platform, shop.owner, 'member'),
    viewer: await joinAs(shop.platform, shop.owner, 'viewer'),
    stranger: await shop.platform.signUp(),
  };
  // It fails wherever a flood is spoken of.
  shop.target.route('/claims', (request, response) => {
    const { message } = request.json as { message: string };
    asked.push(message);
    response.setHeader('content-type', 'application/json');
    if (message.startsWith('crash')) response.statusCode = 500;
    response.end(JSON.stringify({ answer: /flood/i.test(message) ? 'no idea' : 'a good answer' }));
  });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/claims'));
});
after(() => shop.close());

const call = (
  method: string,
  path: string,
  body?: unknown,
  who: SignedUp = shop.owner,
): Promise<CallResult> => shop.call(method, path, body, who.token);
async function ok(method: string, path: string, body?: unknown, who?: SignedUp): Promise<Json> {
  const answer = await call(method, path, body, who);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}
async function newSet(tests: readonly (readonly [topic: string, input: string])[] = []): Promise<string> {
  const { id } = await ok('POST', '/explorer', { name: 'Claims' });
  await ok('PUT', `/explorer/${id}/settings`, { default_endpoint_id: endpoint, metric_ids: [shop.metricId] });
  for (const [topic, input] of tests) await ok('POST', `/explorer/${id}/tests`, { topic, input });
  return id;
}
async function ended(taskId: string): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const job = await ok('GET', `/jobs/${taskId}`);
    if (job.finished_at) return job;
    await pause(25);
  }
  throw new Error('The job did not end.');
}
const encoded = (path: string): string => encodeURIComponent(path);
const pathsOf = (topics: Json[]): string[] => topics.map(({ path }) => path);

test('settings: absent stays, null clears, and an unknown endpoint or metric is a 422, under both names of the path', async () => {
  const { id } = await ok('POST', '/adaptive_testing', { name: 'Settings' });
  for (const base of ['/explorer', '/adaptive_testing']) {
    const at = `${base}/${id}/settings`;
    const set = await ok('PUT', at, { default_endpoint_id: endpoint, metric_ids: [shop.metricId] });
    assert.deepEqual(set, {
      default_endpoint: { id: endpoint, name: 'Target' },
      metrics: [{ id: shop.metricId, name: 'Says good' }],
    });
    assert.deepEqual(await ok('PUT', at, {}), set);
    const unknown = shop.owner.userId;
    for (const body of [
      { default_endpoint_id: unknown },
      { metric_ids: [unknown] },
      { default_endpoint_id: 'x' },
    ])
      assert.equal((await call('PUT', at, body)).status, 422, JSON.stringify(body));
    assert.deepEqual((await ok('PUT', at, { default_endpoint_id: null })).default_endpoint, null);
    assert.deepEqual((await ok('PUT', at, { metric_ids: null })).metrics, []);
    assert.deepEqual(await ok('GET', at), { default_endpoint: null, metrics: [] });
    assert.equal((await call('PUT', at, {}, people.viewer)).status, 403);
    assert.equal((await call('GET', at, undefined, people.stranger)).status, 404);
  }
  const plain = await shop.makeSet(['one']);
  assert.equal((await call('GET', `/explorer/${plain}/settings`)).status, 404);
});

test('sets of the explorer are listed there and nowhere among test sets; deleting one can be taken back', async () => {
  const id = await newSet();
  assert.ok((await ok('GET', '/explorer')).some((set: Json) => set.id === id));
  assert.ok(!(await ok('GET', '/test_sets?limit=100')).some((set: Json) => set.id === id));
  assert.equal((await call('GET', `/test_sets/${id}`)).status, 404);
  await ok('PATCH', `/explorer/${id}`, { name: 'x' }).catch(() => undefined);
  assert.equal((await ok('PUT', `/explorer/${id}`, { name: 'Renamed', version: 1 + 1 })).name, 'Renamed');
  const other = await newSet();
  const removed = await ok('DELETE', '/explorer/bulk', { test_set_ids: [other, shop.owner.userId] });
  assert.deepEqual(removed, { deleted_ids: [other], not_found_ids: [shop.owner.userId] });
  const gone = await call('GET', `/explorer/${other}/tree`);
  assert.deepEqual([gone.status, gone.body.code], [410, 'explorer.deleted']);
  assert.equal((await ok('POST', `/explorer/${other}/restore`)).deleted_at, null);
});

test('topics are one encoded segment, made with those above them, and compared without case and blanks', async () => {
  const id = await newSet();
  await ok('POST', `/explorer/${id}/topics`, { path: 'Safety / Violence / Weapons' });
  const again = await ok('POST', `/explorer/${id}/topics`, { path: 'SAFETY/violence' });
  assert.equal(again.path, 'Safety/Violence');
  assert.deepEqual(pathsOf(await ok('GET', `/explorer/${id}/topics`)), [
    'Safety',
    'Safety/Violence',
    'Safety/Violence/Weapons',
  ]);
  const renamed = await ok('PUT', `/explorer/${id}/topics/${encoded('Safety/Violence')}`, {
    new_name: 'Harm',
  });
  assert.equal(renamed.topic_path, 'Safety/Harm');
  assert.deepEqual(pathsOf(await ok('GET', `/explorer/${id}/topics`)), [
    'Safety',
    'Safety/Harm',
    'Safety/Harm/Weapons',
  ]);
  const [{ id: topicId }] = await ok('GET', `/explorer/${id}/topics`);
  assert.equal(
    (await ok('PUT', `/explorer/${id}/topics/${topicId}`, { new_name: 'Safety' })).topic_path,
    'Safety',
  );
  const inside = await call('PUT', `/explorer/${id}/topics/Safety`, { new_name: 'Safety/Below/It' });
  assert.equal(inside.status, 422);
  for (const path of [
    '',
    '/',
    'a//b',
    'a/',
    `${'a/'.repeat(20)}a`,
    'x'.repeat(101),
    'a\u202eb',
    'y'.repeat(501),
  ])
    assert.equal((await call('POST', `/explorer/${id}/topics`, { path })).status, 422, path);
  assert.equal((await call('PUT', `/explorer/${id}/topics/Nowhere`, { new_name: 'x' })).status, 404);
  assert.equal((await call('DELETE', `/explorer/${id}/topics/Nowhere`)).status, 404);
  const deep = Array.from({ length: 20 }, (_, depth) => `level ${depth}`).join('/');
  assert.equal((await ok('POST', `/explorer/${id}/topics`, { path: deep })).depth, 19);
  assert.equal((await ok('DELETE', `/explorer/${id}/topics/${encoded(deep)}`)).deleted, true);
});

test('renaming onto a topic merges the two: equal inputs become one test with the newer score', async () => {
  const id = await newSet([
    ['A', 'only in A'],
    ['B', 'only in B'],
  ]);
  const add = (topic: string, input: string, model_score?: number) =>
    ok('POST', `/explorer/${id}/tests`, {
      topic,
      input,
      ...(model_score === undefined ? {} : { model_score }),
    });
  await add('A', 'scored in A later', 0.1);
  await add('B', ' scored in A later ', 0.2);
  await ok('PUT', `/explorer/${id}/tests/${(await add('A', 'scored in A later', 0.9)).id}`, {
    label: 'pass',
  });
  await add('B', 'scored in B alone', 0.3);
  await add('A', 'scored in B alone');
  await add('A/Deep', 'below');
  const { topic_path, merged_tests } = await ok('PUT', `/explorer/${id}/topics/A`, { new_name: 'b' });
  assert.deepEqual([topic_path, merged_tests], ['b', 2]);
  const topics = await ok('GET', `/explorer/${id}/topics`);
  assert.deepEqual(
    topics.map(({ path, tests }: Json) => [path, tests]),
    [
      ['B', 4],
      ['b/Deep', 1],
    ],
  );
  const tests = await ok('GET', `/explorer/${id}/tests?topic=B&include_subtopics=false`);
  assert.deepEqual(
    tests.map(({ input, model_score }: Json) => [input, model_score]),
    [
      ['scored in B alone', 0.3],
      ['scored in A later', 0.9],
      ['only in A', null],
      ['only in B', null],
    ],
  );
  const { moved_tests } = await ok('DELETE', `/explorer/${id}/topics/B`);
  assert.equal(moved_tests, 5);
  assert.deepEqual(
    (await ok('GET', `/explorer/${id}/tests`)).map(({ topic }: Json) => topic),
    ['', '', '', '', ''],
  );
});

test('one input is one test of its topic; a new input takes answer and score away', async () => {
  const id = await newSet();
  const at = `/explorer/${id}/tests`;
  const made = await ok('POST', at, {
    topic: 'T',
    input: 'hello',
    output: 'hi',
    label: 'pass',
    model_score: 1,
  });
  assert.deepEqual([made.labeler, made.label], ['user', 'pass']);
  assert.equal((await ok('POST', at, { topic: 't', input: ' hello' })).id, made.id);
  const changed = await ok('PUT', `${at}/${made.id}`, { input: 'bye', topic: 'Other/Place' });
  assert.deepEqual(
    [changed.topic, changed.output, changed.label, changed.model_score],
    ['Other/Place', null, '', null],
  );
  assert.equal((await ok('POST', at, { topic: 'T', input: 'x\0y' })).input, 'xy');
  assert.equal((await call('POST', at, { input: '   ' })).status, 422);
  assert.equal((await call('POST', at, { input: 'x'.repeat(20_001) })).status, 422);
  await ok('DELETE', `${at}/${made.id}`);
  assert.equal((await call('DELETE', `${at}/${made.id}`)).status, 404);
});

test('outputs and scores come from a job, through the one engine, with the label that all metrics agree on', async () => {
  const id = await newSet([
    ['Water', 'Is a flood covered?'],
    ['Fire', 'Is a fire covered?'],
    ['Fire', 'crash please'],
  ]);
  const started = await call('POST', `/explorer/${id}/generate_outputs`, { evaluate: true });
  assert.deepEqual([started.status, started.body.tests], [202, 3], started.text);
  const job = await ended(started.body.task_id);
  assert.equal(job.status, 'SUCCESS', JSON.stringify(job));
  const { failed, failed_total, ...counts } = job.result;
  assert.deepEqual(counts, {
    explorer_set_id: id,
    suggested: 0,
    generated: 2,
    evaluated: 2,
    passed: 1,
    failing: 1,
  });
  assert.equal(failed_total, 1);
  assert.match(failed[0].error, /500/);
  const { topics, tests, total } = await ok('GET', `/explorer/${id}/tree`);
  assert.equal(total, 3);
  assert.deepEqual(
    topics.map(({ path, passed, failed: failing, errors, score }: Json) => [
      path,
      passed,
      failing,
      errors,
      score,
    ]),
    [
      ['Fire', 1, 0, 1, 1],
      ['Water', 0, 1, 0, 0],
    ],
  );
  const water = tests.find(({ topic }: Json) => topic === 'Water');
  assert.deepEqual(
    [water.output, water.label, water.labeler, water.metrics['Says good'].is_successful],
    ['no idea', 'fail', 'metrics', false],
  );
  // What is done is done; it is asked again only when that is said.
  const rest = await ok('POST', `/explorer/${id}/generate_outputs`, {});
  assert.deepEqual([rest.tests, rest.skipped], [1, 2]);
  await ended(rest.task_id);
  const nothing = await call('POST', `/explorer/${id}/evaluate`, { topic: 'Water' });
  assert.deepEqual([nothing.status, nothing.body.code], [422, 'explorer.nothing_to_do']);
  const again = await ok('POST', `/explorer/${id}/evaluate`, {
    overwrite: true,
    topic: 'Water',
    metric_names: ['says GOOD'],
  });
  assert.equal((await ended(again.task_id)).result.failing, 1);
});

test('what cannot be done is refused before anything is queued', async () => {
  const id = await newSet([['T', 'one']]);
  const unknown = shop.owner.userId;
  for (const [path, body, status] of [
    ['generate_outputs', { endpoint_id: unknown }, 422],
    ['evaluate', { metric_ids: [unknown] }, 422],
    ['evaluate', { metric_names: ['nobody knows it'] }, 422],
    ['generate_outputs', { test_ids: [unknown] }, 404],
    ['generate_outputs', { topic: 'Nowhere' }, 422],
    ['evaluate', {}, 422],
  ] as const)
    assert.equal((await call('POST', `/explorer/${id}/${path}`, body)).status, status, JSON.stringify(body));
  await ok('PUT', `/explorer/${id}/settings`, { default_endpoint_id: null, metric_ids: null });
  assert.equal((await call('POST', `/explorer/${id}/generate_outputs`, {})).status, 422);
  const empty = await newSet();
  assert.equal((await call('POST', `/explorer/${empty}/generate_suggestions`, {})).status, 422);
  assert.equal((await call('POST', `/explorer/${empty}/suggestion_pipeline`, {})).status, 422);
});

test('suggestions lie near failures, are unlike each other, and find more failures', async () => {
  const id = await newSet([
    ['Damage/Water', 'Is a flood covered by my policy?'],
    ['Damage/Fire', 'Is a fire covered by my policy?'],
    ['Damage/Storm', 'Is hail covered?'],
  ]);
  await ended((await ok('POST', `/explorer/${id}/generate_outputs`, { evaluate: true })).task_id);
  const { suggestions, num_examples_used } = await ok('POST', `/explorer/${id}/generate_suggestions`, {
    num_suggestions: 6,
  });
  assert.deepEqual([suggestions.length, num_examples_used], [6, 3]);
  assert.ok(
    suggestions.filter(({ input }: Json) => /flood/i.test(input)).length >= 3,
    JSON.stringify(suggestions),
  );
  assert.equal(new Set(suggestions.map(({ input }: Json) => input)).size, 6);
  assert.ok(suggestions.every((one: Json) => one.why && one.diversity_score > 0));
  const more = await ok('POST', `/explorer/${id}/generate_suggestions`, { num_suggestions: 6 });
  const inputs = new Set(suggestions.map(({ input, topic }: Json) => `${topic} ${input}`));
  assert.ok(more.suggestions.every(({ input, topic }: Json) => !inputs.has(`${topic} ${input}`)));
});

test('a pipeline suggests, asks and scores, and what it finds waits for a person', async () => {
  const id = await newSet([
    ['Damage/Water', 'Is a flood covered by my policy?'],
    ['Damage/Fire', 'Is a fire covered by my policy?'],
  ]);
  await ended((await ok('POST', `/explorer/${id}/generate_outputs`, { evaluate: true })).task_id);
  const started = await ok('POST', `/explorer/${id}/suggestion_pipeline`, { num_suggestions: 12 });
  const job = await ended(started.task_id);
  assert.equal(job.status, 'SUCCESS', JSON.stringify(job));
  assert.ok(job.result.failing >= 3, JSON.stringify(job.result));
  const waiting = await ok('GET', `/explorer/${id}/suggestions`);
  assert.equal(waiting[0].label, 'fail');
  const [taken, refused] = waiting;
  const accepted = await ok('POST', `/explorer/${id}/suggestions/${taken.id}/accept`);
  assert.deepEqual([accepted.label, accepted.output], ['fail', 'no idea']);
  await ok('POST', `/explorer/${id}/suggestions/${refused.id}/reject`);
  const left = await ok('GET', `/explorer/${id}/suggestions`);
  assert.ok(![taken.id, refused.id].some((gone) => left.some((one: Json) => one.id === gone)));
  assert.equal((await call('POST', `/explorer/${id}/suggestions/${refused.id}/accept`)).status, 404);
  assert.ok((await ok('GET', `/explorer/${id}/tests`)).some((one: Json) => one.id === taken.id));
});

test('suggestions that somebody brings are asked and scored too', async () => {
  const id = await newSet([['T', 'one']]);
  const given = [{ input: 'a flood?', topic: 'Water' }, { input: 'a fire?' }];
  const outputs = await ok('POST', `/explorer/${id}/generate_suggestion_outputs`, { suggestions: given });
  assert.equal((await ended(outputs.task_id)).result.generated, 2);
  const scored = await ok('POST', `/explorer/${id}/evaluate_suggestions`, {});
  assert.deepEqual((await ended(scored.task_id)).result.failing, 1);
  const own = await ok('POST', `/explorer/${id}/evaluate_suggestions`, {
    suggestions: [{ input: 'mine', output: 'all good' }],
  });
  assert.equal((await ended(own.task_id)).result.passed, 1);
});

test('what a test was answered stays when the same is brought again as a suggestion', async () => {
  const id = await newSet([
    ['T', 'a storm?'],
    ['T', 'a leak?'],
  ]);
  const tests = await ok('GET', `/explorer/${id}/tests`);
  const storm = tests.find(({ input }: Json) => input === 'a storm?');
  await ok('PUT', `/explorer/${id}/tests/${storm.id}`, { output: 'kept' });
  const path = `/explorer/${id}/generate_suggestion_outputs`;
  const known = { input: 'a storm?', topic: 'T' };
  const started = await ok('POST', path, { suggestions: [known, { input: 'a leak?', topic: 'T' }] });
  assert.deepEqual([started.tests, started.skipped], [1, 1]);
  assert.equal((await ended(started.task_id)).result.generated, 1);
  assert.equal((await call('POST', path, { suggestions: [known] })).status, 422);
  const evaluation = `/explorer/${id}/evaluate_suggestions`;
  const other = await call('POST', evaluation, { suggestions: [{ ...known, output: 'another' }] });
  assert.equal(other.status, 422);
  await ended((await ok('POST', evaluation, { suggestions: [{ ...known, output: 'kept' }] })).task_id);
  const outputs = (await ok('GET', `/explorer/${id}/tests`)).map(({ input, output }: Json) => [
    input,
    output,
  ]);
  assert.deepEqual(Object.fromEntries(outputs), { 'a storm?': 'kept', 'a leak?': 'a good answer' });
});

test('tests are copied in from a test set, and out into one that runs', async () => {
  const source = await ok('POST', '/test_sets/bulk', {
    name: 'Source',
    test_set_type: 'Single-Turn',
    metrics: [{ metric: shop.metricId }],
    tests: [
      { prompt: { content: 'one' }, topic: 'Claims/Water' },
      { prompt: { content: 'two' } },
      { prompt: { content: ' two ' } },
    ],
  });
  const imported = await ok('POST', `/explorer/import/${source.id}`, { name: 'Copied' });
  assert.deepEqual([imported.imported, imported.skipped, imported.test_set.name], [2, 1, 'Copied']);
  const id = imported.test_set.id;
  assert.deepEqual(
    (await ok('GET', `/explorer/${id}/tests`)).map(({ topic, input }: Json) => [topic, input]),
    [
      ['Claims/Water', 'one'],
      ['', 'two'],
    ],
  );
  assert.equal((await ok('GET', `/explorer/${id}/settings`)).metrics.length, 1);
  const exported = await ok('POST', `/explorer/export/${id}`, { name: 'Out' });
  assert.deepEqual([exported.exported, exported.test_set.test_count], [2, 2]);
  const tests = await ok('GET', `/test_sets/${exported.test_set.id}/tests?sort_by=content&sort_order=asc`);
  assert.deepEqual([tests[0].topic.name, tests[0].source.kind], ['Claims/Water', 'exploration']);
  const run = await shop.ended((await shop.start(exported.test_set.id)).test_run_id);
  assert.equal(run.counts.passed, 2);
  const none = await call('POST', `/explorer/export/${id}`, { label: 'fail' });
  assert.equal(none.status, 422);
  for (const path of [`/explorer/import/${id}`, `/explorer/export/${source.id}`])
    assert.equal((await call('POST', path, {})).status, 404, path);
});

test('tests of a set bring along what judges them, as a run would; a reworded one is judged like the one it was made from', async () => {
  const source = await ok('POST', '/test_sets/bulk', {
    name: 'Of their own',
    test_set_type: 'Single-Turn',
    tests: [
      {
        prompt: { content: 'Do you give a good answer?' },
        metrics: [{ metric: shop.metricId, args: { values: ['a good answer'] } }],
      },
      {
        prompt: { content: 'What of a flood in my cellar?' },
        metrics: [{ metric: shop.metricId, args: { values: ['a plan'] } }],
      },
      { prompt: { content: 'Is anything else said?', expected_response: 'a good answer' } },
    ],
  });
  const { test_set } = await ok('POST', `/explorer/import/${source.id}`, { name: 'Own' });
  const asked = await ok('POST', `/explorer/${test_set.id}/generate_outputs`, {
    endpoint_id: endpoint,
    evaluate: true,
  });
  await ended(asked.task_id);
  const tests: Json[] = await ok('GET', `/explorer/${test_set.id}/tests`);
  assert.deepEqual(Object.fromEntries(tests.map(({ input, label }) => [input, label])), {
    'Do you give a good answer?': 'pass',
    'What of a flood in my cellar?': 'fail',
    'Is anything else said?': '',
  });
  assert.match(tests.find(({ label }) => label === '')?.error, /^No metric judges this test/);
  const pushed = await ok('POST', `/explorer/${test_set.id}/suggestion_pipeline`, { endpoint_id: endpoint });
  await ended(pushed.task_id);
  const suggestions: Json[] = await ok('GET', `/explorer/${test_set.id}/suggestions`);
  const reworded = suggestions.filter(({ made_by, input }) => made_by === 'mutation' && /flood/i.test(input));
  assert.ok(reworded.length > 0);
  for (const { label, input } of reworded) assert.equal(label, 'fail', input);
  const { test_set: out } = await ok('POST', `/explorer/export/${test_set.id}`, { name: 'Back' });
  const run = await shop.ended((await shop.start(out.id, {}, endpoint)).test_run_id);
  assert.deepEqual([run.counts.passed, run.counts.failed, run.counts.not_evaluated], [1, 1, 1]);
});

test('a metric that a test brought along and that was deleted since keeps no other test from being judged', async () => {
  const metric = await ok('POST', '/metrics', {
    name: 'Soon gone',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['good'] },
    metric_scope: ['Single-Turn'],
  });
  const source = await ok('POST', '/test_sets/bulk', {
    name: 'Of a metric that goes',
    test_set_type: 'Single-Turn',
    tests: [
      { prompt: { content: 'Is it there?' }, metrics: [{ metric: shop.metricId }] },
      { prompt: { content: 'Is it gone?' }, metrics: [{ metric: metric.id }] },
    ],
  });
  const { test_set } = await ok('POST', `/explorer/import/${source.id}`, { name: 'Goes' });
  assert.equal((await call('DELETE', `/metrics/${metric.id}`)).status, 200);
  const asked = await ok('POST', `/explorer/${test_set.id}/generate_outputs`, {
    endpoint_id: endpoint,
    evaluate: true,
  });
  await ended(asked.task_id);
  const tests: Json[] = await ok('GET', `/explorer/${test_set.id}/tests`);
  const [there, gone] = ['Is it there?', 'Is it gone?'].map((wanted) =>
    tests.find(({ input }) => input === wanted),
  );
  assert.equal(there?.label, 'pass');
  assert.deepEqual([gone?.label, gone?.output !== null], ['error', true]);
  assert.match(gone?.error, /^What this test brought along cannot judge it any more\. There is no metric/);
});

test('a metric that a test has twice has two scores', async () => {
  const source = await ok('POST', '/test_sets/bulk', {
    name: 'Of one metric twice',
    test_set_type: 'Single-Turn',
    tests: [
      {
        prompt: { content: 'Is it said?' },
        metrics: [
          { metric: shop.metricId, args: { values: ['nowhere to be found'] } },
          { metric: shop.metricId, args: { values: ['good'] } },
          { metric: shop.metricId, args: { values: ['good'] }, negate: true },
        ],
      },
    ],
  });
  const { test_set } = await ok('POST', `/explorer/import/${source.id}`, { name: 'Twice' });
  const asked = await ok('POST', `/explorer/${test_set.id}/generate_outputs`, {
    endpoint_id: endpoint,
    evaluate: true,
  });
  await ended(asked.task_id);
  const [tested]: Json[] = await ok('GET', `/explorer/${test_set.id}/tests`);
  const found = Object.entries<Json>(tested?.metrics);
  assert.deepEqual(
    found.map(([, { is_successful: isSuccessful }]) => isSuccessful),
    [false, true, false],
    JSON.stringify(found),
  );
  assert.ok(
    found.some(([name]) => name.includes('nowhere to be found')),
    JSON.stringify(found),
  );
});

test('how long an answer took is judged as in a run, also when it is scored again; nobody took time to write one', async () => {
  const quick = await ok('POST', '/metrics', {
    name: 'Within a day',
    backend: 'builtin',
    kind: 'latency',
    args: { max_ms: 86_400_000 },
    metric_scope: ['Single-Turn'],
  });
  const source = await ok('POST', '/test_sets/bulk', {
    name: 'Timed',
    test_set_type: 'Single-Turn',
    tests: [{ prompt: { content: 'How long does it take?' }, metrics: [{ metric: quick.id }] }],
  });
  const { test_set } = await ok('POST', `/explorer/import/${source.id}`, { name: 'Timed' });
  const path = `/explorer/${test_set.id}`;
  const only = async (): Promise<Json> => (await ok('GET', `${path}/tests`))[0];
  const scored = async (work: string, body: Json): Promise<Json> => {
    await ended((await ok('POST', `${path}/${work}`, body)).task_id);
    return only();
  };
  const asked = await scored('generate_outputs', { endpoint_id: endpoint, evaluate: true });
  assert.equal(asked.label, 'pass', asked.error);
  const again = await scored('evaluate', { overwrite: true });
  assert.equal(again.label, 'pass', again.error);
  await ok('PUT', `${path}/tests/${asked.test_id ?? asked.id}`, { output: 'written by hand' });
  const written = await scored('evaluate', { overwrite: true });
  assert.equal(written.label, '');
  assert.equal(written.metrics['Within a day'].reason, 'The call has no duration.');
});

test('what is missing is said by the name of the button that gives it', async () => {
  const { id } = await ok('POST', '/explorer', { name: 'Bare' });
  await ok('POST', `/explorer/${id}/tests`, { input: 'one' });
  for (const path of ['generate_outputs', 'suggestion_pipeline']) {
    const refused = await call('POST', `/explorer/${id}/${path}`, {});
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Choose one under “Endpoint and metrics”/);
  }
  await ok('PUT', `/explorer/${id}/settings`, { default_endpoint_id: endpoint });
  for (const [path, body] of [
    ['generate_outputs', { evaluate: true }],
    ['suggestion_pipeline', {}],
    ['evaluate', {}],
  ] as const) {
    const refused = await call('POST', `/explorer/${id}/${path}`, body);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Choose metrics under “Endpoint and metrics”/);
  }
});

test('a viewer reads; another organization finds nothing, under either name', async () => {
  const id = await newSet([['T', 'one']]);
  const [{ id: testId }] = await ok('GET', `/explorer/${id}/tests`);
  const reads = [
    `/explorer/${id}`,
    `/explorer/${id}/tree`,
    `/explorer/${id}/topics`,
    `/explorer/${id}/tests`,
    `/explorer/${id}/suggestions`,
  ];
  const writes = [
    ['PUT', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['POST', '/topics', { path: 'x' }],
    ['PUT', '/topics/T', { new_name: 'x' }],
    ['DELETE', '/topics/T', undefined],
    ['POST', '/tests', { input: 'x' }],
    ['PUT', `/tests/${testId}`, { input: 'x' }],
    ['DELETE', `/tests/${testId}`, undefined],
    ['POST', '/generate_outputs', {}],
    ['POST', '/evaluate', {}],
    ['POST', '/generate_suggestions', {}],
    ['POST', '/suggestion_pipeline', {}],
    ['POST', '/generate_suggestion_outputs', {}],
    ['POST', '/evaluate_suggestions', {}],
    ['POST', `/suggestions/${testId}/accept`, undefined],
    ['POST', `/suggestions/${testId}/reject`, undefined],
  ] as const;
  for (const path of reads) {
    assert.equal((await call('GET', path, undefined, people.viewer)).status, 200, path);
    for (const name of [path, path.replace('/explorer', '/adaptive_testing')])
      assert.equal((await call('GET', name, undefined, people.stranger)).status, 404, name);
  }
  for (const [method, path, body] of writes) {
    assert.equal((await call(method, `/explorer/${id}${path}`, body, people.viewer)).status, 403, path);
    assert.equal(
      (await call(method, `/adaptive_testing/${id}${path}`, body, people.stranger)).status,
      404,
      path,
    );
  }
  assert.equal((await call('DELETE', `/explorer/${id}`, undefined, people.member)).status, 403);
});

test('two jobs never work on one set at once, and a cancelled one keeps what it has', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let arrived = 0;
  shop.target.route('/held', (_request, response) => {
    arrived += 1;
    response.setHeader('content-type', 'application/json');
    if (arrived === 1) response.end(JSON.stringify({ answer: 'good' }));
    else void held.then(() => response.end(JSON.stringify({ answer: 'good' })));
  });
  const slow = await makeEndpoint(shop.call, shop.target.url('/held'), { max_concurrency: 1 });
  const id = await newSet([
    ['T', 'one'],
    ['T', 'two'],
    ['T', 'three'],
  ]);
  const started = await ok('POST', `/explorer/${id}/generate_outputs`, { endpoint_id: slow });
  while (arrived < 2) await pause(20);
  const second = await call('POST', `/explorer/${id}/generate_outputs`, {});
  assert.deepEqual([second.status, second.body.code], [409, 'explorer.busy']);
  assert.equal((await ok('GET', `/explorer/${id}`)).running_task_id, started.task_id);
  await ok('POST', `/jobs/${started.task_id}/cancel`);
  const job = await ended(started.task_id);
  release();
  assert.deepEqual([job.status, job.result.generated], ['REVOKED', 1]);
  assert.equal(arrived, 2, 'an endpoint that bears one call at a time got one at a time');
  assert.equal((await ok('GET', `/explorer/${id}`)).running_task_id, null);
});

test('thousands of tests stay quick to list, and a set has an end', async () => {
  const id = await newSet();
  await shop.platform.app.database.executeSql(
    `insert into explorer_tests (id, organization_id, explorer_set_id, state, input, input_hash, label, model_score, created_at, updated_at)
     select gen_random_uuid(), '${shop.owner.organizationId}', '${id}', 'test', 'input ' || n, md5(n::text), 'fail', n, now(), now()
     from generate_series(1, 20000) n`,
  );
  const { tests, total } = await ok('GET', `/explorer/${id}/tree?limit=5`);
  assert.deepEqual([total, tests.map(({ model_score }: Json) => model_score)], [20_000, [1, 2, 3, 4, 5]]);
  assert.deepEqual((await ok('GET', `/explorer/${id}/tests?search=INPUT 19999`)).length, 1);
  const full = await call('POST', `/explorer/${id}/tests`, { input: 'one more' });
  assert.deepEqual([full.status, full.body.code], [422, 'explorer.too_large']);
  assert.equal((await call('POST', `/explorer/export/${id}`, {})).status, 422);
  assert.equal((await call('POST', `/explorer/${id}/generate_suggestions`, {})).status, 422);
});

test('an answer to a question that was changed meanwhile is none to the new one', async () => {
  const id = await newSet([['T', 'the old question']]);
  const [{ id: testId }] = await ok('GET', `/explorer/${id}/tests`);
  shop.target.route('/changing', (_request, response) => {
    void ok('PUT', `/explorer/${id}/tests/${testId}`, { input: 'the new question' }).then(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ answer: 'a good answer to the old one' }));
    });
  });
  const changing = await makeEndpoint(shop.call, shop.target.url('/changing'));
  const asking = { endpoint_id: changing, evaluate: true };
  const job = await ended((await ok('POST', `/explorer/${id}/generate_outputs`, asking)).task_id);
  assert.deepEqual([job.result.passed, job.result.generated, job.result.failed_total], [0, 0, 1]);
  assert.match(job.result.failed[0].error, /changed meanwhile/);
  const [test] = await ok('GET', `/explorer/${id}/tests`);
  assert.deepEqual([test.input, test.output, test.label], ['the new question', null, '']);
});

test('answers that hold NUL are found by the rest of what they say', async () => {
  const id = await newSet();
  await ok('POST', `/explorer/${id}/tests`, { topic: 'T', input: 'hello', output: 'zebra \0 \ud83d' });
  for (const [word, count] of [
    ['zebra', 1],
    ['lion', 0],
  ] as const)
    assert.equal((await ok('GET', `/explorer/${id}/tests?search=${word}`)).length, count);
});
