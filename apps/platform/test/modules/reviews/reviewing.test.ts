import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestClock, type Json, type SignedUp } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

const clock = createTestClock();
let shop: Workshop;
let colleague: SignedUp;
before(async () => {
  shop = await openWorkshop({ clock });
  colleague = await joinAs(shop.platform, shop.owner, 'member');
});
after(() => shop.close());

/** Answers of which some have "good" and some "long": the second metric measures how similar they are to a text. */
async function reviewedRun(prompts: readonly string[], more: Json = {}): Promise<Json> {
  const set = await shop.makeSet(prompts, more);
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.equal(run.counts.total, prompts.length);
  return run;
}

const next = async (run: Json, more: Json = {}, token = shop.owner.token): Promise<Json> => {
  const { status, body, text } = await shop.call(
    'POST',
    '/review_queue/next',
    { test_run_id: run.id, ...more },
    token,
  );
  assert.equal(status, 200, text);
  return body;
};
const review = async (id: string, status: string, token = shop.owner.token, target?: Json) => {
  const made = await shop.call(
    'POST',
    `/test_results/${id}/reviews`,
    { status, ...(target ? { target } : {}) },
    token,
  );
  assert.equal(made.status, 201, made.text);
  return made.body;
};

test('the least certain result comes first: of metrics that ask the same, one passes it and one does not', async () => {
  const made = async (kind: string): Promise<string> => {
    const { status, body, text } = await shop.call('POST', '/metrics', {
      name: `Asks for what is expected: ${kind}`,
      backend: 'builtin',
      kind,
      metric_scope: ['Single-Turn'],
    });
    assert.equal(status, 201, text);
    return body.id;
  };
  const metrics = [{ metric: await made('exact') }, { metric: await made('token_f1') }];
  const run = await reviewedRun(['one', 'number three'], {
    tests: [
      { prompt: { content: 'one', expected_response: 'a good answer to one' } },
      { prompt: { content: 'number three', expected_response: 'a good answer to number 3' } },
    ],
    metrics,
  });
  const first = await next(run);
  assert.equal(first.result.content, 'number three');
  assert.deepEqual([first.uncertainty, first.reason, first.remaining], [1, 'Its metrics disagree.', 1]);
  assert.equal(first.unsure, 0, 'the other one was decided, and nobody needs to look at it');
  await review(first.result.id, 'Pass');
  const second = await next(run);
  assert.equal(second.result.id, first.upcoming, 'what was said to come next came next');
  assert.equal(second.uncertainty, 0);
});

test('what a metric has flagged comes before a number that lies near its threshold', async () => {
  const made = async (input: Json): Promise<string> => {
    const { status, body, text } = await shop.call('POST', '/metrics', {
      backend: 'builtin',
      metric_scope: ['Single-Turn'],
      ...input,
    });
    assert.equal(status, 201, text);
    return body.id;
  };
  const near = await made({ name: 'Is about as long', kind: 'edit_distance', args: { max_distance: 20 } });
  const flags = await made({ name: 'Declines', kind: 'refusal' });
  const run = await reviewedRun(['one', 'two'], {
    tests: [
      {
        prompt: { content: 'one', expected_response: `a good answer to one${'!'.repeat(21)}` },
        metrics: [{ metric: near }],
      },
      { prompt: { content: 'two' }, metrics: [{ metric: flags }] },
    ],
  });
  const first = await next(run);
  assert.deepEqual([first.result.content, first.unsure], ['two', 1]);
});

test('a metric that judges a result twice is not reviewed by one word for both, nor handed out for it', async () => {
  const run = await reviewedRun(['twice'], {
    tests: [
      {
        prompt: { content: 'twice' },
        metrics: [
          { metric: shop.metricId, args: { values: ['good'] } },
          { metric: shop.metricId, args: { values: ['purple'] } },
        ],
      },
    ],
  });
  const [result] = await shop.results(run.id);
  assert.deepEqual(
    result.verdicts.map(({ verdict }: Json) => verdict),
    ['pass', 'fail'],
  );
  const refused = await shop.call('POST', `/test_results/${result.id}/reviews`, {
    status: 'Pass',
    target: { type: 'metric', reference: shop.metricId },
  });
  assert.deepEqual([refused.status, refused.body.code], [422, 'review.target_unknown'], refused.text);
  assert.match(refused.body.errors[0].message, /judges this result more than once/);
  assert.equal((await next(run, { metric_id: shop.metricId })).result, null);
  // As a whole it can be, and is.
  assert.equal((await next(run)).result.id, result.id);
  await review(result.id, 'Pass');
  assert.equal((await shop.call('GET', `/test_results/${result.id}`)).body.status, 'Pass');
});

test('that one rule holds and another, about something else, does not, is no disagreement', async () => {
  const other = await shop.call('POST', '/metrics', {
    name: 'Says three',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['three'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(other.status, 201, other.text);
  const run = await reviewedRun(['number three'], {
    metrics: [{ metric: shop.metricId }, { metric: other.body.id, negate: true }],
  });
  const [result] = await shop.results(run.id);
  assert.deepEqual(result?.verdicts.map(({ verdict }: Json) => verdict).toSorted(), ['fail', 'pass']);
  const { uncertainty, reason } = await next(run);
  assert.deepEqual(
    [uncertainty, reason],
    [0, 'Its metrics are sure, and nothing less sure is left to review.'],
  );
});

test('people who ask at the same moment are each given another result, and every result is given once', async () => {
  const run = await reviewedRun(Array.from({ length: 12 }, (_, at) => `parallel ${at}`));
  const people = [shop.owner, colleague];
  for (let count = people.length; count < 6; count += 1)
    people.push(await joinAs(shop.platform, shop.owner, 'member'));
  const given: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const items = await Promise.all(people.map(({ token }) => next(run, {}, token)));
    const ids = items.map(({ result }) => result.id);
    assert.equal(new Set(ids).size, people.length, 'two people were given one result');
    given.push(...ids);
    await Promise.all(people.map(({ token }, at) => review(ids[at], 'Fail', token)));
  }
  assert.equal(new Set(given).size, 12);
  const { body } = await shop.call('GET', `/test_runs/${run.id}`);
  assert.deepEqual([body.counts.passed, body.counts.failed], [0, 12], 'a review was lost');
  const progress = await shop.call('GET', `/review_queue/progress?test_run_id=${run.id}`);
  assert.equal(progress.body.failed_unreviewed, 0, 'each of those that fail was failed by a person');
  assert.deepEqual([progress.body.results, progress.body.reviewed, progress.body.remaining], [12, 12, 0]);
  assert.deepEqual(
    progress.body.reviewers.map(({ results }: Json) => results),
    [2, 2, 2, 2, 2, 2],
  );
});

test('many who review one result at once lose nothing: every review is kept and the newest decides', async () => {
  const run = await reviewedRun(['contested']);
  const [result] = await shop.results(run.id);
  const verdicts = Array.from({ length: 16 }, (_, at) => (at % 2 === 0 ? 'Pass' : 'Fail'));
  await Promise.all(
    verdicts.map((status, at) =>
      review(result.id, status, at % 3 === 0 ? colleague.token : shop.owner.token),
    ),
  );
  const { body: reviews } = await shop.call('GET', `/test_results/${result.id}/reviews`);
  assert.equal(reviews.length, 16);
  const { body } = await shop.call('GET', `/test_results/${result.id}`);
  assert.equal(body.status, reviews[0].status);
  const counted = await shop.call('POST', '/insights/query', {
    it: {
      entity: 'test_result',
      measures: ['passed', 'failed', 'human_review_count'],
      filters: { test_run_ids: [run.id] },
    },
  });
  const isPass = body.status === 'Pass';
  assert.deepEqual(counted.body.it.rows, [
    { passed: isPass ? 1 : 0, failed: isPass ? 0 : 1, human_review_count: 16 },
  ]);
});

test('a claim is renewed by asking again, given back by release, and lost with time', async () => {
  const run = await reviewedRun(['held one', 'held two']);
  const mine = await next(run);
  assert.equal((await next(run)).result.id, mine.result.id);
  const theirs = await next(run, {}, colleague.token);
  assert.notEqual(theirs.result.id, mine.result.id);
  const third = await joinAs(shop.platform, shop.owner, 'member');
  assert.deepEqual(await next(run, {}, third.token), {
    result: null,
    reason: null,
    uncertainty: null,
    claimed_until: null,
    blind: false,
    assigned: false,
    remaining: 0,
    unsure: 0,
    upcoming: null,
  });
  const released = await shop.call('POST', '/review_queue/release', {});
  assert.deepEqual(released.body, { released: true });
  assert.equal((await next(run, {}, third.token)).result.id, mine.result.id);
  assert.deepEqual((await shop.call('POST', '/review_queue/release', {})).body, { released: false });
  clock.advance(601_000);
  const after = await next(run);
  assert.equal(
    after.result.id,
    theirs.result.id,
    'what was put aside comes last, and time has ended their claim',
  );
});

test('a reviewed result tells whose word its status is, while it has it, and keeps what the metrics said', async () => {
  const run = await reviewedRun(['told']);
  const [before] = await shop.results(run.id);
  assert.equal(before.reviewed, null);
  const said = before.status === 'Pass' ? 'Fail' : 'Pass';
  const comment = 'x'.repeat(600);
  const made = await shop.call(
    'POST',
    `/test_results/${before.id}/reviews`,
    { status: said, comment },
    colleague.token,
  );
  const [after] = await shop.results(run.id);
  assert.deepEqual([after.status, after.reason], [said, before.reason]);
  assert.deepEqual(after.reviewed, {
    review_id: made.body.id,
    status: said,
    author: made.body.author,
    author_name: after.reviewed.author_name,
    comment: `${comment.slice(0, 500)}…`,
    reviewed_at: made.body.created_at,
  });
  assert.ok(after.reviewed.author_name);
  await shop.call('DELETE', `/test_results/${before.id}/reviews/${made.body.id}`, undefined, colleague.token);
  assert.equal((await shop.results(run.id))[0].reviewed, null);
});

test('blind says nothing of what the metrics said, and the review remembers it', async () => {
  const run = await reviewedRun(['unseen']);
  const { result, blind, reason, uncertainty, unsure } = await next(run, { blind: true });
  assert.deepEqual([blind, reason, uncertainty, unsure], [true, null, null, null]);
  assert.deepEqual(
    [result.status, result.automated_status, result.reason, result.reviewed, result.verdicts],
    [null, null, null, null, []],
  );
  assert.ok(result.output.output.includes('good'));
  assert.equal((await review(result.id, 'Fail')).is_blind, true);
  assert.equal((await review(result.id, 'Fail')).is_blind, false);
});

test('no review is blind of a result that was shown with what its metrics said', async () => {
  const run = await reviewedRun(['shown before', 'another']);
  const shown = await next(run);
  const { result, blind } = await next(run, { blind: true });
  assert.deepEqual([result.id, result.verdicts, blind], [shown.result.id, [], true]);
  assert.equal((await review(result.id, 'Fail')).is_blind, false);
  const other = await next(run, { blind: true });
  await next(run, { blind: true });
  assert.equal((await review(other.result.id, 'Fail')).is_blind, true);
});

test('who reviews is told what each metric expects, also where they do not know what it said', async () => {
  const behaves = await shop.call('POST', '/metrics', {
    name: 'Behaves',
    backend: 'builtin',
    kind: 'behaves',
    args: { as: 'declines' },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(behaves.status, 201, behaves.text);
  const run = await reviewedRun(['Connect me to a person'], {
    metrics: [
      { metric: behaves.body.id, args: { as: 'hands_over' } },
      { metric: shop.metricId, args: { whole_word: true }, negate: true },
    ],
  });
  for (const blind of [true, false]) {
    const { result } = await next(run, { blind });
    assert.equal(result.verdicts.length, blind ? 0 : 2);
    assert.deepEqual(
      result.judged_by.map(({ name, expects }: Json) => [name, expects]),
      [
        ['Behaves', ['Hands over to a person', 'Passes where the answer leads to a person who takes over.']],
        [
          'Does not say good',
          [
            'Contains one of the values',
            'Values: “good”',
            'Only whole words.',
            'Passes where this is not so, and fails where it is.',
          ],
        ],
      ],
    );
  }
});

test('agreement is counted between people and with each metric, with κ and its interval', async () => {
  const run = await reviewedRun(Array.from({ length: 10 }, (_, at) => `agree ${at}`));
  const results = await shop.results(run.id);
  // Both say pass five times and fail three times; two they judge otherwise.
  for (const [at, { id }] of results.entries()) {
    await review(id, at < 6 ? 'Pass' : 'Fail');
    await review(id, at < 5 || at === 9 ? 'Pass' : 'Fail', colleague.token);
  }
  const { body } = await shop.call('GET', `/annotations/agreement?test_run_id=${run.id}`);
  const [pair] = body.between_reviewers;
  // Agreement 0.8, by chance 0.6² + 0.4² = 0.52; κ = 0.28 / 0.48.
  assert.deepEqual([pair.n, pair.agreement, pair.kappa], [10, 80, 0.5833]);
  assert.ok(
    pair.kappa_low < 0.5833 && pair.kappa_high > 0.5833 && pair.kappa_low >= -1 && pair.kappa_high <= 1,
  );
  assert.deepEqual(body.results, {
    n: 10,
    agreement: 60,
    kappa: 0,
    kappa_low: body.results.kappa_low,
    kappa_high: body.results.kappa_high,
  });
  // The one metric of a result is what a review of the result is about.
  assert.deepEqual(
    [body.metrics[0].metric_name, body.metrics[0].n, body.metrics[0].agreement],
    ['Says good', 10, 60],
  );
  const target = { type: 'metric', reference: 'Says good' };
  await review(results[0].id, 'Fail', shop.owner.token, target);
  await review(results[1].id, 'Pass', shop.owner.token, target);
  const again = await shop.call('GET', `/annotations/agreement?test_run_id=${run.id}`);
  const [metric] = again.body.metrics;
  assert.deepEqual([metric.metric_name, metric.n, metric.agreement], ['Says good', 10, 50]);
});

test('a queue of what is undecided holds just that, and a verdict that is taken back puts it there again', async () => {
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Says exactly what is expected',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(lacking.status, 201, lacking.text);
  const set = await shop.makeSet([], {
    tests: [
      { prompt: { content: 'decided' }, metrics: [{ metric: shop.metricId }] },
      { prompt: { content: 'open' }, metrics: [{ metric: lacking.body.id }] },
    ],
    metrics: [],
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  const only = { undecided: true };
  const first = await next(run, only);
  assert.deepEqual([first.result.content, first.remaining], ['open', 0]);
  const said = await review(first.result.id, 'Pass');
  assert.equal((await next(run, only)).result, null);
  assert.equal((await next(run)).result.content, 'decided');
  await shop.call('POST', '/review_queue/release', { skip: false });
  const back = await shop.call('DELETE', `/test_results/${first.result.id}/reviews/${said.id}`);
  assert.equal(back.status, 200, back.text);
  assert.equal((await next(run, only)).result.content, 'open');
});

/** Eight that one metric decides, and two whose second metric finds nothing to compare with. */
async function runWithTwoOpen(): Promise<Json> {
  const needing = await shop.call('POST', '/metrics', {
    name: `Needs what is expected ${clock.now()}`,
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  assert.equal(needing.status, 201, needing.text);
  const both = [{ metric: shop.metricId }, { metric: needing.body.id }];
  const prompts = Array.from({ length: 10 }, (_, at) => (at === 4 || at === 8 ? `open ${at}` : `sure ${at}`));
  const run = await reviewedRun(prompts, {
    tests: prompts.map((content) => ({
      prompt: { content },
      ...(content.startsWith('open') ? { metrics: both } : {}),
    })),
  });
  assert.deepEqual([run.counts.passed, run.counts.not_evaluated], [8, 2]);
  return run;
}

const skip = async (item: Json): Promise<void> => {
  const { body } = await shop.call('POST', '/review_queue/release', { test_result_id: item.result.id });
  assert.deepEqual(body, { released: true });
  clock.advance(1000);
};

test('what nothing decided comes before what was decided, also where one of its metrics did decide', async () => {
  const run = await runWithTwoOpen();
  const seen: Json[] = [];
  for (let count = 0; count < 10; count += 1) {
    const shown = await next(run);
    seen.push(shown);
    await skip(shown);
  }
  assert.deepEqual(
    seen.map(({ result, reason }) => [result.status, reason]),
    [
      ...Array.from({ length: 2 }, () => ['NotEvaluated', 'Nothing has decided it yet.']),
      ...Array.from({ length: 8 }, () => ['Pass', 'Its metrics are sure; what is less sure comes later.']),
    ],
  );
  assert.equal(seen[0]?.unsure, 1, 'the other open one wants a person too');
});

test('skipping goes round: after the last the first comes again', async () => {
  const run = await runWithTwoOpen();
  const order: string[] = [];
  for (let count = 0; count < 22; count += 1) {
    const item = await next(run);
    order.push(item.result.id);
    await skip(item);
  }
  assert.equal(new Set(order).size, 10);
  assert.deepEqual(order.slice(10, 20), order.slice(0, 10));
  assert.deepEqual(order.slice(20), order.slice(0, 2));
});

test('what is assigned and was skipped makes way for the rest, and comes round again', async () => {
  const run = await reviewedRun(['for me', 'for all']);
  const divided = await shop.call('PUT', `/review_queue/assignments/${run.id}`, {
    reviewer_ids: [shop.owner.userId],
    most: 1,
  });
  assert.equal(divided.status, 200, divided.text);
  const mine = await next(run);
  assert.equal(mine.assigned, true);
  await skip(mine);
  const other = await next(run);
  assert.equal(other.assigned, false);
  await skip(other);
  assert.equal((await next(run)).result.id, mine.result.id);
});

test('of what nothing has decided, what flags alone have judged is asked for apart from the rest', async () => {
  const [lacking, flagging] = await Promise.all([
    shop.call('POST', '/metrics', {
      name: 'Is word for word what was expected',
      backend: 'builtin',
      kind: 'exact',
      metric_scope: ['Single-Turn'],
    }),
    shop.call('POST', '/metrics', {
      name: 'Refuses, as far as rules tell',
      backend: 'builtin',
      kind: 'refusal',
      metric_scope: ['Single-Turn'],
    }),
  ]);
  assert.equal(flagging.status, 201, flagging.text);
  const set = await shop.makeSet([], {
    tests: [
      { prompt: { content: 'lacks what to compare with' }, metrics: [{ metric: lacking.body.id }] },
      { prompt: { content: 'is flagged' }, metrics: [{ metric: flagging.body.id }] },
    ],
    metrics: [],
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.equal(run.only_flagged.results, 1, JSON.stringify(run.only_flagged));
  const only = await next(run, { undecided: true, flags: 'only' });
  assert.deepEqual([only.result.content, only.remaining], ['is flagged', 0]);
  const rest = await next(run, { undecided: true, flags: 'without' });
  assert.deepEqual([rest.result.content, rest.remaining], ['lacks what to compare with', 0]);
});

test('a queue of what failed holds just that, and together with what is undecided both', async () => {
  const lacking = await shop.call('POST', '/metrics', {
    name: 'Says exactly what was expected',
    backend: 'builtin',
    kind: 'exact',
    metric_scope: ['Single-Turn'],
  });
  const never = await shop.call('POST', '/metrics', {
    name: 'Says never at all',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['never at all'] },
    metric_scope: ['Single-Turn'],
  });
  const set = await shop.makeSet([], {
    tests: [
      { prompt: { content: 'passes' }, metrics: [{ metric: shop.metricId }] },
      { prompt: { content: 'fails' }, metrics: [{ metric: never.body.id }] },
      { prompt: { content: 'open' }, metrics: [{ metric: lacking.body.id }] },
    ],
    metrics: [],
  });
  const run = await shop.ended((await shop.start(set)).test_run_id);
  assert.deepEqual([run.counts.passed, run.counts.failed, run.counts.not_evaluated], [1, 1, 1]);
  const unreviewed = async (): Promise<number> =>
    (await shop.call('GET', `/review_queue/progress?test_run_id=${run.id}`)).body.failed_unreviewed;
  assert.equal(await unreviewed(), 1);
  const failed = await next(run, { failed: true });
  assert.deepEqual([failed.result.content, failed.remaining], ['fails', 0]);
  assert.equal((await next(run, { failed: true, undecided: true })).remaining, 1);
  await review(failed.result.id, 'Fail');
  assert.equal((await next(run, { failed: true })).result, null, 'what one has confirmed is not asked again');
  assert.equal(await unreviewed(), 0, 'it fails still, and nothing is left to review of it');
  assert.equal((await next(run, { failed: true, undecided: true })).result.content, 'open');
});

test('annotations are found by what they are about, by whom, and whether they are resolved', async () => {
  const run = await reviewedRun(['found', 'other']);
  const [found] = await shop.results(run.id);
  const mine = await review(found.id, 'Fail', shop.owner.token, { type: 'metric', reference: 'Says good' });
  const theirs = await shop.call(
    'POST',
    `/test_results/${found.id}/reviews`,
    { status: 'Pass', comment: 'Looks RIGHT to me' },
    colleague.token,
  );
  await shop.call('PUT', `/test_results/${found.id}/reviews/${mine.id}`, { resolved: true });
  const list = async (query: string): Promise<string[]> => {
    const { status, body, text, headers } = await shop.call(
      'GET',
      `/annotations?test_run_id=${run.id}&${query}`,
    );
    assert.equal(status, 200, text);
    assert.equal(headers['x-total-count'], String(body.length));
    return body.map(({ review_id }: Json) => review_id);
  };
  assert.deepEqual(await list(''), [theirs.body.id, mine.id]);
  assert.deepEqual(await list('resolved=true'), [mine.id]);
  assert.deepEqual(await list('resolved=false'), [theirs.body.id]);
  assert.deepEqual(await list('rating=pass'), [theirs.body.id]);
  assert.deepEqual(await list('target_type=metric'), [mine.id]);
  assert.deepEqual(await list('search=right'), [theirs.body.id]);
  assert.deepEqual(await list(`user_id=${colleague.userId}`), [theirs.body.id]);
  const { body } = await shop.call('GET', `/annotations?test_run_id=${run.id}&target_type=metric`);
  assert.deepEqual(
    [body[0].target.name, body[0].test_content, body[0].automated_status, body[0].resolved, body[0].user.id],
    ['Says good', 'found', 'pass', true, shop.owner.userId],
  );
});

test('a viewer reads and claims nothing; another organization finds neither runs nor reviews', async () => {
  const run = await reviewedRun(['seen']);
  const viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  const refused = await shop.call('POST', '/review_queue/next', { test_run_id: run.id }, viewer.token);
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.permission_denied']);
  assert.equal((await shop.call('GET', '/annotations', undefined, viewer.token)).status, 200);
  const stranger = await shop.platform.signUp();
  const unknown = await shop.call('POST', '/review_queue/next', { test_run_id: run.id }, stranger.token);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'test_run.not_found']);
  assert.deepEqual((await shop.call('GET', '/annotations', undefined, stranger.token)).body, []);
  assert.equal((await shop.call('POST', '/review_queue/next', {}, stranger.token)).body.result, null);
  assert.equal((await shop.call('POST', '/review_queue/next', { limit: 1 })).status, 422);
});

test('an answer that was scored again is handed out once, with what is said of it by now', async () => {
  const left = async (): Promise<number> => {
    const { body } = await shop.call('POST', '/review_queue/next', {});
    return body.remaining + (body.result === null ? 0 : 1);
  };
  const run = await reviewedRun(['scored again one', 'scored again two']);
  const before = await left();
  const again = await shop.ended(
    (await shop.call('POST', `/test_runs/${run.id}/rescore`, {})).body.test_run_id,
  );
  assert.equal(await left(), before, 'a copy is the same answer');
  await shop.ended((await shop.call('POST', `/test_runs/${run.id}/rescore`, {})).body.test_run_id);
  assert.equal(await left(), before, 'and so is a second one');
  // Whoever reviews one run sees all of it.
  for (const one of [run, again]) assert.equal((await next(one)).remaining, 1);
});
