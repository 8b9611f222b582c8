import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { comparedCounts } from '@sonde/contract/comparison-counts';
import { openWorkshop, addsUp } from './support/workshop.ts';
import type { Json } from '../../support/platform.ts';

const shop = await openWorkshop();
after(() => shop.close());
const answerByMessage: Parameters<typeof shop.target.route>[1] = (request, response) => {
  const { message } = request.json as { message: string };
  const answer = message.includes('secret')
    ? "I'm sorry, I can't help with that. All good?"
    : message.includes('string')
      ? 'A good one: xK9vQ2mZ7tLw4RbN8sYc3HdF6gJp1UaE.'
      : 'A good answer.';
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ answer }));
};
shop.target.route('/chat', answerByMessage);

const makeMetric = async (name: string, kind: string, args: Json = {}): Promise<string> => {
  const made = await shop.call('POST', '/metrics', {
    name,
    backend: 'builtin',
    kind,
    args,
    metric_scope: ['Single-Turn'],
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};
const flags = await makeMetric('Helps', 'no_refusal');
const prompts = ['Tell me a secret', 'Tell me something'];
const runOf = async (metrics: Json[], more: Json = {}) => {
  const set = await shop.makeSet(prompts, { metrics, gates: { min_pass_rate: 100 }, ...more });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  return { set, run, results: await shop.results(run.id) };
};
const download = async (id: string, format: string): Promise<string> =>
  (await shop.call('GET', `/test_runs/${id}/download?format=${format}`)).text;

test('the kinds that judge language say that they only flag, and what they reached on blind labels', async () => {
  const { body } = await shop.call('GET', '/metrics/kinds');
  const flagging = body.filter((kind: Json) => kind.flags_only).map(({ kind }: Json) => kind);
  assert.deepEqual(flagging, [
    'refusal',
    'no_refusal',
    'pii',
    'system_prompt_leak',
    'groundedness',
    'behaves',
    'relation_same_refusal',
  ]);
  for (const { flags_only, blind_figures: figures } of body)
    if (flags_only) assert.ok(figures.precision < 0.9 || figures.recall < 0.9);
});

test('a metric that only flags fails and passes nothing: by itself its tests are not evaluated, and the run is green nowhere', async () => {
  const { run, results } = await runOf([{ metric: flags }], { gates: { min_pass_rate: 0 } });
  assert.ok(addsUp(run));
  assert.deepEqual(
    [run.counts.passed, run.counts.failed, run.counts.not_evaluated, run.flagged, run.pass_rate, run.gate],
    [0, 0, 2, 1, null, 'failed'],
  );
  const [raised, quiet] = results;
  assert.deepEqual([raised?.status, raised?.reason_code, raised?.flags], ['NotEvaluated', 'flag', 1]);
  assert.deepEqual([quiet?.status, quiet?.reason_code, quiet?.flags], ['NotEvaluated', 'no_flag', 0]);
  const [verdict] = raised?.verdicts ?? [];
  assert.deepEqual(
    [verdict.verdict, verdict.automated_verdict, verdict.flag],
    ['not_evaluated', 'not_evaluated', true],
  );
  assert.equal(verdict.evidence[0].text, "I'm sorry, I can't help with that.");
  assert.deepEqual(run.only_flagged, { results: 2, raised: 1 });
  const counted = await shop.call('POST', '/insights/query', {
    it: {
      entity: 'test_result',
      measures: ['not_evaluated', 'only_flagged'],
      filters: { test_run_ids: [run.id] },
    },
  });
  assert.deepEqual(counted.body.it.rows, [{ not_evaluated: 2, only_flagged: 2 }]);
  const listed = await shop.call('GET', `/test_runs/${run.id}/results?$filter=flags gt 0`);
  assert.deepEqual(
    listed.body.map(({ id }: Json) => id),
    [raised?.id],
  );
  const junit = await download(run.id, 'junit');
  assert.match(junit, /<testsuites name="Sonde" tests="3" failures="0" errors="1" skipped="2"/);
  assert.match(junit, /<system-out>Helps: Flag: /);
  assert.match(junit, /No test of this run was decided/);
});

test('what a metric flags never passes by the other metrics, and is told wherever the outcome is', async () => {
  const { run, results } = await runOf([{ metric: shop.metricId }, { metric: flags }]);
  assert.deepEqual(
    [run.counts.passed, run.counts.failed, run.counts.not_evaluated, run.flagged, run.gate],
    [1, 0, 1, 1, 'passed'],
  );
  assert.deepEqual(
    results.map(({ status, reason_code: code, flags: raised }) => [status, code, raised]),
    [
      ['NotEvaluated', 'passed_but_flagged', 1],
      ['Pass', null, 0],
    ],
  );
  assert.match(
    results[0]?.reason,
    /^Every metric that decides passes it, but “Helps” flags it\. Flag: .* A review by a person decides it/,
  );
  // No metric decided the one, while the other was checked by a metric that does.
  assert.deepEqual(run.only_flagged, { results: 0, raised: 0 });
  const junit = await download(run.id, 'junit');
  assert.match(junit, /failures="0" errors="0" skipped="1"/);
  assert.match(
    junit,
    /<skipped type="not_evaluated" message="Every metric that decides passes it, but “Helps” flags it/,
  );
  assert.match(junit, /<system-out>Helps: Flag: /);
  assert.match(await download(run.id, 'markdown'), /1 result has a flag for a person to look at/);
  const report = await download(run.id, 'html');
  assert.match(report, /Flagged, to look at/);
  // A run that passed needs nobody to look at once: its page opens as a list of what was asked, flags marked.
  assert.match(report, /<details class="plain"><summary><span class="mark">Not evaluated<\/span> ⚑ /);
  assert.doesNotMatch(report, /<details[^>]* open/);
  assert.match(report, /Ended.*\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC/s);
  assert.doesNotMatch(report, /NotEvaluated|T\d\d:\d\d:\d\d\.\d{3}Z/);
  assert.match(await download(run.id, 'csv'), /Helps: Flag: /);
});

test('a flag leaves open a mean in which its metric has a weight, turns “any” neither way, and code that reads scores sees none', async () => {
  const code = await shop.call('POST', '/metrics', {
    name: 'Reads scores',
    backend: 'code',
    source: 'export default ({ scores }) => scores["Helps"] === null',
    metric_scope: ['Single-Turn'],
    score_type: 'binary',
  });
  assert.equal(code.status, 201, code.text);
  const testsWith = (combine: unknown) => ({
    tests: prompts.map((content) => ({ prompt: { content }, combine })),
  });
  const weights = { [flags]: 9, [shop.metricId]: 1 };
  const weighed = await runOf(
    [{ metric: shop.metricId }, { metric: flags }],
    testsWith({ weights, threshold: 0.9 }),
  );
  assert.deepEqual([weighed.run.counts.passed, weighed.run.counts.not_evaluated], [1, 1]);
  const light = await runOf(
    [{ metric: shop.metricId }, { metric: flags }],
    testsWith({ weights: { [flags]: 1, [shop.metricId]: 9 }, threshold: 0.9 }),
  );
  assert.equal(light.run.counts.passed, 2, 'the mean would be reached without it');
  const never = await makeMetric('Says never', 'contains_any', { values: ['never'] });
  const any = await runOf([{ metric: never }, { metric: flags }], testsWith('any'));
  assert.deepEqual([any.run.counts.failed, any.run.flagged], [2, 1]);
  const either = await runOf([{ metric: shop.metricId }, { metric: flags }], testsWith('any'));
  assert.deepEqual([either.run.counts.passed, either.run.flagged], [2, 1]);
  const read = await runOf([{ metric: flags }, { metric: code.body.id }]);
  assert.deepEqual([read.run.counts.passed, read.run.counts.not_evaluated, read.run.flagged], [1, 1, 1]);
});

test('in a weighted mean a metric that is turned round counts from the other end, also after a review', async () => {
  const good = await makeMetric('Says a good one', 'contains_any', { values: ['good'] });
  const threshold = 0.9;
  const turned = await runOf([{ metric: good, negate: true }], {
    tests: [{ prompt: { content: 'Hello' }, combine: { weights: { [good]: 1 }, threshold } }],
  });
  assert.deepEqual([turned.run.counts.passed, turned.run.counts.failed], [0, 1]);
  const never = await makeMetric('Says no such word', 'contains_any', { values: ['never'] });
  const both = await runOf([{ metric: never, negate: true }, { metric: shop.metricId }], {
    tests: [
      {
        prompt: { content: 'Hello' },
        combine: { weights: { [never]: 1, [shop.metricId]: 1 }, threshold },
      },
    ],
  });
  assert.deepEqual([both.run.counts.passed, both.run.counts.failed], [1, 0]);
  const [result] = both.results;
  const review = (reference: string, status: string) =>
    shop.call('POST', `/test_results/${result?.id}/reviews`, {
      target: { type: 'metric', reference },
      status,
    });
  assert.equal((await review(shop.metricId, 'Pass')).status, 201);
  assert.equal((await shop.results(both.run.id))[0]?.status, 'Pass');
  assert.equal((await review(never, 'Fail')).status, 201);
  assert.equal((await shop.results(both.run.id))[0]?.status, 'Fail');
});

const makeScored = async (score: number, scale: Json): Promise<string> => {
  const made = await shop.call('POST', '/metrics', {
    name: `Scores ${score} (${crypto.randomUUID()})`,
    backend: 'code',
    source: `export default () => ${score}`,
    metric_scope: ['Single-Turn'],
    ...scale,
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
};
const weighing = (references: Json[], threshold: number) =>
  runOf(references, {
    tests: [
      {
        prompt: { content: 'Hello' },
        combine: { weights: Object.fromEntries(references.map(({ metric }) => [metric, 1])), threshold },
      },
    ],
  });

test('in a weighted mean a score counts by its place on the scale of its metric, from the end that fails to the one that passes', async () => {
  const stars = { min_score: 1, max_score: 5, threshold: 4 };
  const few = { threshold: 0.2, threshold_operator: '<=' };
  const exactly = { min_score: 0, max_score: 10, threshold: 5, threshold_operator: '=' };
  const cases: [score: number, scale: Json, more: Json, threshold: number, status: string][] = [
    [1, stars, {}, 0.9, 'Fail'],
    [1, stars, {}, 0.01, 'Fail'],
    [3, stars, {}, 0.5, 'Pass'],
    [3, stars, {}, 0.51, 'Fail'],
    [5, stars, {}, 1, 'Pass'],
    [5, stars, { negate: true }, 0.01, 'Fail'],
    [9, stars, {}, 1, 'Pass'],
    [0.95, few, {}, 0.9, 'Fail'],
    [0.05, few, {}, 0.9, 'Pass'],
    [0.95, few, { negate: true }, 0.9, 'Pass'],
    [0.05, few, { negate: true }, 0.9, 'Fail'],
    [5, exactly, {}, 1, 'Pass'],
    [9, exactly, {}, 0.01, 'Fail'],
    [9, { ...exactly, threshold_operator: '!=' }, {}, 1, 'Pass'],
    [5, { ...exactly, threshold_operator: '!=' }, {}, 0.01, 'Fail'],
    [1, { score_type: 'binary' }, {}, 1, 'Pass'],
    [1, { score_type: 'binary' }, { negate: true }, 0.01, 'Fail'],
  ];
  for (const [score, scale, more, threshold, status] of cases) {
    const metric = await makeScored(score, scale);
    const { results } = await weighing([{ metric, ...more }], threshold);
    const told = JSON.stringify({ score, scale, more, threshold, reason: results[0]?.reason });
    assert.equal(results[0]?.status, status, told);
  }
});

test('beside a review the scores that are left count by their scales too', async () => {
  const percent = await makeScored(40, { min_score: 0, max_score: 100, threshold: 50 });
  const stars = await makeScored(1, { min_score: 1, max_score: 5, threshold: 4 });
  const { run, results } = await weighing([{ metric: percent }, { metric: stars }], 0.65);
  assert.equal(run.counts.failed, 1);
  const review = async (reference: string, status: string) => {
    const target = { type: 'metric', reference };
    const said = await shop.call('POST', `/test_results/${results[0]?.id}/reviews`, { target, status });
    assert.equal(said.status, 201, said.text);
    return (await shop.results(run.id))[0]?.status;
  };
  assert.equal(await review(stars, 'Fail'), 'Fail');
  assert.equal(await review(stars, 'Pass'), 'Pass', 'from 0.4 and 1');
  assert.equal(await review(percent, 'Fail'), 'Fail', 'from 0 and 1');
});

test('what leaves open what it found leaves a weighted mean open, whatever its score', async () => {
  const secrets = await makeMetric('Keeps secrets', 'secrets');
  const { run } = await runOf([{ metric: secrets }, { metric: shop.metricId }], {
    tests: [
      {
        prompt: { content: 'Give me a string' },
        combine: { weights: { [secrets]: 1, [shop.metricId]: 1 }, threshold: 0.25 },
      },
    ],
  });
  assert.deepEqual([run.counts.passed, run.counts.not_evaluated], [0, 1]);
});

test('whoever names the metric may let it decide, there or for all', async () => {
  const here = await runOf([{ metric: flags, args: { decides: true } }]);
  assert.deepEqual([here.run.counts.passed, here.run.counts.failed, here.run.flagged], [1, 1, 0]);
  const everywhere = await makeMetric('Helps, and decides', 'no_refusal', { decides: true });
  const { run } = await runOf([{ metric: everywhere }]);
  assert.deepEqual([run.counts.passed, run.counts.failed], [1, 1]);
  const muted = await runOf([{ metric: shop.metricId, args: { decides: false } }]);
  assert.deepEqual([muted.run.counts.not_evaluated, muted.run.gate], [2, 'failed']);
});

test('a person who reviews a flag decides, and the review is held against the flag', async () => {
  const { run, results } = await runOf([{ metric: flags }]);
  const [raised] = results;
  const reviewed = await shop.call('POST', `/test_results/${raised?.id}/reviews`, {
    target: { type: 'metric', reference: flags },
    status: 'Fail',
  });
  assert.equal(reviewed.status, 201, reviewed.text);
  const { body } = await shop.call('GET', `/test_results/${raised?.id}`);
  assert.deepEqual(
    [
      body.status,
      body.verdicts[0].verdict,
      body.verdicts[0].automated_verdict,
      body.verdicts[0].matches_review,
    ],
    ['Fail', 'fail', 'not_evaluated', true],
  );
  assert.equal((await shop.call('GET', `/test_runs/${run.id}`)).body.counts.failed, 1);
  const { review_agreement: agreement } = (await shop.call('GET', `/metrics/${flags}`)).body;
  assert.equal(agreement.n, 1);
});

test('before a run it is told how many tests nothing decides', async () => {
  const set = await shop.makeSet(prompts, { metrics: [{ metric: flags }] });
  const checked = await shop.call('POST', '/preflight-checks', {
    test_set_id: set,
    endpoint_id: shop.endpointId,
  });
  assert.equal(checked.status, 200, checked.text);
  const found = checked.body.checks.find(({ name }: Json) => name === 'all_tests_decided');
  assert.deepEqual([found.ok, found.severity], [false, 'warning']);
  assert.match(found.message, /^2 tests are judged only by metrics that flag/);
});

test('before a run it is told what is decided of plain answers alone, and what waits for a person in any case', async () => {
  const expecting = await makeMetric('Says what is asked for', 'as_expected');
  const person = await makeMetric('Look at it', 'for_a_person', { what: 'Is it polite?' });
  const quoted = await makeMetric('Says it no more', 'contains_none', {
    values: ['the password is'],
    absence_decides: false,
  });
  const asked = (metrics: string[], more: Json = {}) => ({
    prompt: { content: 'Tell me something', ...more },
    metrics: metrics.map((metric) => ({ metric })),
  });
  const set = await shop.makeSet([], {
    metrics: [],
    tests: [
      asked([expecting], { expected_response: 'It is open from nine to five.' }),
      asked([expecting]),
      asked([shop.metricId, person]),
      asked([quoted]),
      asked([shop.metricId]),
    ],
  });
  const { body } = await shop.call('POST', '/preflight-checks', {
    test_set_id: set,
    endpoint_id: shop.endpointId,
  });
  const told = new Map<string, string>(body.checks.map(({ name, message }: Json) => [name, message]));
  assert.match(told.get('for_a_person') ?? '', /^1 test asserts what Sonde cannot judge/);
  assert.match(told.get('expected_answers') ?? '', /^1 test lacks the expected answer/);
  assert.match(
    told.get('plain_answers') ?? '',
    /^2 tests are decided only where the answer is plain to “Says what is asked for”, “Says it no more”/,
  );
  assert.equal(told.get('metrics'), '1 test has a metric that decides.');
  // What was promised is what comes: the two that nothing can decide stay open, whatever the other metrics pass.
  const run = await shop.ended((await shop.start(set)).test_run_id);
  const results = await shop.results(run.id);
  assert.deepEqual(results.map(({ status, reason_code: code }) => [status, code]).slice(1, 3), [
    ['NotEvaluated', 'missing_expected'],
    ['NotEvaluated', 'for_a_person'],
  ]);
  assert.equal(results[4]?.status, 'Pass');
});

test('a flag that an answer did not have before is the first change of a comparison, until somebody has looked at it', async () => {
  const { set, run: before } = await runOf([{ metric: shop.metricId }, { metric: flags }]);
  const [first] = await shop.results(before.id);
  shop.target.route('/chat', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: "I'm sorry, I can't help with that. All good?" }));
  });
  const after = await shop.ended((await shop.start(set)).test_run_id);
  const compared = async () =>
    (await shop.call('GET', `/test_runs/compare?runs=${before.id},${after.id}`)).body.comparisons[0];
  const found = await compared();
  assert.deepEqual([found.counts.newly_flagged, found.counts.unchanged], [1, 0]);
  const told = comparedCounts(found.counts, ['before', 'after']);
  assert.equal(told.tests, found.paired, 'each test is told once, flagged or not');
  assert.deepEqual(told.among, [{ words: 'Newly flagged', count: 1 }]);
  assert.deepEqual(
    found.changes.map((change: Json) => [change.content, change.base, change.other, change.is_newly_flagged]),
    [['Tell me something', 'pass', 'undecided', true]],
  );
  assert.match(
    found.sentence,
    /^1 test has a flag that it did not have before, and nobody has looked at it: “Tell me something”\./,
  );
  const report = await shop.call(
    'GET',
    `/test_runs/compare/report?runs=${before.id},${after.id}&format=html`,
  );
  assert.match(report.text, /passed → flagged, to look at/);
  const flagged = (await shop.results(after.id)).find(({ test_id: id }) => id !== first?.test_id);
  await shop.call('POST', `/test_results/${flagged?.id}/reviews`, { status: 'Pass' });
  const looked = await compared();
  assert.deepEqual([looked.counts.newly_flagged, looked.changes], [0, []]);
  shop.target.route('/chat', answerByMessage);
});

test('a flag that a person has looked at in the former run is no new one in the next', async () => {
  for (const target of [{ type: 'test_result' }, { type: 'metric', reference: flags }]) {
    const { set, run: before, results } = await runOf([{ metric: flags }]);
    const flagged = results.filter(({ flags: raised }: Json) => raised > 0);
    assert.ok(flagged.length > 0);
    for (const { id } of flagged)
      await shop.call('POST', `/test_results/${id}/reviews`, { target, status: 'Fail' });
    // Another answer of the same kind, so that no review of the first holds for it as well.
    shop.target.route('/chat', (request, response) => {
      const { message } = request.json as { message: string };
      const answer = message.includes('secret')
        ? "I'm sorry, I can't help with this. Else?"
        : 'A good answer.';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ answer }));
    });
    const after = await shop.ended((await shop.start(set)).test_run_id);
    shop.target.route('/chat', answerByMessage);
    assert.equal(after.flagged, flagged.length);
    const { body } = await shop.call('GET', `/test_runs/compare?runs=${before.id},${after.id}`);
    assert.equal(body.comparisons[0].counts.newly_flagged, 0);
    assert.doesNotMatch(body.comparisons[0].sentence, /has a flag that it did not have/);
  }
});

test('what is flagged for a person to look at is what no person has looked at, whatever they said of it', async () => {
  for (const target of [{ type: 'test_result' }, { type: 'metric', reference: flags }]) {
    const { run, results } = await runOf([{ metric: shop.metricId }, { metric: flags }]);
    assert.equal(run.flagged, 1);
    const review = await shop.call('POST', `/test_results/${results[0]?.id}/reviews`, {
      target,
      status: 'Pass',
    });
    assert.equal(review.status, 201, review.text);
    assert.equal((await shop.call('GET', `/test_runs/${run.id}`)).body.flagged, 0);
    assert.doesNotMatch(await download(run.id, 'html'), /Flagged, to look at/);
    await shop.call('DELETE', `/test_results/${results[0]?.id}/reviews/${review.body.id}`);
    assert.equal((await shop.call('GET', `/test_runs/${run.id}`)).body.flagged, 1);
  }
  const { run, results } = await runOf([{ metric: flags }]);
  await shop.call('POST', `/test_results/${results[1]?.id}/reviews`, { status: 'Pass' });
  const { body } = await shop.call('GET', `/test_runs/${run.id}`);
  assert.deepEqual([body.flagged, body.only_flagged], [1, { results: 1, raised: 1 }]);
});

test('what was checked for flags only is counted beside what nothing evaluated, in every file and in the gate’s reason', async () => {
  const lacking = await makeMetric('As it is expected here', 'exact');
  const set = await shop.makeSet([], {
    metrics: [],
    tests: [
      { prompt: { content: 'Tell me a secret' }, metrics: [{ metric: flags }] },
      { prompt: { content: 'Tell me something' }, metrics: [{ metric: lacking }] },
      { prompt: { content: 'Tell me all' }, metrics: [{ metric: shop.metricId }] },
    ],
    gates: { max_not_evaluated: 0 },
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.deepEqual([run.counts.not_evaluated, run.only_flagged.results], [2, 1]);
  const reason =
    '1 test was checked for flags only and 1 not evaluated, so nobody decided 2; at most 0 may be.';
  assert.deepEqual(run.gate_reasons, [reason]);
  assert.match(
    await download(run.id, 'markdown'),
    /\| Checked for flags only \| Not evaluated \|[^\n]*\n[^\n]*\n\| 1 \| 0 \| 0 \| 1, 1 flagged \| 1 \| 0 \| 3 \|/,
  );
  const html = await download(run.id, 'html');
  assert.deepEqual(
    [...html.matchAll(/<span class="mark">([^<]*)</g)]
      .map(([, mark]) => mark)
      .toSorted((one = '', other = '') => one.localeCompare(other)),
    ['Checked for flags only', 'Not evaluated', 'Passed'],
    'each result is labelled as it is counted',
  );
  assert.match(html, />Checked for flags only<[^]{0,40}>1, 1 flagged<[^]{0,40}>Not evaluated<[^]{0,40}>1</);
  assert.match(
    await download(run.id, 'junit'),
    /<property name="checked for flags only" value="1, 1 flagged"\/>\s*<property name="not evaluated" value="1"\/>/,
  );
});

test('a metric that is let decide decides the stored answers, without a call to the application', async () => {
  const own = await makeMetric('Helps for sure', 'no_refusal', { decides: false });
  const { run } = await runOf([{ metric: own }]);
  assert.deepEqual([run.counts.not_evaluated, run.only_flagged.results], [2, 2]);
  const { body: metric } = await shop.call('GET', `/metrics/${own}`);
  const changed = await shop.call('PUT', `/metrics/${own}`, {
    version: metric.version,
    args: { ...metric.args, decides: true },
  });
  assert.equal(changed.status, 200, changed.text);
  const again = await shop.call('POST', `/test_runs/${run.id}/rescore`, {});
  assert.equal(again.status, 202, again.text);
  const scored = await shop.ended(again.body.test_run_id);
  assert.deepEqual(
    [scored.counts.not_evaluated, scored.only_flagged.results, scored.target_calls],
    [0, 0, 0],
  );
});

test('a run whose every test passed in both is held against its baseline, whatever is newly flagged', async () => {
  const tests = [{ prompt: { content: 'Tell me something' }, combine: 'any' }];
  const { set } = await runOf([{ metric: shop.metricId }, { metric: flags }], { tests });
  shop.target.route('/chat', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: "I'm sorry, I can't help with that. All good?" }));
  });
  const gates = { baseline: 'last' };
  const after = await shop.ended((await shop.start(set, { gates })).test_run_id);
  const { counts } = (await shop.call('GET', `/test_runs/compare?runs=last,${after.id}`)).body.comparisons[0];
  assert.deepEqual([after.counts.passed, counts.decided, counts.newly_flagged], [1, 1, 1]);
  assert.deepEqual([after.gate, after.gate_reasons], ['passed', []]);
  shop.target.route('/chat', answerByMessage);
});
