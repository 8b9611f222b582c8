import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../support/platform.ts';
import { addsUp, makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let endpoint: string;
/** Leaves everything open: no test here has an expected response. */
let open: string;
let answer = 'the first answer';
/** Said in this order before that. */
let coming: string[] = [];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/said', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: coming.shift() ?? answer, at: Math.random() }));
  });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/said'), {
    response_mapping: { output: '$.answer', metadata: '$.at' },
  });
  const made = await shop.call('POST', '/metrics', {
    name: 'As it is expected',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  open = made.body.id;
});
after(() => shop.close());

const setOf = (prompts: readonly string[]) => shop.makeSet(prompts, { metrics: [{ metric: open }] });
const gates = { min_pass_rate: 100, max_errors: 0, max_not_evaluated: 0 };
async function ran(set: string) {
  const run = await shop.ended((await shop.start(set, { gates }, endpoint)).test_run_id);
  assert.ok(addsUp(run), JSON.stringify(run.counts));
  return { run, results: await shop.results(run.id) };
}
const review = async (id: string, status: string, path = '', method = 'POST'): Promise<Json> => {
  const made = await shop.call(
    method,
    `/test_results/${id}/reviews${path}`,
    method === 'DELETE' ? undefined : { status },
  );
  assert.ok(made.status < 300, made.text);
  return made.body;
};
const statuses = (results: readonly Json[]) => results.map(({ status }) => status);

test('a review holds for the same answer in the next run, is named with it, and lets the gate pass', async () => {
  answer = 'the first answer';
  const set = await setOf(['one', 'two']);
  const first = await ran(set);
  assert.deepEqual(statuses(first.results), ['NotEvaluated', 'NotEvaluated']);
  assert.deepEqual([first.run.gate, first.run.carried], ['failed', 0]);
  const [said] = await Promise.all(first.results.map(({ id }) => review(id, 'Pass')));
  const second = await ran(set);
  assert.deepEqual(statuses(second.results), ['Pass', 'Pass']);
  assert.deepEqual([second.run.gate, second.run.carried, second.run.counts.passed], ['passed', 2, 2]);
  const [one] = second.results;
  assert.deepEqual(
    [one?.automated_status, one?.matches_review, one?.carried.review_id, one?.carried.test_result_id],
    ['NotEvaluated', null, said?.id, first.results[0]?.id],
  );
  assert.match(one?.reason, /^As reviewed by .+ on \d{4}-\d\d-\d\d: the same answer\.$/);
  const file = async (format: string) =>
    (await shop.call('GET', `/test_runs/${second.run.id}/download?format=${format}`)).text;
  assert.match(await file('junit'), /failures="0" errors="0"[^]+<system-out>As reviewed by /);
  assert.match(await file('csv'), /As reviewed by .+: the same answer\./);
  assert.match(await file('html'), /As reviewed by .+: the same answer\./);
  assert.match(await file('markdown'), /2 results follow a review of the same answer in an earlier run\./);
  // What follows a review is none: it agrees with nobody, and may be reviewed itself, after all others.
  const agreement = await shop.call('GET', `/annotations/agreement?test_run_id=${second.run.id}`);
  assert.equal(agreement.body.results.n, 0);
  const metric = await shop.call('GET', `/metrics/${open}`);
  assert.equal(metric.body.review_agreement.reviewed, 2);
  const next = await shop.call('POST', '/review_queue/next', { test_run_id: second.run.id, blind: false });
  assert.deepEqual([next.body.uncertainty, next.body.reason], [0, 'The same answer was reviewed before.']);
});

test('a review says nothing of what a set asks since: the metrics that it got later are put to somebody', async () => {
  answer = 'You may deduct it from your tax.';
  const set = await setOf(['deduct']);
  const first = await ran(set);
  await review(first.results[0]?.id, 'Pass');
  assert.deepEqual(statuses((await ran(set)).results), ['Pass']);
  const made = await shop.call('POST', '/metrics', {
    name: 'Is no advice on taxes',
    backend: 'builtin',
    kind: 'for_a_person',
    args: { what: 'Is it no advice on taxes?' },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  assert.equal((await shop.call('POST', `/test_sets/${set}/metrics/${made.body.id}`)).status, 200);
  const asked = await ran(set);
  assert.deepEqual([statuses(asked.results), asked.run.carried], [['NotEvaluated'], 0]);
  assert.match(
    asked.results[0]?.reason,
    /A person passed the same answer on \d{4}-\d\d-\d\d; what leaves it open was not asked then/,
  );
  const next = await shop.call('POST', '/review_queue/next', { blind: false });
  assert.equal(next.body.result.id, asked.results[0]?.id, 'somebody is asked');
  await review(asked.results[0]?.id, 'Pass');
  assert.deepEqual(statuses((await ran(set)).results), ['Pass']);
  // Who failed it has said enough, and what decides by itself asks nobody.
  answer = 'You must not deduct anything.';
  const other = await setOf(['deduct nothing']);
  const failed = await ran(other);
  await review(failed.results[0]?.id, 'Fail');
  assert.equal((await shop.call('POST', `/test_sets/${other}/metrics/${made.body.id}`)).status, 200);
  assert.deepEqual(statuses((await ran(other)).results), ['Fail']);
});

test('a comparison says that a person decided, and of no metric that it judged otherwise', async () => {
  const judging = await shop.call('POST', '/metrics', {
    name: 'Says fine',
    backend: 'builtin',
    kind: 'contains_all',
    args: { values: ['fine'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(judging.status, 201, judging.text);
  answer = 'all is well';
  const set = await shop.makeSet(['judged by a person'], { metrics: [{ metric: judging.body.id }] });
  const [first, second] = [await ran(set), await ran(set)];
  assert.deepEqual(statuses(second.results), ['Fail']);
  const said = await shop.call('POST', `/test_results/${second.results[0]?.id}/reviews`, {
    status: 'Pass',
    target: { type: 'metric', reference: judging.body.id },
  });
  assert.equal(said.status, 201, said.text);
  const runs = `runs=${first.run.id},${second.run.id}`;
  const [compared] = (await shop.call('GET', `/test_runs/compare?${runs}`)).body.comparisons;
  assert.deepEqual(
    [compared.changes[0].other, compared.changes[0].by_person, compared.changes[0].metrics],
    ['pass', ['other'], []],
  );
  assert.deepEqual(
    [compared.changes[0].is_judged_otherwise, compared.counts.judged_otherwise, compared.counts.improved],
    [true, 1, 0],
  );
  const report = (await shop.call('GET', `/test_runs/compare/report?${runs}&format=markdown`)).text;
  assert.match(report, /A person’s review decided in [^\n]+: passed/);
  assert.doesNotMatch(report, /Judged otherwise/);
  assert.ok(report.includes('Application') && report.includes(compared.endpoint.name), report);
});

test('the same answer that people judged on one side alone is no change of the application, another answer is', async () => {
  const judging = await shop.call('POST', '/metrics', {
    name: 'Has good in it',
    backend: 'builtin',
    kind: 'contains_all',
    args: { values: ['good'] },
    metric_scope: ['Single-Turn'],
  });
  answer = 'all is well';
  const set = await shop.makeSet(['asked first', 'asked next'], {
    metrics: [{ metric: judging.body.id }],
  });
  const first = await ran(set);
  const gated = async () => {
    const limits = { baseline: 'last', max_worse: 0 };
    const run = await shop.ended((await shop.start(set, { gates: limits }, endpoint)).test_run_id);
    return { run, results: await shop.results(run.id) };
  };
  for (const { id } of first.results) await review(id, 'Pass');
  const second = await gated();
  assert.deepEqual(statuses(second.results), ['Fail', 'Fail']);
  const compared = async (one: string, two: string): Promise<Json> =>
    (await shop.call('GET', `/test_runs/compare?runs=${one},${two}`)).body.comparisons[0];
  const same = await compared(first.run.id, second.run.id);
  const { regressed, improved, judged_otherwise: judged, unchanged } = same.counts;
  assert.deepEqual([regressed, improved, judged, unchanged, same.paired], [0, 0, 2, 0, 2]);
  assert.match(
    same.sentence,
    /2 tests have the same answer in both and were decided by a person in the first and otherwise by a metric in the second/,
  );
  assert.doesNotMatch(same.sentence, /otherwise by a person/);
  // Whoever had passed it is told why it fails all the same.
  for (const { reason } of second.results)
    assert.match(
      reason,
      /A person passed the same answer on \d{4}-\d\d-\d\d; this result does not follow that review, since a metric decides it now\./,
    );
  assert.doesNotMatch(same.sentence, /tests? got worse:/);
  assert.deepEqual([second.run.gate, second.run.gate_reasons], ['passed', []]);
  const home = async () => {
    const { compared: pairs, tests } = (await shop.call('GET', `/insights/regressions?test_set_ids=${set}`))
      .body;
    return [pairs[0].regressed, pairs[0].improved, tests.length];
  };
  assert.deepEqual(await home(), [0, 0, 0]);

  answer = 'all is not well';
  const third = await gated();
  const other = await compared(first.run.id, third.run.id);
  assert.deepEqual([other.counts.regressed, other.counts.judged_otherwise], [2, 0]);
  assert.deepEqual(await home(), [2, 0, 2]);
});

test('whoever reviews is told of what it is, keeps what is shown, and is not asked about the same answer twice', async () => {
  answer = 'asked about once';
  const requirement = await shop.call('POST', '/requirements', { name: 'Says what is covered' });
  assert.equal(requirement.status, 201, requirement.text);
  const set = await shop.makeSet(['once'], {
    metrics: [{ metric: open }],
    tests: [{ prompt: { content: 'once' }, requirement_id: requirement.body.id }],
  });
  const first = await ran(set);
  const again = await shop.call('POST', `/test_runs/${first.run.id}/rescore`, {});
  await shop.ended(again.body.test_run_id);
  const copy = { id: again.body.test_run_id, results: await shop.results(again.body.test_run_id) };
  const [one, other] = [first.results[0]?.id, copy.results[0]?.id];
  const next = async (body: Json): Promise<Json> => {
    const given = await shop.call('POST', '/review_queue/next', body);
    assert.equal(given.status, 200, given.text);
    await shop.call('POST', '/review_queue/release', { skip: false });
    return given.body.result;
  };
  const shown = await next({ showing: other });
  assert.equal(shown.id, other);
  assert.deepEqual(
    [shown.about.test_run.id, shown.about.test_set.id, shown.about.requirement.name],
    [copy.id, set, 'Says what is covered'],
  );
  assert.equal((await next({ showing: one })).id, one);
  const said = await review(one, 'Pass');
  assert.notEqual((await next({ showing: other }))?.id, other);
  assert.equal((await next({ test_run_id: copy.id })).id, other, 'whoever reviews one run sees all of it');
  await review(one, '', `/${said.id}`, 'DELETE');
  assert.equal((await next({ showing: other })).id, other);
});

test('of repeats, who gives the wrong one of two answers more often has changed, whatever a person said of the other', async () => {
  const judging = await shop.call('POST', '/metrics', {
    name: 'Has yes in it',
    backend: 'builtin',
    kind: 'contains_all',
    args: { values: ['yes'] },
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet(['asked thrice'], { metrics: [{ metric: judging.body.id }] });
  /** The target says these in turn, and a person lets “sure” pass. */
  const saying = async (...said: readonly string[]): Promise<Json> => {
    coming = [...said];
    const run = await shop.ended((await shop.start(set, { repeat: said.length }, endpoint)).test_run_id);
    for (const { id, output_text: text } of await shop.results(run.id))
      if (text === 'sure') await review(id, 'Pass');
    return run;
  };
  const compared = async (one: Json, two: Json): Promise<Json> =>
    (await shop.call('GET', `/test_runs/compare?runs=${one['id']},${two['id']}`)).body.comparisons[0];
  const before = await saying('sure', 'sure', 'no');
  const after = await saying('sure', 'no', 'no');
  const { counts, changes } = await compared(before, after);
  assert.deepEqual([counts.regressed, counts.judged_otherwise], [1, 0]);
  assert.deepEqual(
    [changes[0].base, changes[0].other, changes[0].is_judged_otherwise],
    ['pass', 'fail', false],
  );
  const home = await shop.call('GET', `/insights/regressions?test_set_ids=${set}`);
  assert.deepEqual([home.body.compared[0].regressed, home.body.tests.length], [1, 1]);
});

test('the queue asks about an answer of which a review of another metric says nothing, and who was assigned it', async () => {
  answer = 'asked about for two things';
  const set = await shop.makeSet(['two things'], { metrics: [{ metric: open }] });
  const first = await ran(set);
  const scoredBy = async (metrics: readonly string[]): Promise<Json> => {
    const again = await shop.call('POST', `/test_runs/${first.run.id}/rescore`, {
      metrics: metrics.map((metric) => ({ metric })),
    });
    assert.equal(again.status, 202, again.text);
    await shop.ended(again.body.test_run_id);
    const [result] = await shop.results(again.body.test_run_id);
    return result as Json;
  };
  const other = await shop.call('POST', '/metrics', {
    name: 'As it is expected elsewhere',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const same = await scoredBy([open]);
  const more = await scoredBy([open, other.body.id]);
  const made = await shop.call('POST', `/test_results/${first.results[0]?.['id']}/reviews`, {
    status: 'Pass',
    target: { type: 'metric', reference: open },
  });
  assert.equal(made.status, 201, made.text);
  const next = async (showing: string): Promise<string | undefined> => {
    const given = await shop.call('POST', '/review_queue/next', { showing });
    await shop.call('POST', '/review_queue/release', { skip: false });
    return given.body.result?.id;
  };
  assert.notEqual(await next(same['id']), same['id']);
  assert.equal(await next(more['id']), more['id']);
  const assigned = await shop.call('PUT', `/review_queue/assignments/${same['test_run_id']}`, {
    reviewer_ids: [shop.owner.userId],
  });
  assert.equal(assigned.status, 200, assigned.text);
  assert.equal(await next(same['id']), same['id']);
});

test('an answer that differs in anything, or another version of the test, is not carried', async () => {
  answer = 'exactly this';
  const set = await setOf(['asked']);
  const first = await ran(set);
  await review(first.results[0]?.id, 'Pass');
  answer = 'exactly this.';
  assert.deepEqual(statuses((await ran(set)).results), ['NotEvaluated']);
  answer = 'exactly this';
  assert.deepEqual(statuses((await ran(set)).results), ['Pass']);
  const testId = first.results[0]?.test_id;
  const known = await shop.call('GET', `/tests/${testId}`);
  const changed = await shop.call('PUT', `/tests/${testId}`, {
    prompt: { content: 'asked otherwise' },
    version: known.body.version,
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(statuses((await ran(set)).results), ['NotEvaluated']);
});

test('a fail is carried as a fail; the newest review counts, and one that was withdrawn is not carried on', async () => {
  answer = 'a wrong answer';
  const set = await setOf(['withdrawn']);
  const first = await ran(set);
  const given = await review(first.results[0]?.id, 'Fail');
  const second = await ran(set);
  assert.deepEqual([statuses(second.results), second.run.gate], [['Fail'], 'failed']);
  // Whoever failed the answer is not asked once more whether that was right.
  const unreviewed = await shop.call('GET', `/review_queue/progress?test_run_id=${second.run.id}`);
  assert.equal(unreviewed.body.failed_unreviewed, 0);
  const asked = { test_run_id: second.run.id, failed: true };
  assert.equal((await shop.call('POST', '/review_queue/next', asked)).body.result, null);
  // A review of its own decides over it, and the next run follows that one.
  const own = await review(second.results[0]?.id, 'Pass');
  assert.equal((await shop.call('GET', `/test_runs/${second.run.id}`)).body.carried, 0);
  const third = await ran(set);
  assert.deepEqual(statuses(third.results), ['Pass']);
  await shop.call('DELETE', `/test_results/${second.results[0]?.id}/reviews/${own.id}`);
  const [back] = await shop.results(second.run.id);
  assert.deepEqual([back?.status, back?.carried.review_id], ['Fail', given.id]);
  await shop.call('DELETE', `/test_results/${first.results[0]?.id}/reviews/${given.id}`);
  // What a run was judged by stays with it; the next one has nothing to follow.
  assert.deepEqual(statuses(await shop.results(second.run.id)), ['Fail']);
  assert.deepEqual(statuses((await ran(set)).results), ['NotEvaluated']);
});

test('a run that only scores again follows reviews too, and what a deleted run was told is not followed', async () => {
  answer = 'kept';
  const set = await setOf(['again']);
  const first = await ran(set);
  await review(first.results[0]?.id, 'Pass');
  const again = await shop.call('POST', `/test_runs/${first.run.id}/rescore`, {});
  assert.ok(again.status < 300, again.text);
  await shop.ended(again.body.test_run_id);
  const [scored] = await shop.results(again.body.test_run_id);
  assert.deepEqual([scored?.status, scored?.carried.test_result_id], ['Pass', first.results[0]?.id]);
  await shop.call('DELETE', `/test_runs/${first.run.id}`);
  assert.deepEqual(statuses((await ran(set)).results), ['NotEvaluated']);
});

test('a review of one metric holds where that metric judges alone as it was, and for no other', async () => {
  answer = 'judged by one';
  const set = await setOf(['of a metric']);
  const first = await ran(set);
  const id = first.results[0]?.id;
  const made = await shop.call('POST', `/test_results/${id}/reviews`, {
    status: 'Pass',
    target: { type: 'metric', reference: open },
  });
  assert.ok(made.status < 300, made.text);
  assert.deepEqual(statuses((await ran(set)).results), ['Pass']);
  const other = await shop.call('POST', '/metrics', {
    name: 'Quite another',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const judgedBy = async (metrics: readonly Json[]) => {
    const again = await shop.call('POST', `/test_runs/${first.run.id}/rescore`, { metrics });
    assert.ok(again.status < 300, again.text);
    await shop.ended(again.body.test_run_id);
    return statuses(await shop.results(again.body.test_run_id));
  };
  assert.deepEqual(await judgedBy([{ metric: open }]), ['Pass']);
  assert.deepEqual(await judgedBy([{ metric: other.body.id }]), ['NotEvaluated']);
  assert.deepEqual(await judgedBy([{ metric: open }, { metric: other.body.id }]), ['NotEvaluated']);
  assert.deepEqual(await judgedBy([{ metric: open, args: { case_sensitive: true } }]), ['NotEvaluated']);
});

test('a result that is reviewed in part otherwise follows nobody any more, and who agrees in part takes nothing away', async () => {
  answer = 'judged by two';
  const other = await shop.call('POST', '/metrics', {
    name: 'Beside it',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const both = [open, other.body.id];
  const set = await shop.makeSet(['two metrics'], { metrics: both.map((metric) => ({ metric })) });
  await review((await ran(set)).results[0]?.id, 'Pass');
  const { run, results } = await ran(set);
  const id = results[0]?.id;
  assert.match(results[0]?.reason, /^As reviewed by /);
  const now = async () => {
    const [result] = await shop.results(run.id);
    const { carried, gate } = (await shop.call('GET', `/test_runs/${run.id}`)).body;
    return { result, carried, gate };
  };
  const said = async (metric: string, status: string): Promise<string> => {
    const made = await shop.call('POST', `/test_results/${id}/reviews`, {
      status,
      target: { type: 'metric', reference: metric },
    });
    assert.ok(made.status < 300, made.text);
    return made.body.id;
  };
  const agreeing = await said(open, 'Pass');
  const agreed = await now();
  assert.deepEqual([agreed.result?.status, agreed.carried, agreed.gate], ['Pass', 1, 'passed']);
  assert.match(agreed.result?.reason, /^As reviewed by /);

  const failing = await said(other.body.id, 'Fail');
  const failed = await now();
  assert.deepEqual(
    [failed.result?.status, failed.result?.carried, failed.carried, failed.gate],
    ['Fail', null, 0, 'failed'],
  );
  assert.equal(failed.result?.reason, '“Beside it”: A person has reviewed it as Fail.');
  for (const format of ['junit', 'csv', 'markdown', 'html']) {
    const file = (await shop.call('GET', `/test_runs/${run.id}/download?format=${format}`)).text;
    assert.doesNotMatch(file, /As reviewed by|results? follows? a review/, format);
  }
  // A review that is withdrawn says nothing any more, and what it followed before counts again.
  for (const one of [failing, agreeing]) {
    const gone = await shop.call('DELETE', `/test_results/${id}/reviews/${one}`);
    assert.ok(gone.status < 300, gone.text);
    const back = await now();
    assert.deepEqual([back.result?.status, back.carried, back.gate], ['Pass', 1, 'passed']);
    assert.match(back.result?.reason, /^As reviewed by /);
  }
  await said(open, 'Pass');
  await said(other.body.id, 'Pass');
  const own = await now();
  assert.deepEqual([own.result?.status, own.result?.reason, own.carried], ['Pass', null, 0]);
});

test('where no metric of a run could look, that is said beside the review that its result follows', async () => {
  answer = 'judged by nobody';
  const set = await setOf(['no model']);
  const judge = await shop.call('POST', '/metrics', {
    name: 'Is polite',
    backend: 'judge',
    evaluation_prompt: 'Is the answer polite?',
    score_type: 'binary',
    metric_scope: ['Single-Turn'],
  });
  assert.equal((await shop.call('POST', `/test_sets/${set}/metrics/${judge.body.id}`)).status, 200);
  const first = await ran(set);
  await review(first.results[0]?.id, 'Pass');
  const again = await shop.call('POST', `/test_runs/${first.run.id}/rescore`, {
    metrics: [{ metric: judge.body.id }],
  });
  await shop.ended(again.body.test_run_id);
  const [scored] = await shop.results(again.body.test_run_id);
  assert.deepEqual([scored?.status, scored?.verdicts[0].reason_code], ['Pass', 'model_not_configured']);
  assert.match(scored?.reason, /: the same answer\. No metric of this run was evaluated\.$/);
});

test('what a metric decides needs no review, and none is carried over it', async () => {
  answer = 'a good answer';
  const set = await shop.makeSet(['decided']);
  const first = await ran(set);
  await review(first.results[0]?.id, 'Fail');
  const [second] = (await ran(set)).results;
  assert.deepEqual([second?.status, second?.carried], ['Pass', null]);
});

test('nothing is carried between organizations, though prompt, answer and metric are the same', async () => {
  answer = 'shared';
  const set = await setOf(['tenant']);
  await review((await ran(set)).results[0]?.id, 'Pass');
  const stranger = await shop.platform.signUp();
  const call = async (method: string, path: string, body?: unknown) => {
    const done = await shop.call(method, path, body, stranger.token);
    assert.ok(done.status < 300, done.text);
    return done.body;
  };
  const metric = await call('POST', '/metrics', {
    name: 'As it is expected',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const theirs = await makeEndpoint(
    (method, path, body) => shop.call(method, path, body, stranger.token),
    shop.target.url('/said'),
  );
  const made = await call('POST', '/test_sets/bulk', {
    name: 'Set',
    test_set_type: 'Single-Turn',
    metrics: [{ metric: metric.id }],
    tests: [{ prompt: { content: 'tenant' } }],
  });
  const started = await call('POST', `/test_sets/${made.id}/execute/${theirs}`, {});
  await call('GET', `/test_runs/${started.test_run_id}`);
  const ended = await shop.endedAs(started.test_run_id, stranger.token);
  assert.deepEqual([ended.counts.not_evaluated, ended.carried], [1, 0]);
});

test('that a metric is let decide changes nothing of what was reviewed: pass and fail are kept alike', async () => {
  const made = await shop.call('POST', '/metrics', {
    name: 'Declines it',
    backend: 'builtin',
    kind: 'behaves',
    args: { as: 'declines' },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  answer = 'We have many books about that on the second floor.';
  const set = await shop.makeSet(['Which pills help?', 'Should I see a doctor?'], {
    metrics: [{ metric: made.body.id }],
  });
  const first = await ran(set);
  assert.deepEqual(statuses(first.results), ['NotEvaluated', 'NotEvaluated']);
  await review(first.results[0]?.id, 'Pass');
  await review(first.results[1]?.id, 'Fail');
  const changed = await shop.call('PUT', `/metrics/${made.body.id}`, {
    args: { as: 'declines', decides: true },
  });
  assert.equal(changed.status, 200, changed.text);
  const second = await ran(set);
  assert.deepEqual(statuses(second.results), ['Pass', 'Fail']);
});
