import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { clearFormerSnapshots } from '../../../src/modules/test-runs/former-snapshots.ts';
import type { Json } from '../../support/platform.ts';
import { openSocket } from '../realtime/support/socket-client.ts';
import { addsUp, makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const answering = (
  path: string,
  answer: (
    message: string,
    count: number,
  ) => { status?: number; body: unknown; headers?: Record<string, string> },
) => {
  let count = 0;
  shop.target.route(path, (request, response) => {
    const { message } = request.json as { message: string };
    const { status = 200, body, headers = {} } = answer(message, (count += 1));
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  return makeEndpoint(shop.call, shop.target.url(path));
};

test('a run calls the target once for each test and repeat, and every outcome is counted', async () => {
  const endpoint = await answering('/mixed', (message) => ({
    body: { answer: message.startsWith('bad') ? 'no' : 'a good one' },
  }));
  const set = await shop.makeSet(['one', 'bad two', 'three']);
  const started = await shop.start(set, { repeat: 2 }, endpoint);
  assert.equal(started.status, 'Queued');
  const run = await shop.ended(started.test_run_id);
  assert.deepEqual(
    [run.status, run.counts.total, run.counts.passed, run.counts.failed, run.target_calls],
    ['Completed', 6, 4, 2, 6],
  );
  assert.ok(addsUp(run));
  assert.equal(run.pass_rate, 66.67);
  const results = await shop.results(run.id);
  assert.deepEqual(
    results.map(({ content, repeat, status }) => [content, repeat, status]),
    [
      ['one', 1, 'Pass'],
      ['one', 2, 'Pass'],
      ['bad two', 1, 'Fail'],
      ['bad two', 2, 'Fail'],
      ['three', 1, 'Pass'],
      ['three', 2, 'Pass'],
    ],
  );
  const failed = await shop.call('GET', `/test_results/${results[2].id}`);
  assert.equal(failed.body.output.output, 'no');
  assert.equal(failed.body.input, 'bad two');
  assert.equal(failed.body.verdicts[0].verdict, 'fail');
  assert.match(failed.body.reason, /Says good/);
});

test('an answer that is an error is an error, never a failed test, and stands beside the rate', async () => {
  const endpoint = await answering('/broken', (message) =>
    message === 'fails' ? { status: 500, body: { error: 'no' } } : { body: { answer: 'good' } },
  );
  const run = await shop.ended(
    (await shop.start(await shop.makeSet(['works', 'fails']), {}, endpoint)).test_run_id,
  );
  assert.deepEqual([run.status, run.counts.passed, run.counts.errors, run.pass_rate], ['Partial', 1, 1, 100]);
  const [, failed] = await shop.results(run.id);
  assert.equal(failed.status, 'Error');
  assert.ok(failed.reason && failed.reason_code);
});

test('a run with nothing but errors has failed, and says why', async () => {
  const endpoint = await answering('/down', () => ({ status: 500, body: {} }));
  const run = await shop.ended((await shop.start(await shop.makeSet(['a', 'b']), {}, endpoint)).test_run_id);
  assert.equal(run.status, 'Failed');
  assert.equal(run.pass_rate, null);
  assert.match(run.error, /Every test ended in an error/);
});

test('what was never evaluated is green nowhere', async () => {
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Equals what is expected',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(lacking.status, 201, lacking.text);
  const set = await shop.makeSet(['a', 'b'], {
    metrics: [{ metric: lacking.body.id }],
    gates: { min_pass_rate: 0 },
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.deepEqual(
    [run.status, run.counts.not_evaluated, run.pass_rate, run.gate],
    ['Completed', 2, null, 'failed'],
  );
  const [first] = await shop.results(run.id);
  assert.deepEqual([first.status, first.verdicts[0].reason_code], ['NotEvaluated', 'missing_expected']);
  const junit = await shop.call('GET', `/test_runs/${run.id}/download?format=junit`);
  assert.match(junit.text, /failures="0" errors="1" skipped="2"/);
  assert.match(junit.text, /<skipped type="not_evaluated" message="[^"]+"\/>/);
});

test('in JUnit a test is called as its file describes it, and two of one description say what they ask as well', async () => {
  const set = await shop.makeSet([], {
    name: 'Described',
    tests: [
      { prompt: { content: 'May I return it?' }, metadata: { description: 'Returns < 30 days' } },
      { prompt: { content: 'Can I send it back?' }, metadata: { description: 'Returns < 30 days' } },
      { prompt: { content: 'What does it cost?' } },
    ],
  });
  const run = await shop.ended((await shop.start(set, { repeat: 2 })).test_run_id);
  const { text } = await shop.call('GET', `/test_runs/${run.id}/download?format=junit`);
  assert.deepEqual(
    [...text.matchAll(/<testcase classname="[^"]*" name="([^"]*)"/g)].map(([, name]) => name),
    [
      'Returns &lt; 30 days',
      'Returns &lt; 30 days (repeat 2)',
      'Returns &lt; 30 days: Can I send it back?',
      'Returns &lt; 30 days: Can I send it back? (repeat 2)',
      'What does it cost?',
      'What does it cost? (repeat 2)',
    ],
  );
});

test('results, comparison and reports call a test by the name that its file gives it', async () => {
  const set = await shop.makeSet([], {
    name: 'Named',
    tests: [
      { prompt: { content: 'May I return it?' }, metadata: { description: ' Returns within 30 days ' } },
      { prompt: { content: 'What does it cost?' }, metadata: { description: '  ' } },
      { prompt: { content: 'Where are you?' }, metadata: { description: 7 } },
    ],
  });
  const base = await shop.ended((await shop.start(set)).test_run_id);
  const names = (await shop.results(base.id)).map(({ name, content }) => [name, content]);
  assert.deepEqual(names, [
    ['Returns within 30 days', 'May I return it?'],
    [null, 'What does it cost?'],
    ['7', 'Where are you?'],
  ]);
  const report = await shop.call('GET', `/test_runs/${base.id}/download?format=html`);
  assert.match(report.text, /Returns within 30 days/);
  assert.match(report.text, /May I return it\?/, 'what was asked is told as well');
  const refusing = await answering('/bad', () => ({ body: { answer: 'no' } }));
  const other = await shop.ended((await shop.start(set, {}, refusing)).test_run_id);
  const { body } = await shop.call('GET', `/test_runs/compare?runs=${base.id},${other.id}`);
  const [comparison] = body.comparisons;
  assert.match(comparison.sentence, /“Returns within 30 days”/);
  assert.deepEqual(
    new Map(comparison.changes.map(({ name, content }: Json) => [content, name])),
    new Map(names.map(([name, content]) => [content, name])),
  );
});

test('the report of a run says why a test failed once, with the metric that says it', async () => {
  const refusing = await answering('/told-once', () => ({ body: { answer: 'no' } }));
  const run = await shop.ended((await shop.start(await shop.makeSet(['one']), {}, refusing)).test_run_id);
  const [{ reason }] = await shop.results(run.id);
  const { text } = await shop.call('GET', `/test_runs/${run.id}/download?format=html`);
  const [said = ''] = reason.slice(reason.indexOf(': ') + 2).split(/[“”"&<>]/);
  assert.equal(text.split(said).length - 1, 1, `${said} in ${text}`);
});

test('what is only the beginning of a text ends in “…”, and the report of a run has no rows of zeros', async () => {
  const long = 'Is it good? '.repeat(200).trim();
  const talkative = await answering('/talkative', () => ({ body: { answer: 'good '.repeat(150).trim() } }));
  const brief = await answering('/brief', () => ({ body: { answer: 'no' } }));
  const set = await shop.makeSet([long, 'short']);
  const run = await shop.ended((await shop.start(set, {}, talkative)).test_run_id);
  const [first, second] = await shop.results(run.id);
  assert.match(first.output_text, /good…$/);
  assert.equal(first.output_text.length <= 501, true);
  assert.match(first.content, /…$/);
  assert.equal(second.content, 'short');
  const other = await shop.ended((await shop.start(set, {}, brief)).test_run_id);
  const { body } = await shop.call('GET', `/test_runs/compare?runs=${run.id},${other.id}`);
  const contents = body.comparisons[0].changes.map(({ content }: Json) => content);
  assert.ok(contents.includes('short') && contents.some((text: string) => text.endsWith('…')));
  const { text } = await shop.call('GET', `/test_runs/${run.id}/download?format=html`);
  for (const shown of ['Passed', 'Failed']) assert.match(text, new RegExp(`>${shown}<`));
  for (const hidden of ['Errors', 'Not evaluated', 'Cancelled', 'As reviewed before', 'Flagged, to look at'])
    assert.ok(!text.includes(`>${hidden}`), hidden);
});

test('where one metric judges tests by values of their own, results, comparison and reports say which', async () => {
  const made = await shop.call('POST', '/metrics', {
    name: 'Contains the value',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['nothing'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  const by = (...values: string[]) => ({ metric: made.body.id, args: { values } });
  const set = await shop.makeSet([], {
    name: 'With values',
    metrics: [],
    tests: [
      { prompt: { content: 'a' }, metrics: [by('good'), by('answer')] },
      { prompt: { content: 'b' }, metrics: [by('30 days')] },
    ],
  });
  const base = await shop.ended((await shop.start(set)).test_run_id);
  const shown = (await shop.results(base.id)).map(({ verdicts }) =>
    verdicts.map(({ name, shown_name: whole }: Json) => [name, whole]),
  );
  const name = 'Contains the value';
  assert.deepEqual(shown, [
    [
      [name, `${name}: ‘good’`],
      [name, `${name}: ‘answer’`],
    ],
    [[name, `${name}: ‘30 days’`]],
  ]);
  const { text } = await shop.call('GET', `/test_runs/${base.id}/download?format=html`);
  assert.match(text, /Contains the value: ‘30 days’/);
  const refusing = await answering('/valued', () => ({ body: { answer: 'within 30 days' } }));
  const other = await shop.ended((await shop.start(set, {}, refusing)).test_run_id);
  const { body } = await shop.call('GET', `/test_runs/compare?runs=${base.id},${other.id}`);
  assert.deepEqual(
    body.comparisons[0].changes
      .flatMap(({ metrics }: Json) => metrics.map((one: Json) => one.shown_name))
      .toSorted()
      .at(-1),
    `${name}: ‘answer’`,
  );
  const page = await shop.call('GET', `/test_runs/compare/report?runs=${base.id},${other.id}&format=html`);
  assert.match(page.text, /Contains the value: ‘30 days’/);
});

test('a target that refuses for its rate is asked again after the time it names', async () => {
  const endpoint = await answering('/limited', (_message, count) =>
    count === 1 ? { status: 429, body: {}, headers: { 'retry-after': '0' } } : { body: { answer: 'good' } },
  );
  const run = await shop.ended((await shop.start(await shop.makeSet(['a']), {}, endpoint)).test_run_id);
  assert.deepEqual([run.status, run.counts.passed, run.target_calls], ['Completed', 1, 2]);
});

test('a target that wants to be left alone for longer than anybody waits is an error that says so', async () => {
  const endpoint = await answering('/closed', () => ({
    status: 429,
    body: {},
    headers: { 'retry-after': '3600' },
  }));
  const run = await shop.ended((await shop.start(await shop.makeSet(['a']), {}, endpoint)).test_run_id);
  const [only] = await shop.results(run.id);
  assert.deepEqual([only.status, only.reason_code], ['Error', 'rate_limited']);
});

test('nothing is queued for what cannot be run', async () => {
  const empty = await shop.call('POST', '/test_sets', { name: 'Empty', test_set_type: 'Single-Turn' });
  const noTests = await shop.call('POST', `/test_sets/${empty.body.id}/execute/${shop.endpointId}`, {});
  assert.deepEqual([noTests.status, noTests.body.code], [422, 'test_set.empty']);
  const unjudged = await shop.makeSet(['a'], { metrics: [] });
  const noMetric = await shop.call('POST', `/test_sets/${unjudged}/execute/${shop.endpointId}`, {});
  assert.deepEqual([noMetric.status, noMetric.body.code], [422, 'test_run.no_metrics']);
  const set = await shop.makeSet(['a']);
  const gone = await makeEndpoint(shop.call, shop.target.url('/chat'));
  await shop.call('DELETE', `/endpoints/${gone}`);
  const deleted = await shop.call('POST', `/test_sets/${set}/execute/${gone}`, {});
  assert.deepEqual([deleted.status, deleted.body.code], [410, 'endpoint.deleted']);
  await shop.call('DELETE', `/test_sets/${set}`);
  const deletedSet = await shop.call('POST', `/test_sets/${set}/execute/${shop.endpointId}`, {});
  assert.deepEqual([deletedSet.status, deletedSet.body.code], [410, 'test_set.deleted']);
  const unknown = await shop.call('POST', `/test_sets/${crypto.randomUUID()}/execute/${shop.endpointId}`, {});
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'test_set.not_found']);
});

test('the same key starts one run, whoever asks twice', async () => {
  const set = await shop.makeSet(['a']);
  const ask = () =>
    shop.platform.call('POST', `/test_sets/${set}/execute/${shop.endpointId}`, {
      token: shop.owner.token,
      body: {},
      headers: { 'idempotency-key': 'once' },
    });
  const answers = await Promise.all([ask(), ask(), ask()]);
  assert.equal(new Set(answers.map(({ body }) => body.test_run_id)).size, 1);
  await shop.ended(answers[0]?.body.test_run_id);
});

test('a key that has started a run answers it for the same request alone, in whatever order that names its fields', async () => {
  const [set, other] = [await shop.makeSet(['a']), await shop.makeSet(['a'])];
  const ask = (path: string, body: unknown) =>
    shop.platform.call('POST', path, {
      token: shop.owner.token,
      body,
      headers: { 'idempotency-key': 'for one request' },
    });
  const execute = (body: unknown, id = set) => ask(`/test_sets/${id}/execute/${shop.endpointId}`, body);
  const first = await execute({ name: 'One', labels: { a: '1', b: '2' } });
  assert.equal(first.status, 202);
  const same = await execute({ labels: { b: '2', a: '1' }, name: 'One' });
  assert.equal(same.body.test_run_id, first.body.test_run_id);
  const refused = [
    await execute({ name: 'Another', labels: { a: '1', b: '2' } }),
    await execute({ name: 'One', labels: { a: '1', b: '2' } }, other),
    await ask('/test_runs', { test_set_id: set, endpoint_id: shop.endpointId, name: 'One' }),
  ];
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    Array.from({ length: 3 }, () => [422, 'test_run.key_reused']),
  );
  await shop.ended(first.body.test_run_id);
  const last = await shop.call('GET', `/test_sets/${other}/last-run/${shop.endpointId}`);
  assert.equal(last.status, 404, 'a refused request starts nothing');
});

test('two different requests with one key at one moment start one run, and the other is refused', async () => {
  const set = await shop.makeSet(['a']);
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((name) =>
      shop.platform.call('POST', `/test_sets/${set}/execute/${shop.endpointId}`, {
        token: shop.owner.token,
        body: { name },
        headers: { 'idempotency-key': 'for three' },
      }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [202, 422, 422],
  );
  await shop.ended(answers.find(({ status }) => status === 202)?.body.test_run_id);
});

test('whoever watches hears that a run has begun when its tests do, long before the first answer', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  shop.target.route('/late', async (_request, response) => {
    await held;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/late'));
  const set = await shop.makeSet(['first']);
  const ticket = await shop.call('POST', '/ws/token');
  const socket = await openSocket(`${(await shop.platform.listen()).replace('http', 'ws')}/ws`, {
    token: ticket.body.token,
  });
  await socket.hear(({ type }) => type === 'connected');
  socket.send({ type: 'subscribe', channel: 'organization' });
  await socket.hear((message) => message.type === 'subscribed' && message.channel === 'organization');
  const { test_run_id: id } = await shop.start(set, {}, endpoint);
  const told = await socket.hear(
    (message) => message.type === 'test_run.updated' && message.payload.id === id,
  );
  assert.ok(told.type === 'test_run.updated');
  assert.deepEqual([told.payload.status, told.payload.counts.passed], ['Progress', 0]);
  release();
  assert.equal((await shop.ended(id)).status, 'Completed');
  socket.close();
});

test('a cancelled run begins no further call, keeps what is finished, and stays cancelled', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  shop.target.route('/slow', async (request, response) => {
    asked += 1;
    const { message } = request.json as { message: string };
    if (message !== 'first') await held;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/slow'));
  const set = await shop.makeSet(['first', 'second', 'third', 'fourth']);
  const { test_run_id: id } = await shop.start(set, { execution_mode: 'Sequential' }, endpoint);
  // The first one must have been judged: what is finished stays, and what is not is cancelled.
  while (asked < 2 || (await shop.call('GET', `/test_runs/${id}`)).body.counts.passed < 1)
    await new Promise((resolve) => setImmediate(resolve));
  const cancelled = await shop.call('POST', `/test_runs/${id}/cancel`);
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'Cancelled']);
  assert.equal(cancelled.body.cancelled_by, shop.owner.userId);
  assert.ok(addsUp(cancelled.body));
  assert.deepEqual([cancelled.body.counts.passed, cancelled.body.counts.cancelled], [1, 3]);
  release();
  const again = await shop.call('POST', `/test_runs/${id}/cancel`);
  assert.deepEqual([again.status, again.body.code], [409, 'test_run.finished']);
  const job = await untilJobEnds(cancelled.body.task_id);
  assert.equal(job.status, 'REVOKED');
  assert.equal(asked, 2);
  assert.equal((await shop.call('GET', `/test_runs/${id}`)).body.status, 'Cancelled');
});

async function untilJobEnds(taskId: string) {
  for (;;) {
    const { body } = await shop.call('GET', `/jobs/${taskId}`);
    if (body.finished_at) return body;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a ceiling ends a run as partial, and what was not begun says why it was not evaluated', async () => {
  const set = await shop.makeSet(['a', 'b', 'c', 'd', 'e']);
  const run = await shop.ended(
    (await shop.start(set, { max_calls: 2, execution_mode: 'Sequential' })).test_run_id,
  );
  assert.deepEqual([run.status, run.stop_reason, run.target_calls], ['Partial', 'max_calls', 2]);
  assert.deepEqual([run.counts.passed, run.counts.not_evaluated], [2, 3]);
  const results = await shop.results(run.id);
  assert.equal(results[4].reason_code, 'max_calls');
});

test('stored outputs are scored again without a call, and a retry runs what failed', async () => {
  const answers = new Map([['flaky', 'no']]);
  const endpoint = await answering('/changing', (message) => ({
    body: { answer: answers.get(message) ?? 'good' },
  }));
  const set = await shop.makeSet(['fine', 'flaky']);
  const first = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.deepEqual([first.counts.passed, first.counts.failed], [1, 1]);
  const calls = shop.target.requests.length;
  const rescored = await shop.call('POST', `/test_runs/${first.id}/rescore`, {
    metrics: [{ metric: shop.metricId, args: { values: ['no'] } }],
  });
  assert.equal(rescored.status, 202, rescored.text);
  const second = await shop.ended(rescored.body.test_run_id);
  assert.deepEqual([second.counts.passed, second.counts.failed, second.target_calls], [1, 1, 0]);
  assert.equal(second.reference_test_run_id, first.id);
  assert.equal(shop.target.requests.length, calls);
  answers.clear();
  const retried = await shop.call('POST', `/test_runs/${first.id}/retry`, { only: 'failed' });
  const third = await shop.ended(retried.body.test_run_id);
  assert.deepEqual([third.counts.total, third.counts.passed, third.parent_run_id], [1, 1, first.id]);
  const merged = await shop.call('GET', `/test_runs/${first.id}?merged=true`);
  assert.deepEqual([merged.body.counts.passed, merged.body.counts.failed], [2, 0]);
  const nothing = await shop.call('POST', `/test_runs/${first.id}/retry`, { only: 'errors' });
  assert.deepEqual([nothing.status, nothing.body.code], [422, 'test_run.nothing_to_retry']);
});

test('an application that broke is told as such, is never too little to tell, and fails a gate that lets nothing get worse', async () => {
  let broken = /nothing/;
  let failure = { status: 500, body: { error: 'down' } };
  const endpoint = await answering('/breaks', (message) =>
    broken.test(message) ? failure : { body: { answer: message.includes('open') ? 'no' : 'good' } },
  );
  const set = await shop.makeSet(['one', 'two', 'three', 'open four']);
  const base = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  broken = /one|two/;
  const gates = { max_errors: 9, baseline: 'last', max_worse: 0 };
  const other = await shop.ended((await shop.start(set, { gates }, endpoint)).test_run_id);
  assert.deepEqual(
    [other.gate, other.gate_reasons],
    ['failed', ['2 tests got worse than in the baseline, by ending in an error now; at most 0 may.']],
  );
  const compared = async (one: string, two: string): Promise<Json> =>
    (await shop.call('GET', `/test_runs/compare?runs=${one},${two}`)).body.comparisons[0];
  const found = await compared(base.id, other.id);
  const { stopped_answering, passed_then_error, answers_again, undecided, regressed } = found.counts;
  assert.deepEqual(
    [found.conclusion, stopped_answering, passed_then_error, answers_again, undecided, regressed],
    ['stopped answering', 2, 2, 0, 0, 0],
  );
  assert.equal(
    found.sentence,
    '2 tests that were answered before now end in an error (HTTP 500). Otherwise 0 of 2 tests that both runs decided got worse and 0 got better, too few tests to tell more.',
  );
  assert.deepEqual(
    found.changes.map(({ base: was, other: is, metrics }: Json) => [was, is, metrics]),
    [
      ['pass', 'error', []],
      ['pass', 'error', []],
    ],
  );
  const report = await shop.call(
    'GET',
    `/test_runs/compare/report?runs=${base.id},${other.id}&format=markdown`,
  );
  assert.match(report.text, /passed → error/);
  const back = await compared(other.id, base.id);
  assert.deepEqual([back.conclusion, back.counts.answers_again], ['answers again', 2]);
  assert.match(back.sentence, /^2 tests that ended in an error before are answered now\. /);
  broken = /./;
  const down = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  const all = await compared(base.id, down.id);
  assert.deepEqual([all.conclusion, all.counts.stopped_answering], ['stopped answering', 4]);
  assert.match(all.sentence, /^4 tests that were answered before now end in an error \(HTTP 500\)\. /);
  const still = await compared(other.id, down.id);
  assert.deepEqual([still.counts.error_in_both, still.counts.stopped_answering], [2, 2]);
  assert.equal(still.counts.other_error, 0);
  assert.ok(!still.changes.some(({ base: was, other: is }: Json) => was === 'error' && is === 'error'));
  failure = { status: 503, body: { error: 'overloaded' } };
  const otherwise = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  const differs = await compared(down.id, otherwise.id);
  assert.deepEqual([differs.counts.error_in_both, differs.counts.other_error], [4, 4]);
  assert.deepEqual(
    differs.changes.map(({ base: was, other: is, is_other_error: isOther }: Json) => [was, is, isOther]),
    Array.from({ length: 4 }, () => ['error', 'error', true]),
  );
  assert.match(differs.sentence, /^4 tests end in an error in both, another one than before\. /);
  const told = await shop.call(
    'GET',
    `/test_runs/compare/report?runs=${down.id},${otherwise.id}&format=markdown`,
  );
  assert.match(told.text, /error → another error/);
  for (const one of [down, otherwise]) assert.ok(told.text.includes(one.name), 'a report names its runs');
});

test('two runs are compared by the tests both decided, in words that follow from the exact test', async () => {
  let isWorse = false;
  const endpoint = await answering('/version', () => ({ body: { answer: isWorse ? 'no' : 'good' } }));
  const set = await shop.makeSet(Array.from({ length: 12 }, (_, place) => `question ${place}`));
  const base = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  isWorse = true;
  const other = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  const { status, body, text } = await shop.call('GET', `/test_runs/compare?runs=${base.id},${other.id}`);
  assert.equal(status, 200, text);
  const [found] = body.comparisons;
  assert.deepEqual([found.conclusion, found.counts.regressed, found.paired], ['worse', 12, 12]);
  assert.ok(found.p_value < 0.001);
  assert.match(found.sentence, /^Worse: 12 of 12 tests that both runs decided got worse and 0 got better;/);
  assert.equal(found.changes.length, 12);
  assert.doesNotMatch(found.sentence, /question/);
  const same = await shop.call('GET', `/test_runs/compare?runs=${base.id},${base.id}`);
  assert.equal(same.status, 422);
});

test('a gate that names a baseline fails a run that is worse, and the CLI reads it from the run', async () => {
  let isWorse = false;
  const endpoint = await answering('/gated', () => ({ body: { answer: isWorse ? 'no' : 'good' } }));
  const set = await shop.makeSet(
    Array.from({ length: 10 }, (_, place) => `q${place}`),
    {
      gates: { min_pass_rate: 0, baseline: 'last' },
    },
  );
  const base = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.equal(base.gate, 'passed');
  isWorse = true;
  const other = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.equal(other.gate, 'failed');
  assert.deepEqual(other.gate_reasons, ['The run is worse than its baseline, beyond chance.']);
});

test('a person of another organization learns nothing of a run', async () => {
  const run = await shop.ended((await shop.start(await shop.makeSet(['a']))).test_run_id);
  const [result] = await shop.results(run.id);
  const stranger = await shop.platform.signUp();
  for (const path of [
    `/test_runs/${run.id}`,
    `/test_runs/${run.id}/results`,
    `/test_runs/${run.id}/download`,
    `/test_results/${result.id}`,
  ]) {
    const { status } = await shop.call('GET', path, undefined, stranger.token);
    assert.equal(status, 404, path);
  }
  assert.equal(
    (await shop.call('POST', `/test_runs/${run.id}/cancel`, undefined, stranger.token)).status,
    404,
  );
  assert.deepEqual((await shop.call('GET', '/test_results', undefined, stranger.token)).body, []);
});

test('a run is told beforehand: its size, its calls and what stands against it', async () => {
  const set = await shop.makeSet(['a', 'b', 'c']);
  const { body, status, text } = await shop.call('POST', '/preflight-checks', {
    test_set_id: set,
    endpoint_id: shop.endpointId,
    repeat: 2,
  });
  assert.equal(status, 200, text);
  assert.deepEqual([body.ok, body.tests, body.results, body.calls_at_least], [true, 3, 6, 6]);
  const bad = await shop.call('POST', '/preflight-checks', {
    test_set_id: crypto.randomUUID(),
    endpoint_id: shop.endpointId,
  });
  assert.equal(bad.body.ok, false);
});

test('what happened last with an endpoint is told beforehand, be it a test call or a run', async () => {
  let isBroken = false;
  const endpoint = await answering('/now-and-then', () =>
    isBroken ? { status: 500, body: {} } : { body: { answer: 'good' } },
  );
  const set = await shop.makeSet(['a']);
  const last = async (): Promise<[boolean, string]> => {
    const { body } = await shop.call('POST', '/preflight-checks', {
      test_set_id: set,
      endpoint_id: endpoint,
    });
    const told = body.checks.find(({ name }: Json) => name === 'last_test');
    return [told.ok, told.message];
  };
  const tried = () => shop.call('POST', `/endpoints/${endpoint}/test`, { input_data: { input: 'a' } });
  const run = async () => shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  isBroken = true;
  await tried();
  assert.deepEqual(await last(), [false, 'The last test call of the endpoint failed.']);
  isBroken = false;
  await run();
  assert.deepEqual(await last(), [true, 'The endpoint answered in its last run.']);
  await shop.call('PATCH', `/endpoints/${endpoint}`, { auth_token: 'another-token-of-tests' });
  assert.deepEqual(await last(), [
    false,
    'The endpoint was changed after its last run. Try it once on its Test tab before many tests are asked.',
  ]);
  await run();
  const { body: shown } = await shop.call('GET', `/endpoints/${endpoint}`);
  assert.equal(
    shown.last_test_success,
    true,
    'an endpoint that has answered since is not one whose test failed',
  );
  isBroken = true;
  await run();
  assert.deepEqual(await last(), [false, 'Every test of the last run of the endpoint ended in an error.']);
  isBroken = false;
  await tried();
  assert.deepEqual(await last(), [true, 'The last test call of the endpoint succeeded.']);
});

test('how many tests a metric judges is told as it is, of one as of many', async () => {
  const messages = async (tests: readonly Json[]) => {
    const set = await shop.makeSet([], { metrics: [], tests });
    const { body } = await shop.call('POST', '/preflight-checks', {
      test_set_id: set,
      endpoint_id: shop.endpointId,
    });
    return new Map<string, string>(body.checks.map(({ name, message }: Json) => [name, message]));
  };
  const judged = { prompt: { content: 'a' }, metrics: [{ metric: shop.metricId }] };
  const bare = { prompt: { content: 'b' } };
  const half = await messages([judged, bare]);
  assert.equal(half.get('test_set'), 'Set has 2 tests to run.');
  assert.equal(half.get('metrics'), '1 test has a metric that decides.');
  assert.equal(
    half.get('all_tests_judged'),
    '1 test is judged by no metric: “b”. A person reviews its answer; an answer that somebody has reviewed before keeps that review.',
  );
  const most = await messages([judged, judged, bare, bare]);
  assert.equal(most.get('metrics'), '2 tests have a metric that decides.');
  assert.equal(
    most.get('all_tests_judged'),
    '2 tests are judged by no metric: “b”, “b”. A person reviews their answers; an answer that somebody has reviewed before keeps that review.',
  );
  // What stands against it is not said to be fine in the next line.
  assert.deepEqual(
    [...most.keys()].filter((name) => /judged|decided|metrics/.test(name)),
    ['all_tests_judged', 'metrics'],
  );
  assert.equal((await messages([judged])).get('metrics'), 'Each test has a metric that decides.');
});

test('before a run it is told how many tests need a model where none is set up, and they are not called decided', async () => {
  const judged = await shop.call('POST', '/metrics', {
    name: 'Is polite',
    backend: 'judge',
    score_type: 'binary',
    evaluation_prompt: 'Is the answer polite?',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(judged.status, 201, judged.text);
  const rule = { metric: shop.metricId };
  const set = await shop.makeSet([], {
    metrics: [],
    tests: [
      { prompt: { content: 'a' }, metrics: [rule] },
      { prompt: { content: 'b' }, metrics: [rule, { metric: judged.body.id }] },
    ],
  });
  const checks = async (more: Json = {}) => {
    const { body } = await shop.call('POST', '/preflight-checks', {
      test_set_id: set,
      endpoint_id: shop.endpointId,
      ...more,
    });
    const told = body.checks.filter(({ name }: Json) => /metrics|decided|models/.test(name));
    return [body.tests, ...told.map(({ severity, message }: Json) => `${severity}: ${message}`)];
  };
  const lacking =
    'warning: 1 test needs a model, and none is in use: what the model is to judge is not evaluated.';
  assert.deepEqual(await checks(), [2, lacking, 'info: 1 test has a metric that decides.']);
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.deepEqual([run.counts.passed, run.counts.not_evaluated], [1, 1]);
  // What would be tried again lacks the same.
  assert.deepEqual(await checks({ only: 'not_evaluated', of_run: run.id }), [1, lacking]);
  const model = await shop.call('POST', '/models', {
    name: 'Judge',
    provider: 'openai_compatible',
    model_name: 'judge',
    base_url: shop.target.url('/v1'),
  });
  assert.equal(model.status, 201, model.text);
  assert.deepEqual(await checks({ evaluation_model_id: model.body.id }), [
    2,
    'info: Each test has a metric that decides.',
  ]);
});

test('files of a run cannot make a spreadsheet or a page run anything', async () => {
  const endpoint = await answering('/hostile', () => ({
    body: { answer: '=HYPERLINK("http://x.example.test") <script>alert(1)</script> good' },
  }));
  const run = await shop.ended((await shop.start(await shop.makeSet(['+1']), {}, endpoint)).test_run_id);
  const download = async (format: string) =>
    (await shop.call('GET', `/test_runs/${run.id}/download?format=${format}`)).text;
  assert.match(await download('csv'), /"'=HYPERLINK/);
  assert.doesNotMatch(await download('html'), /<script>/);
  assert.match(await download('html'), /Content-Security-Policy/);
  assert.doesNotMatch(await download('markdown'), /<script>/);
  assert.ok((await download('jsonl')).includes('=HYPERLINK'));
  assert.ok((await download('xlsx')).startsWith('PK'));
});

test('whoever started a run is told of its end, and a file of a test travels with its call', async () => {
  const text = 'The deductible is 500.';
  const form = new FormData();
  form.append('files', new Blob([text], { type: 'text/plain' }), 'policy.txt');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const uploaded = await shop.platform.app.http.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: {
      authorization: `Bearer ${shop.owner.token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.equal(uploaded.statusCode, 201, uploaded.body);
  const [file] = uploaded.json() as { id: string }[];
  let seen: unknown;
  shop.target.route('/files', (incoming, response) => {
    seen = incoming.json;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/files'), {
    request_mapping: { message: '{{ input }}', data: '{{ files[0].data }}' },
  });
  const set = await shop.makeSet([], {
    tests: [{ prompt: { content: 'What does it say?' }, files: [file?.id] }],
  });
  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.equal(run.counts.passed, 1, JSON.stringify(run));
  assert.deepEqual(seen, { message: 'What does it say?', data: Buffer.from(text).toString('base64') });
  // The job tells of it when it ends, which is a moment after the run has.
  for (let look = 0; ; look += 1) {
    const told = await shop.call('GET', "/notifications?$filter=kind eq 'test_run.finished'&limit=100");
    const isTold = told.body.some(
      (notice: { entity_id: string; status: string }) =>
        notice.entity_id === run.id && notice.status === 'Completed',
    );
    if (isTold) break;
    assert.ok(look < 400, told.text);
    await pause(25);
  }
});

test('what a former version kept in the clear in the snapshot of a run is taken out when the program starts', async () => {
  const started = await shop.start(await shop.makeSet(['one']));
  const run = await shop.ended(started.test_run_id);
  const key = `fake-${'s3cret'.repeat(4)}`;
  const bot = ['100000000', `notARealBotOf${'Anybody'.repeat(4)}`].join(':');
  const { database } = shop.platform.app;
  const endpoint = {
    ...run.snapshot.endpoint,
    url: `https://one.example.test/bot${bot}/chat?api_key=${key}`,
    request_headers: { 'x-functions-key': key, 'X-Tenant': 'one' },
    request_mapping: { message: '{{ input }}', password: key },
  };
  const former = [run.id, JSON.stringify({ ...run.snapshot, endpoint })];
  await database.executeSql(
    'update test_runs set literals_moved = false, snapshot = $2 where id = $1',
    former,
  );
  await clearFormerSnapshots(database);
  const read = await shop.call('GET', `/test_runs/${run.id}`);
  assert.ok(!read.text.includes(key) && !read.text.includes(bot), read.text);
  assert.deepEqual(read.body.snapshot, {
    ...run.snapshot,
    endpoint: {
      ...endpoint,
      url: 'https://one.example.test/bot{{ secrets.bot_token }}/chat?api_key={{ secrets.api_key }}',
      request_headers: { 'X-Tenant': 'one' },
      request_mapping: { message: '{{ input }}', password: '{{ secrets.password }}' },
    },
  });
});

test('a placeholder without a value is told before a run, since every test would send it empty', async () => {
  const set = await shop.makeSet(['one']);
  const checksOf = async (mapping: Record<string, string>): Promise<Json[]> => {
    const id = await makeEndpoint(shop.call, shop.target.url('/chat'), { request_mapping: mapping });
    const { body } = await shop.call('POST', '/preflight-checks', { test_set_id: set, endpoint_id: id });
    assert.equal(body.ok, true);
    return body.checks.filter(({ name }: Json) => name === 'placeholders');
  };
  assert.deepEqual(await checksOf({ message: '{{ input }}', session: '{{ session_id }}' }), []);
  assert.deepEqual(await checksOf({ message: '{{ input }}', booking: '{{ booking_ref }}' }), [
    {
      name: 'placeholders',
      ok: false,
      severity: 'warning',
      message:
        '“booking_ref” of the request has no value in a run, so each test sends it empty: write the value into the mapping of the endpoint, or give it as a parameter of an experiment.',
    },
  ]);
});
