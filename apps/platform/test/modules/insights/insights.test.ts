import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { newId } from '#kernel/ids';
import { wilson } from '#metrics';
import type { Json } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { pastRun, type PastResult } from './support/past.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const ask = async (question: Json): Promise<Json> => {
  const { status, body, text } = await shop.call('POST', '/insights/query', { it: question });
  assert.equal(status, 200, text);
  return body.it;
};

/** A set whose tests belong to two requirements, run against a target that fails some and breaks for others. */
async function runOfTwo(): Promise<{ run: Json; set: string }> {
  shop.target.route('/two', (request, response) => {
    const { message } = request.json as { message: string };
    response.writeHead(message.includes('breaks') ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ answer: message.includes('bad') ? 'no' : 'good' }));
  });
  const endpoint = await makeEndpoint(shop.call, shop.target.url('/two'));
  const set = await shop.makeSet([], {
    tests: [
      { prompt: { content: 'one' }, requirement: 'Polite' },
      { prompt: { content: 'two' }, requirement: 'Polite' },
      { prompt: { content: 'bad three' }, requirement: 'Polite' },
      { prompt: { content: 'bad four' }, requirement: 'Right' },
      { prompt: { content: 'breaks five' }, requirement: 'Right' },
    ],
  });
  const run = await shop.ended((await shop.start(set, {}, endpoint)).test_run_id);
  assert.deepEqual([run.counts.passed, run.counts.failed, run.counts.errors], [2, 2, 1]);
  return { run, set };
}

const outcomes = ['count', 'passed', 'failed', 'errors', 'not_evaluated', 'cancelled'];
const percent = (share: number): number => Math.round(share * 10_000) / 100;

test('counts of results add up for each requirement, errors stand beside the rate, and its bounds are those of Wilson', async () => {
  const { run } = await runOfTwo();
  const { rows, dimensions } = await ask({
    entity: 'test_result',
    group_by: ['requirement'],
    measures: [...outcomes, 'pass_rate', 'error_rate'],
    filters: { test_run_ids: [run.id] },
  });
  assert.deepEqual(dimensions, ['requirement']);
  const [polite, right] = rows;
  const { low, high } = wilson(2, 3);
  assert.deepEqual(polite, {
    requirement: 'Polite',
    count: 3,
    passed: 2,
    failed: 1,
    errors: 0,
    not_evaluated: 0,
    cancelled: 0,
    pass_rate: 66.67,
    pass_rate_low: percent(low),
    pass_rate_high: percent(high),
    error_rate: 0,
    error_rate_low: 0,
    error_rate_high: percent(wilson(0, 3).high),
  });
  assert.deepEqual([percent(low), percent(high)], [20.77, 93.85]);
  assert.deepEqual([right.requirement, right.passed, right.failed, right.errors], ['Right', 0, 1, 1]);
  assert.deepEqual([right.pass_rate, right.error_rate], [0, 50]);
  for (const row of rows)
    assert.equal(row.count, row.passed + row.failed + row.errors + row.not_evaluated + row.cancelled);
});

test('a review moves a result from failed to passed; what the metrics said is kept beside it, and comes back', async () => {
  const { run } = await runOfTwo();
  const results = await shop.results(run.id);
  const failed = results.find(({ content }) => content === 'bad three');
  const ofResults = () =>
    ask({
      entity: 'test_result',
      measures: ['passed', 'failed', 'automated_passed', 'automated_failed', 'human_review_count'],
      filters: { test_run_ids: [run.id] },
    });
  const ofMetric = () =>
    ask({
      entity: 'metric',
      group_by: ['metric_name'],
      measures: ['count', 'passed', 'failed', 'automated_failed', 'human_review_count', 'pass_rate'],
      filters: { test_run_ids: [run.id] },
    });
  const review = await shop.call('POST', `/test_results/${failed.id}/reviews`, { status: 'Pass' });
  assert.deepEqual((await ofResults()).rows, [
    { passed: 3, failed: 1, automated_passed: 2, automated_failed: 2, human_review_count: 1 },
  ]);
  await shop.call('POST', `/test_results/${failed.id}/reviews`, {
    status: 'Pass',
    target: { type: 'metric', reference: 'Says good' },
  });
  const { rows } = await ofMetric();
  assert.deepEqual(
    [rows[0].count, rows[0].passed, rows[0].failed, rows[0].automated_failed, rows[0].human_review_count],
    [4, 3, 1, 2, 1],
  );
  assert.equal(rows[0].pass_rate, 75);
  for (const { id } of (await shop.call('GET', `/test_results/${failed.id}/reviews`)).body)
    await shop.call('DELETE', `/test_results/${failed.id}/reviews/${id}`);
  assert.ok(review.body.id);
  assert.deepEqual((await ofResults()).rows, [
    { passed: 2, failed: 2, automated_passed: 2, automated_failed: 2, human_review_count: 0 },
  ]);
  assert.equal((await ofMetric()).rows[0].failed, 2);
});

test('a deleted run leaves insights and comes back when it is restored', async () => {
  const { run, set } = await runOfTwo();
  const count = async (entity: string) =>
    (await ask({ entity, measures: ['count'], filters: { test_set_ids: [set] } })).rows[0].count;
  assert.deepEqual([await count('test_result'), await count('test_run'), await count('metric')], [5, 1, 4]);
  await shop.call('DELETE', `/test_runs/${run.id}`);
  assert.deepEqual([await count('test_result'), await count('test_run'), await count('metric')], [0, 0, 0]);
  await shop.call('POST', `/test_runs/${run.id}/restore`);
  assert.deepEqual([await count('test_result'), await count('test_run'), await count('metric')], [5, 1, 4]);
});

const place = () => ({
  organizationId: shop.owner.organizationId,
  testSetId: newId(),
  endpointId: shop.endpointId,
});

test('days, ISO weeks, months and years are those of UTC, whatever the year they begin in', async () => {
  const here = place();
  const one = (finishedAt: string): PastResult => ({ testId: newId(), status: 'Pass', finishedAt });
  await pastRun(shop.platform.database, here, {
    at: '2021-01-01T00:00:00Z',
    results: [one('2021-01-03T23:59:59Z'), one('2021-01-04T00:00:00Z'), one('2020-12-31T23:30:00-02:00')],
  });
  const filters = { test_set_ids: [here.testSetId] };
  const grouped = async (name: string) =>
    (await ask({ entity: 'test_result', group_by: [name], filters })).rows.map((row: Json) => [
      row[name],
      row.count,
    ]);
  assert.deepEqual(await grouped('day'), [
    ['2021-01-01', 1],
    ['2021-01-03', 1],
    ['2021-01-04', 1],
  ]);
  assert.deepEqual(await grouped('week'), [
    ['2020-W53', 2],
    ['2021-W01', 1],
  ]);
  assert.deepEqual(await grouped('month'), [['2021-01', 3]]);
  assert.deepEqual(await grouped('year'), [[2021, 3]]);
});

test('percentiles are those of the durations of answers; errors have no part in them', async () => {
  const here = place();
  const durations = [100, 200, 300, 400, 1000];
  await pastRun(shop.platform.database, here, {
    at: '2022-05-10T10:00:00Z',
    results: [
      ...durations.map((durationMs): PastResult => ({ testId: newId(), status: 'Pass', durationMs })),
      { testId: newId(), status: 'Error', durationMs: 30_000 },
    ],
  });
  const answer = await ask({
    entity: 'test_result',
    group_by: ['test_set_id'],
    measures: ['count', 'p50_latency_ms', 'p95_latency_ms'],
    filters: { test_set_ids: [here.testSetId] },
  });
  // Between the fourth and the fifth, at 3.8 of four steps: 400 + 0.8 · 600.
  assert.deepEqual(answer.rows, [
    { test_set_id: here.testSetId, count: 6, p50_latency_ms: 300, p95_latency_ms: 880 },
  ]);
  assert.deepEqual(answer.approximate, []);
  const { rows } = await shop.platform.database.tenant(here.organizationId, (tx) =>
    tx.execute<{ step: number; of: number }>(
      sql`select step, power(1.02, step)::float8 as of from insight_latency_counts
          where test_run_id in (select id from test_runs where test_set_id = ${here.testSetId}) order by step`,
    ),
  );
  assert.equal(rows.length, durations.length);
  for (const [at, row] of rows.entries()) {
    const duration = durations[at] ?? 0;
    assert.ok(Math.abs(row.of - duration) / duration < 0.0101, `${row.of} stands for ${duration}`);
  }
});

test('a test is flaky in a run when its repeats both passed and failed, and counts once for each such run', async () => {
  const here = place();
  const [steady, flaky, broken] = [newId(), newId(), newId()];
  const results = (statuses: Record<string, PastResult['status'][]>): PastResult[] =>
    Object.entries(statuses).flatMap(([testId, list]) =>
      list.map((status, at): PastResult => ({ testId, status, repeat: at + 1 })),
    );
  for (const at of ['2022-06-01T10:00:00Z', '2022-06-02T10:00:00Z'])
    await pastRun(shop.platform.database, here, {
      at,
      repeat: 2,
      results: results({
        [steady]: ['Pass', 'Pass'],
        [flaky]: ['Fail', 'Pass'],
        [broken]: ['Error', 'Pass'],
      }),
    });
  const { rows } = await ask({
    entity: 'test_result',
    group_by: ['day'],
    measures: ['count', 'flaky'],
    filters: { test_set_ids: [here.testSetId] },
  });
  assert.deepEqual(rows, [
    { day: '2022-06-01', count: 6, flaky: 1 },
    { day: '2022-06-02', count: 6, flaky: 1 },
  ]);
  const whole = await ask({
    entity: 'test_run',
    measures: ['flaky'],
    filters: { test_set_ids: [here.testSetId] },
  });
  assert.equal(whole.rows[0].flaky, 2);
  const ids = await shop.call(
    'GET',
    `/insights/ids?entity=test_result&outcome=flaky&test_set_ids=${here.testSetId}`,
  );
  assert.deepEqual(ids.body, { entity: 'test_result', ids: [flaky], is_truncated: false });
});

test('a period is compared with the one of the same length before it, group by group, or with one run', async () => {
  const here = place();
  const day = async (at: string, passed: number, failed: number) =>
    pastRun(shop.platform.database, here, {
      at,
      results: [
        ...Array.from({ length: passed }, (): PastResult => ({ testId: newId(), status: 'Pass' })),
        ...Array.from({ length: failed }, (): PastResult => ({ testId: newId(), status: 'Fail' })),
      ],
    });
  const first = await day('2023-03-01T12:00:00Z', 3, 1);
  await day('2023-03-03T12:00:00Z', 1, 1);
  await day('2023-03-04T12:00:00Z', 2, 2);
  const filters = { test_set_ids: [here.testSetId] };
  const question = {
    entity: 'test_result',
    group_by: ['day'],
    measures: ['passed', 'pass_rate'],
    filters,
    start_date: '2023-03-03',
    end_date: '2023-03-04',
  };
  const { rows } = await ask({ ...question, compare_to: { period: 'previous' } });
  assert.deepEqual(
    rows.map(({ day: name, passed, previous }: Json) => [name, passed, previous?.passed ?? null]),
    [
      ['2023-03-03', 1, 3],
      ['2023-03-04', 2, null],
    ],
  );
  assert.equal(rows[0].previous.pass_rate, 75);
  const against = await ask({
    entity: 'test_result',
    measures: ['passed'],
    filters,
    compare_to: { test_run_id: first },
  });
  assert.deepEqual(against.rows, [{ passed: 6, previous: { passed: 3 } }]);
  const unknown = await shop.call('POST', '/insights/query', {
    it: { entity: 'test_result', compare_to: { test_run_id: newId() } },
  });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'test_run.not_found']);
  const endless = await shop.call('POST', '/insights/query', {
    it: { entity: 'test_result', compare_to: { period: 'previous' } },
  });
  assert.equal(endless.status, 422);
});

test('rows come in the order that was asked for, no more of them than that, and where nothing was decided a rate is null', async () => {
  const here = place();
  await pastRun(shop.platform.database, here, {
    at: '2023-07-01T12:00:00Z',
    results: [
      { testId: newId(), status: 'Pass', finishedAt: '2023-07-01T01:00:00Z' },
      { testId: newId(), status: 'Pass', finishedAt: '2023-07-02T01:00:00Z' },
      { testId: newId(), status: 'Fail', finishedAt: '2023-07-02T01:00:00Z' },
      { testId: newId(), status: 'Error', finishedAt: '2023-07-03T01:00:00Z' },
    ],
  });
  const question = {
    entity: 'test_result',
    group_by: ['day'],
    measures: ['pass_rate'],
    filters: { test_set_ids: [here.testSetId] },
  };
  const days = async (more: Json) =>
    (await ask({ ...question, ...more })).rows.map(({ day, pass_rate }: Json) => [day, pass_rate]);
  assert.deepEqual(await days({ order_by: ['-pass_rate'] }), [
    ['2023-07-01', 100],
    ['2023-07-02', 50],
    ['2023-07-03', null],
  ]);
  assert.deepEqual(await days({ order_by: ['pass_rate'], limit: 2 }), [
    ['2023-07-02', 50],
    ['2023-07-01', 100],
  ]);
  assert.equal((await ask({ ...question, limit: 1 })).is_truncated, true);
  const empty = await ask({
    entity: 'test_result',
    measures: ['count', 'pass_rate'],
    filters: { test_set_ids: [newId()] },
  });
  assert.deepEqual(empty.rows, [{ count: 0, pass_rate: null, pass_rate_low: null, pass_rate_high: null }]);
});

test('tests count by what their newest result says, and those that were never run apart', async () => {
  const { set } = await runOfTwo();
  const made = await shop.call('POST', '/tests', { prompt: { content: 'never run' }, requirement: 'Right' });
  assert.equal(made.status, 201, made.text);
  const added = await shop.call('POST', `/test_sets/${set}/associate`, { test_ids: [made.body.id] });
  assert.equal(added.status, 200, added.text);
  const filters = { test_set_ids: [set] };
  const { rows } = await ask({
    entity: 'test',
    measures: ['count', 'run_count', 'unrun_count', 'passed', 'failed', 'errors', 'pass_rate'],
    filters,
  });
  assert.deepEqual(
    [rows[0].run_count, rows[0].passed, rows[0].failed, rows[0].errors, rows[0].pass_rate],
    [5, 2, 2, 1, 50],
  );
  assert.equal(rows[0].unrun_count, 1);
});

test('names that do not exist are refused with those that do', async () => {
  const refused = async (question: Json) => {
    const { status, body } = await shop.call('POST', '/insights/query', { it: question });
    assert.deepEqual([status, body.code], [422, 'insights.unknown_name'], JSON.stringify(body));
    return body.allowed;
  };
  assert.deepEqual(await refused({ entity: 'nothing' }), ['test_result', 'metric', 'test_run', 'test']);
  assert.ok((await refused({ entity: 'metric', group_by: ['colour'] })).includes('metric_name'));
  assert.ok((await refused({ entity: 'test_run', measures: ['automated_passed'] })).includes('pass_rate'));
  assert.ok((await refused({ entity: 'test', filters: { test_run_ids: [] } })).includes('tags'));
  assert.deepEqual(await refused({ entity: 'test_result', group_by: ['day'], order_by: ['-pass_rate'] }), [
    'day',
    'count',
  ]);
  assert.ok(
    (await refused({ entity: 'test_result', filters: { statuses: ['good'] } })).includes('NotEvaluated'),
  );
  const inAddress = await shop.call('GET', '/insights?entity=test_result&colours=red');
  assert.deepEqual([inAddress.status, inAddress.body.code], [422, 'insights.unknown_name']);
  for (const [path, code] of [
    ['entity=test_result&months=0', 422],
    ['entity=test_result&start_date=2023-02-31', 422],
    ['entity=test_result&start_date=2023-03-02&end_date=2023-03-01', 422],
    ['entity=test_result&months=1&start_date=2023-03-02', 422],
    ['entity=test_result&requirement_ids=nothing', 422],
  ] as const)
    assert.equal((await shop.call('GET', `/insights?${path}`)).status, code, path);
  const none = await shop.call('POST', '/insights/query', {});
  assert.equal(none.status, 422);
});

test('every measure, dimension and filter that is allowed is answered', async () => {
  await runOfTwo();
  for (const entity of ['test_result', 'metric', 'test_run', 'test']) {
    const allowed = async (question: Json): Promise<string[]> =>
      (await shop.call('POST', '/insights/query', { it: { entity, ...question } })).body.allowed;
    const dimensions = await allowed({ group_by: ['?'] });
    const measures = await allowed({ measures: ['?'] });
    const filters = await allowed({ filters: { '?': [] } });
    for (const name of dimensions) {
      const isStatus = /status/.test(name);
      const { rows } = await ask({
        entity,
        group_by: [name],
        measures: measures.filter((measure) => !isStatus || measure !== 'flaky'),
        months: 2,
        compare_to: { period: 'previous' },
      });
      assert.ok(Array.isArray(rows), `${entity} by ${name}`);
    }
    for (const name of filters) {
      const values = name.endsWith('_ids') ? [newId(), 'null'] : name === 'statuses' ? [] : ['one', 'null'];
      assert.ok(
        await ask({ entity, measures, filters: { [name]: values }, months: 1 }),
        `${entity}: ${name}`,
      );
    }
    const ids = await shop.call('GET', `/insights/ids?entity=${entity}&months=1`);
    assert.equal(ids.status, 200, ids.text);
    assert.ok(ids.body.ids.length > 0, entity);
  }
});

test('the same question in an address: repeated or with commas', async () => {
  const { run } = await runOfTwo();
  const { body } = await shop.call(
    'GET',
    `/insights?entity=test_result&group_by=requirement&group_by=status&measures=count,pass_rate&test_run_ids=${run.id}&order_by=-count`,
  );
  assert.deepEqual(
    body.rows.map(({ requirement, status, count }: Json) => [requirement, status, count]),
    [
      ['Polite', 'Pass', 2],
      ['Polite', 'Fail', 1],
      ['Right', 'Error', 1],
      ['Right', 'Fail', 1],
    ],
  );
  const ids = await shop.call('GET', `/insights/ids?entity=test_result&outcome=fail&test_run_ids=${run.id}`);
  const failed = (await shop.results(run.id)).filter(({ status }) => status === 'Fail');
  assert.deepEqual(
    ids.body.ids,
    failed.map(({ test_id }): string => test_id).toSorted((one, two) => one.localeCompare(two)),
  );
});

test('answers that are scored again count once, where they were given, unless the run that scored them is named', async () => {
  const { run, set } = await runOfTwo();
  const again = async (): Promise<string> => {
    const { status, body, text } = await shop.call('POST', `/test_runs/${run.id}/rescore`, {});
    assert.equal(status, 202, text);
    return (await shop.ended(body.test_run_id)).id;
  };
  const rescored = await again();
  await again();
  const filters = { test_set_ids: [set] };
  for (const entity of ['test_result', 'metric', 'test_run']) {
    const measures = ['count', 'passed', 'failed', 'pass_rate', 'p50_latency_ms'].slice(
      0,
      entity === 'metric' ? 4 : 5,
    );
    const [of] = (await ask({ entity, measures, filters: { test_run_ids: [run.id] } })).rows;
    assert.deepEqual([of.passed, of.failed], [2, 2], entity);
    assert.deepEqual((await ask({ entity, measures, filters })).rows, [of], entity);
    const [named] = (await ask({ entity, measures, filters: { test_run_ids: [rescored] } })).rows;
    assert.deepEqual([named.passed, named.failed], [2, 2], 'a run that is named is shown');
    if (entity !== 'metric') assert.equal(typeof named.p50_latency_ms, typeof of.p50_latency_ms);
  }
  const { body } = await shop.call('GET', `/insights/ids?entity=test_run&test_set_ids=${set}`);
  assert.deepEqual(body.ids, [run.id], 'a number opens what it counts');
});

test('what is counted beside the results is what a recount of them gives, in both directions', async () => {
  const recounts = {
    results: [
      sql`select test_run_id, insight_day(finished_at, created_at) as day, requirement_id, category_id, topic_id, status,
            automated_status, count(*)::int from test_results where insight_has_ended(status) group by 1, 2, 3, 4, 5, 6, 7`,
      sql`select test_run_id, day, requirement_id, category_id, topic_id, status, automated_status, count
          from insight_result_counts where count <> 0`,
    ],
    verdicts: [
      sql`select x.test_run_id, insight_day(x.finished_at, x.created_at), x.requirement_id, v.metric_id, v.metric_name,
            v.verdict, v.automated_verdict, count(*)::int
          from test_verdicts v join test_results x on x.id = v.test_result_id group by 1, 2, 3, 4, 5, 6, 7`,
      sql`select test_run_id, day, requirement_id, metric_id, metric_name, verdict, automated_verdict, count
          from insight_metric_counts where count <> 0`,
    ],
    durations: [
      sql`select test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms), count(*)::int
          from test_results where duration_ms is not null and automated_status in ('Pass', 'Fail', 'NotEvaluated')
          group by 1, 2, 3`,
      sql`select test_run_id, day, step, count from insight_latency_counts where count <> 0`,
    ],
    repeats: [
      sql`select x.test_run_id, x.test_id, (count(*) filter (where x.status = 'Pass'))::int,
            (count(*) filter (where x.status = 'Fail'))::int
          from test_results x join test_runs r on r.id = x.test_run_id
            join test_configurations f on f.id = r.test_configuration_id
          where (f.options ->> 'repeat')::int > 1 and x.status in ('Pass', 'Fail') group by 1, 2`,
      sql`select test_run_id, test_id, passed, failed from insight_repeat_counts where passed <> 0 or failed <> 0`,
    ],
  } as const;
  for (const [what, [recounted, counted]] of Object.entries(recounts)) {
    const { rows } = await shop.platform.database.system((tx) =>
      tx.execute<{ wrong: number; all: number }>(sql`
        select (select count(*) from (((${recounted}) except (${counted}))
                  union all ((${counted}) except (${recounted}))) differing)::int as wrong,
               (select count(*) from (${counted}) c)::int as all`),
    );
    assert.equal(rows[0]?.wrong, 0, what);
    assert.ok((rows[0]?.all ?? 0) > 0, what);
  }
});

test('the former statistics are gone, and say where they are now', async () => {
  for (const path of [
    '/stats',
    '/tests/stats',
    '/test_sets/stats',
    '/test_runs/stats',
    '/test_results/stats',
    '/metrics/stats',
    '/requirements/stats',
  ]) {
    const { status, body } = await shop.call('GET', `${path}?months=6`);
    assert.deepEqual(
      [status, body.code, body.moved_to],
      [410, 'stats.moved', '/api/v1/insights/query'],
      path,
    );
  }
});

test('a viewer may ask; another organization sees nothing of it, whatever ids it names', async () => {
  const { run } = await runOfTwo();
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  const question = { it: { entity: 'test_result', filters: { test_run_ids: [run.id] } } };
  const seen = await shop.call('POST', '/insights/query', question, viewer.token);
  assert.equal(seen.body.it.rows[0].count, 5);
  const stranger = await shop.platform.signUp();
  const unseen = await shop.call('POST', '/insights/query', question, stranger.token);
  assert.equal(unseen.body.it.rows[0].count, 0);
  const foreign = await shop.call(
    'POST',
    '/insights/query',
    { it: { entity: 'test_result', compare_to: { test_run_id: run.id } } },
    stranger.token,
  );
  assert.equal(foreign.status, 404);
});
