import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, SignedUp } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
let ann: SignedUp;
let ben: SignedUp;
let cleo: SignedUp;
let viewer: SignedUp;
before(async () => {
  shop = await openWorkshop();
  ann = await joinAs(shop.platform, shop.owner, 'member');
  ben = await joinAs(shop.platform, shop.owner, 'member');
  cleo = await joinAs(shop.platform, shop.owner, 'admin');
  viewer = await joinAs(shop.platform, shop.owner, 'viewer');
});
after(() => shop.close());

async function runOf(count: number): Promise<Json> {
  const set = await shop.makeSet(Array.from({ length: count }, (_, at) => `assigned ${at}`));
  return shop.ended((await shop.start(set)).test_run_id);
}
const assign = (run: Json, people: readonly SignedUp[], more: Json = {}, who = shop.owner) =>
  shop.call(
    'PUT',
    `/review_queue/assignments/${run.id}`,
    { reviewer_ids: people.map(({ userId }) => userId), ...more },
    who.token,
  );
const next = async (run: Json, who: SignedUp): Promise<Json> => {
  const answer = await shop.call('POST', '/review_queue/next', { test_run_id: run.id }, who.token);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const review = async (id: string, who: SignedUp): Promise<void> => {
  const made = await shop.call('POST', `/test_results/${id}/reviews`, { status: 'Fail' }, who.token);
  assert.equal(made.status, 201, made.text);
};
const shares = ({ reviewers }: Json): Map<string, readonly number[]> =>
  new Map(reviewers.map(({ id, assigned, done }: Json) => [id, [assigned, done]]));

/** Reviews all that a person is given as their own; what that was. */
async function workThrough(run: Json, who: SignedUp): Promise<string[]> {
  const judged: string[] = [];
  for (;;) {
    const item = await next(run, who);
    if (!item.result || !item.assigned) return judged;
    await review(item.result.id, who);
    judged.push(item.result.id);
  }
}

test('the results of a run are divided in equal shares, each to as many people as were wanted, and each knows how far they are', async () => {
  const run = await runOf(12);
  const { status, body, text } = await assign(run, [ann, ben, cleo], { reviews_each: 2 });
  assert.equal(status, 200, text);
  assert.equal(body.results, 12);
  assert.deepEqual(
    [...shares(body).values()],
    [
      [8, 0],
      [8, 0],
      [8, 0],
    ],
  );
  const judged = await Promise.all([ann, ben, cleo].map((who) => workThrough(run, who)));
  assert.deepEqual(
    judged.map((own) => new Set(own).size),
    [8, 8, 8],
  );
  const times = Map.groupBy(judged.flat(), (id) => id);
  assert.deepEqual([...new Set([...times.values()].map(({ length }) => length))], [2]);
  const agreement = await shop.call('GET', `/annotations/agreement?test_run_id=${run.id}`);
  assert.deepEqual(
    agreement.body.between_reviewers.map(({ n }: Json) => n),
    [4, 4, 4],
    'everybody judged as many results with everybody else',
  );
  const progress = await shop.call('GET', `/review_queue/progress?test_run_id=${run.id}`);
  assert.deepEqual(
    progress.body.reviewers.map(({ results, assigned, done }: Json) => [results, assigned, done]),
    [
      [8, 8, 8],
      [8, 8, 8],
      [8, 8, 8],
    ],
  );
  const read = await shop.call('GET', `/review_queue/assignments/${run.id}`, undefined, viewer.token);
  assert.deepEqual(shares(read.body), shares({ reviewers: progress.body.reviewers }));
});

test('what is assigned to others alone comes to nobody else; what is assigned to nobody comes to all', async () => {
  const run = await runOf(5);
  await assign(run, [ann], { most: 3 });
  const given = await workThrough(run, ann);
  assert.equal(given.length, 3);
  const other = await runOf(4);
  await assign(other, [ann], { most: 3 });
  const item = await next(other, ben);
  assert.equal(item.assigned, false);
  assert.equal(item.remaining, 0, 'of four results three are those of somebody else');
});

test('who divides anew leaves what was reviewed with whom it was, and takes the rest back', async () => {
  const run = await runOf(6);
  await assign(run, [ann, ben]);
  const item = await next(run, ann);
  await review(item.result.id, ann);
  const again = await assign(run, [ann, cleo]);
  assert.equal(again.body.results, 6);
  const now = shares(again.body);
  assert.deepEqual([now.has(ben.userId), now.get(ann.userId)?.[1], now.get(cleo.userId)?.[1]], [false, 1, 0]);
  const total = [...now.values()].reduce((sum, [assigned = 0]) => sum + assigned, 0);
  assert.equal(total, 6, 'no result is assigned twice');
  const none = await assign(run, []);
  assert.deepEqual([none.body.results, none.body.reviewers], [0, []]);
});

test('two who divide one run at once leave one division, not two', async () => {
  const run = await runOf(10);
  const answers = await Promise.all([
    assign(run, [ann, ben]),
    assign(run, [cleo]),
    assign(run, [ben, cleo]),
    assign(run, [ann]),
  ]);
  for (const { status, text } of answers) assert.equal(status, 200, text);
  const { body } = await shop.call('GET', `/review_queue/assignments/${run.id}`);
  assert.equal(body.results, 10);
  assert.equal(
    body.reviewers.reduce((sum: number, { assigned }: Json) => sum + assigned, 0),
    10,
  );
});

test('somebody who has left keeps nothing back from the others', async () => {
  const gone = await joinAs(shop.platform, shop.owner, 'member');
  const run = await runOf(2);
  await assign(run, [gone]);
  assert.equal((await next(run, ben)).result, null);
  const left = await shop.call('DELETE', `/members/${gone.userId}`);
  assert.ok(left.status < 300, left.text);
  assert.notEqual((await next(run, ben)).result, null);
});

test('who gets results to review from somebody else is told once', async () => {
  const told = async (): Promise<number> => {
    const { body } = await shop.call('GET', '/notifications?limit=100', undefined, cleo.token);
    return body.filter(({ kind, entity_id }: Json) => kind === 'review.assigned' && entity_id === run.id)
      .length;
  };
  const run = await runOf(2);
  await assign(run, [cleo]);
  assert.equal(await told(), 1);
  await assign(run, [cleo, ann]);
  assert.equal(await told(), 1);
});

test('strangers, viewers and unknown runs are refused, and nothing of it is stored', async () => {
  const run = await runOf(1);
  const stranger = await shop.platform.signUp();
  for (const [people, more, code] of [
    [[viewer], {}, 'review.reviewer_unknown'],
    [[ann, stranger], {}, 'review.reviewer_unknown'],
    [[ann], { reviews_each: 2 }, 'review.too_few_reviewers'],
  ] as const) {
    const refused = await assign(run, people, more);
    assert.deepEqual([refused.status, refused.body.code], [422, code], refused.text);
  }
  assert.deepEqual((await assign(run, [ann, stranger])).body.errors[0].path, 'reviewer_ids.1');
  assert.equal((await assign(run, [ann], {}, viewer)).status, 403);
  assert.equal((await assign(run, [stranger], {}, stranger)).status, 404);
  const foreign = await shop.call('GET', `/review_queue/assignments/${run.id}`, undefined, stranger.token);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'test_run.not_found']);
  assert.equal((await shop.call('GET', `/review_queue/assignments/${run.id}`)).body.results, 0);
});
