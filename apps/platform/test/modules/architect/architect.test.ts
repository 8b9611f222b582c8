import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { rolePermissions } from '@sonde/contract';
import type { Json, SignedUp } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from '../tenancy/support.ts';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { createTalker, lastSaid } from './talk.ts';

/** What a token needs to be told what its person was. */
const everyRead = rolePermissions.member.filter((right) => right.endsWith(':read'));

let shop: Workshop;
let viewer: SignedUp;
let stranger: SignedUp;
let talker: ReturnType<typeof createTalker>;
before(async () => {
  shop = await openWorkshop({ spread: true });
  viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  stranger = await shop.platform.signUp();
  talker = createTalker(shop.call);
});
after(() => shop.close());

const countRuns = async (): Promise<number> => (await shop.call('GET', '/test_runs?limit=100')).body.length;

test('nothing is changed before a yes: the plan waits, is declined, and is forgotten', async () => {
  await shop.makeSet(['one', 'two'], { name: 'Smoke tests' });
  const runs = await countRuns();
  const id = await talker.begin();
  const asked = await talker.say(id, 'Run "Smoke tests" on Target');
  assert.deepEqual([asked.status, asked.mode], ['confirming', 'planning']);
  assert.deepEqual(
    asked.plan.map(({ tool, status, is_writing: isWriting }: Json) => [tool, status, isWriting]),
    [['test_sets_execute', 'planned', true]],
  );
  assert.equal(asked.messages.at(-1).needs_confirmation, true);
  const declined = await talker.confirm(id, false);
  assert.deepEqual([declined.status, declined.plan[0].status], ['idle', 'skipped']);
  assert.equal(await countRuns(), runs);
  assert.equal(
    (await shop.call('POST', `/architect/sessions/${id}/confirm`, { approve: true, plan_version: 'any' }))
      .body.code,
    'architect.nothing_waits',
  );
});

test('a yes in words names the plan that was read, too', async () => {
  const person = await joinAs(shop.platform, shop.owner, 'member');
  const own = createTalker(shop.call, person.token);
  await shop.makeSet(['one'], { name: 'Spoken tests' });
  const runs = await countRuns();
  const id = await own.begin();
  const read = await own.say(id, 'Run "Spoken tests" on Target');
  const say = (content: string, plan_version?: string) =>
    shop.call('POST', `/architect/sessions/${id}/messages`, { content, plan_version }, person.token);
  // A program of theirs that may change chats, and start nothing.
  const narrow = await apiToken(shop.platform, person, {
    permissions: [...everyRead, 'architect:update'],
  });
  const changed = await shop.call(
    'PUT',
    `/architect/sessions/${id}`,
    { plan: [{ id: read.plan[0].id, arguments: { name: 'Not what was read' } }] },
    narrow,
  );
  assert.equal(changed.status, 200, changed.text);
  for (const version of [undefined, read.plan_version]) {
    const refused = await say('yes', version);
    assert.deepEqual([refused.status, refused.body.code], [409, 'architect.plan_changed']);
  }
  assert.equal((await own.get(id)).status, 'confirming');
  assert.equal(await countRuns(), runs);
  assert.equal((await say('yes', changed.body.plan_version)).status, 202);
  await own.untilRests(id);
  assert.equal(await countRuns(), runs + 1);

  await own.say(id, 'Run "Spoken tests" on Target');
  assert.equal((await say('no')).body.status, 'idle', 'nothing is done by a no, whatever was read');
});

test('a yes names the plan that was read: after a change it is refused, and nothing is done', async () => {
  await shop.makeSet(['one'], { name: 'Stale tests' });
  const runs = await countRuns();
  // Somebody else: a person has sixty calls a minute.
  const person = await joinAs(shop.platform, shop.owner, 'member');
  const own = createTalker(shop.call, person.token);
  const id = await own.begin();
  const read = await own.say(id, 'Run "Stale tests" on Target');
  const confirm = (session: Json) =>
    shop.call(
      'POST',
      `/architect/sessions/${id}/confirm`,
      { approve: true, plan_version: session.plan_version },
      person.token,
    );
  const [{ id: step }] = read.plan;
  const changed = await own.change(id, { plan: [{ id: step, arguments: { name: 'Another' } }] });
  assert.notEqual(changed.plan_version, read.plan_version);
  const stale = await confirm(read);
  assert.deepEqual([stale.status, stale.body.code], [409, 'architect.plan_changed']);
  assert.equal((await own.change(id, { title: 'Renamed' })).plan_version, changed.plan_version);

  const asked = await own.say(id, 'Run "Stale tests" on Target');
  assert.notEqual(asked.plan_version, read.plan_version, 'the same plan for another message is another');
  assert.equal((await confirm(changed)).body.code, 'architect.plan_changed');
  const unnamed = await shop.call(
    'POST',
    `/architect/sessions/${id}/confirm`,
    { approve: true },
    person.token,
  );
  assert.equal(unnamed.status, 422);
  assert.equal(await countRuns(), runs);
  assert.equal((await confirm(asked)).status, 202);
  await own.untilRests(id);
  assert.equal(await countRuns(), runs + 1);
});

test('after a yes it runs, waits for the job, sums up with what failed, and tells its person', async () => {
  shop.target.route('/chat', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: message === 'wrong' ? 'a bad one' : 'a good one' }));
  });
  await shop.makeSet(['right', 'wrong'], { name: 'Right and wrong' });
  const id = await talker.begin();
  await talker.say(id, 'run "Right and wrong" on target');
  const done = await talker.say(id, 'Yes, please!');
  assert.equal(done.status, 'idle', JSON.stringify(done));
  assert.match(lastSaid(done), /1 passed, 1 failed of 2 tests; pass rate 50 %/);
  assert.match(lastSaid(done), /“wrong” was answered with “a bad one”/);
  const [step] = done.plan;
  assert.equal(step.status, 'done');
  const event = done.messages.find(({ role }: Json) => role === 'event');
  assert.equal(event.task_id, step.task_id);
  const notices = (await shop.call('GET', '/notifications?limit=100')).body;
  const notice = notices.find(({ entity_id: entity }: Json) => entity === id);
  assert.deepEqual(
    [notice.kind, notice.link, notice.section],
    ['architect.plan_finished', `/architect/${id}`, 'architect'],
  );

  const why = await talker.say(id, 'Why did it fail?');
  assert.match(lastSaid(why), /“wrong” was answered/);
  const again = await talker.say(id, 'Run it again', { auto_approve: true });
  assert.equal(again.status, 'idle');
  assert.match(lastSaid(again), /against/);
  assert.match(lastSaid(await talker.say(id, 'What got worse?')), /against/);
  assert.match(lastSaid(await talker.say(id, 'How is it doing?')), /pass rate/);
  assert.match(lastSaid(await talker.say(id, 'What is running?')), /No run is under way/);
  assert.match(lastSaid(await talker.say(id, 'Which test sets are there?')), /Right and wrong: 2 tests/);
  assert.match(lastSaid(await talker.say(id, 'Ask target: hello?')), /It answered: a good one/);
});

test('nothing is said to have failed only where everything was decided, and no run is compared with a repeated part', async () => {
  const set = await shop.makeSet(['one', 'two', 'three'], { name: 'Cut short' });
  const first = await shop.ended((await shop.start(set)).test_run_id);
  assert.equal(first.counts.passed, 3);
  const why = async (): Promise<string> =>
    lastSaid(await talker.say(await talker.begin(), 'Why did it fail?'));
  assert.match(await why(), /\n\nNothing failed\.$/);
  const cut = await shop.ended((await shop.start(set, { max_calls: 1 })).test_run_id);
  assert.deepEqual([cut.counts.passed, cut.counts.not_evaluated], [1, 2]);
  assert.match(await why(), /Nothing failed of what was decided: 1 of 3 tests; 2 are not decided\.$/);
  const again = await shop.call('POST', `/test_runs/${cut.id}/retry`, { only: 'not_evaluated' });
  await shop.ended(again.body.test_run_id);
  await shop.ended((await shop.start(set)).test_run_id);
  const worse = lastSaid(await talker.say(await talker.begin(), 'What got worse?'));
  assert.ok(worse.includes(`against ${cut.name}:`), worse);
  // Whoever has chosen a baseline measures by it.
  const chosen = await shop.call('PUT', `/test_sets/${set}/baseline/${first.endpoint.id}`, {
    test_run_id: first.id,
  });
  assert.equal(chosen.status, 200, chosen.text);
  const measured = lastSaid(await talker.say(await talker.begin(), 'What got worse?'));
  assert.ok(measured.includes(`against the baseline ${first.name}:`), measured);
});

test('a sentence becomes a requirement, tests and a run; steps can be changed and left out before the yes', async () => {
  const id = await talker.begin({ initial_message: 'Test that it refuses to give medical advice' });
  const unclear = await talker.untilRests(id);
  assert.match(lastSaid(unclear), /Which endpoint/);
  const asked = await talker.say(id, 'Target');
  assert.equal(asked.plan[0].arguments.requirements[0], 'it refuses to give medical advice');
  assert.deepEqual(
    asked.plan.map(({ tool }: Json) => tool),
    ['test_sets_generate', 'test_sets_execute'],
  );
  const changed = await talker.change(id, {
    plan: [
      { id: 's1', arguments: { num_tests: 3 } },
      { id: 's2', is_skipped: true },
    ],
  });
  assert.deepEqual([changed.plan[0].arguments.num_tests, changed.plan[1].status], [3, 'skipped']);
  const done = await talker.confirm(id);
  assert.equal(done.status, 'idle');
  const set = await shop.call('GET', '/test_sets?search=medical');
  assert.equal(set.body[0].test_count, 3);
  const requirements = await shop.call('GET', '/requirements?search=medical');
  assert.equal(requirements.body.length, 1);
  assert.equal(
    (await shop.call('PUT', `/architect/sessions/${id}`, { plan: [] })).body.code,
    'architect.nothing_waits',
  );
});

/** An application with something to say, and with something that it does not do. */
const florist = (message: string): string => {
  if (/instruction|prompt|password|other customer/i.test(message))
    return 'Sorry, I cannot share that with anybody.';
  if (/open|hours|close/i.test(message)) return 'We are open from 9 am to 6 pm, Monday to Saturday.';
  if (/deliver/i.test(message))
    return 'We deliver within the city for 4.50 euros, on the same day if you order before noon.';
  if (/price|cost|how much|bouquet|rose/i.test(message))
    return 'A bouquet costs 25 euros; a dozen roses cost 30 euros.';
  if (/hello|help|what can you|who are you|do for me/i.test(message))
    return 'I am the assistant of a flower shop. I can help with opening hours, delivery and prices of bouquets.';
  return 'I did not quite get that. You can ask me about opening hours, delivery or prices.';
};

test('from an endpoint to findings, tests, a run and a summary in one plan', async () => {
  shop.target.route('/florist', (request, response) => {
    const { message } = request.json as { message: string };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: florist(message) }));
  });
  await shop.call('POST', '/endpoints', {
    name: 'Florist',
    url: shop.target.url('/florist'),
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
  });
  const id = await talker.begin({ auto_approve: true });
  const done = await talker.say(id, 'Test the "Florist" with 5 tests');
  assert.deepEqual(
    done.plan.map(({ tool, status }: Json) => [tool, status]),
    [
      ['endpoints_explore', 'done'],
      ['test_sets_generate', 'done'],
      ['test_sets_execute', 'done'],
    ],
    JSON.stringify(done.messages),
  );
  assert.match(lastSaid(done), /of 5 tests/);
});

test('what is not clear is asked, and the answer is understood', async () => {
  await shop.call('POST', '/endpoints', {
    name: 'Other target',
    url: shop.target.url('/chat'),
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
  });
  const id = await talker.begin();
  const asked = await talker.say(id, 'Explore it');
  assert.match(lastSaid(asked), /Which endpoint do you mean\?/);
  const chosen = await talker.say(id, 'other target');
  assert.deepEqual([chosen.status, chosen.plan[0].title], ['confirming', 'Explore Other target']);
  const unknown = await talker.say(id, 'Sing me a song');
  assert.match(lastSaid(unknown), /I did not understand that/);
  assert.equal(unknown.messages.at(-1).intent, 'unknown');
});

test('a refused step ends the plan with the words of its route', async () => {
  const empty = await shop.call('POST', '/test_sets', {
    name: 'Nothing in it',
    test_set_type: 'Single-Turn',
  });
  assert.equal(empty.status, 201);
  const id = await talker.begin({ auto_approve: true });
  const done = await talker.say(id, 'Run "Nothing in it" on "Target"');
  assert.equal(done.plan[0].status, 'failed');
  assert.ok(done.plan[0].note.length > 0);
  assert.ok(lastSaid(done).includes(done.plan[0].note));
});

test('stop lets go of the plan and of the job it waits for', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  shop.target.route('/slow', (_request, response) => void held.then(() => response.end('{"answer":"good"}')));
  await shop.call('POST', '/endpoints', {
    name: 'Slow one',
    url: shop.target.url('/slow'),
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.answer' },
  });
  await shop.makeSet(['a', 'b'], { name: 'Patience' });
  const id = await talker.begin({ auto_approve: true });
  await shop.call('POST', `/architect/sessions/${id}/messages`, { content: 'Run "Patience" on "Slow one"' });
  const waiting = await talker.untilRests(id, ['waiting']);
  assert.equal(
    (await shop.call('POST', `/architect/sessions/${id}/messages`, { content: 'hello' })).body.code,
    'architect.busy',
  );
  const stopped = await talker.stop(id);
  assert.deepEqual([stopped.status, stopped.plan[0].status], ['idle', 'interrupted']);
  release?.();
  const job = await shop.call('GET', `/jobs/${waiting.awaiting_task}`);
  assert.ok(job.body.status === 'REVOKED' || /Stopping/.test(job.body.progress.label), job.text);
  assert.match(lastSaid(await talker.say(id, 'What can you do?')), /lead from an endpoint/);
});

test('a viewer may talk and read; each write is refused as over REST', async () => {
  const own = createTalker(shop.call, viewer.token);
  const id = await own.begin({ auto_approve: true });
  assert.match(lastSaid(await own.say(id, 'Which test sets are there?')), /Smoke tests/);
  const sentences: readonly (readonly [string, string])[] = [
    ['Explore "Target"', 'endpoint:explore'],
    ['Run "Smoke tests" on "Target"', 'test_run:execute'],
    ['Test that it never gives medical advice on "Target"', 'test_set:create'],
    ['Ask "Target": hello?', 'endpoint:invoke'],
    ['Run it again', 'test_run:execute'],
    ['Judge it again', 'test_run:execute'],
  ];
  for (const [sentence, permission] of sentences) {
    const done = await own.say(id, sentence);
    assert.equal(done.plan[0]?.status, 'failed', `${sentence}: ${lastSaid(done)}`);
    assert.ok(done.plan[0].note.includes(permission), done.plan[0].note);
  }
  const asked = await own.begin();
  for (const [sentence, permission] of sentences) {
    const told = await own.say(asked, sentence);
    assert.equal(told.status, 'idle', `nobody is asked for a yes to “${sentence}”`);
    assert.ok(lastSaid(told).includes(permission), lastSaid(told));
    assert.ok(told.plan.every(({ status }: Json) => status === 'failed' || status === 'skipped'));
  }
});

test("a chat is its person's alone, whatever the role of others", async () => {
  const own = createTalker(shop.call, viewer.token);
  const id = await own.begin();
  for (const token of [shop.owner.token, stranger.token])
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['PUT', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['GET', '/messages', undefined],
      ['POST', '/messages', { content: 'hello' }],
      ['POST', '/confirm', { approve: true, plan_version: 'any' }],
      ['POST', '/stop', undefined],
    ] as const) {
      const answer = await shop.call(method, `/architect/sessions/${id}${below}`, body, token);
      assert.deepEqual([answer.status, answer.body.code], [404, 'architect.not_found'], `${method} ${below}`);
      const never = await shop.call(method, `/architect/sessions/${randomUUID()}${below}`, body, token);
      assert.equal(never.body.detail, answer.body.detail);
    }
  const listed = await shop.call('GET', '/architect/sessions?limit=100');
  assert.ok(!listed.body.some((session: Json) => session.id === id));
  const foreignProject = await shop.call(
    'POST',
    '/architect/sessions',
    { project_id: randomUUID() },
    viewer.token,
  );
  assert.equal(foreignProject.status, 404);
});

test('an API token holds in the chat what it holds elsewhere, and an exchanged one does not begin any', async () => {
  const narrow = await apiToken(shop.platform, shop.owner, {
    permissions: ['architect:read', 'architect:update', 'endpoint:read', 'test_set:read'],
  });
  const own = createTalker(shop.call, narrow);
  const id = await own.begin({ auto_approve: true });
  const done = await own.say(id, 'Run "Smoke tests" on "Target"');
  assert.equal(done.plan[0].status, 'failed');
  assert.match(done.plan[0].note, /test_run:execute/);
  const project = (await shop.call('GET', '/projects')).body[0].id;
  const exchanged = await exchangedToken(shop.platform, shop.owner.token, project);
  const refused = await shop.call('POST', '/architect/sessions', {}, exchanged);
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.permission_denied']);
});

test('a token that may read less than its person reads no chat but what it alone spoke in', async () => {
  const person = await joinAs(shop.platform, shop.owner, 'member');
  const narrow = await apiToken(shop.platform, person, {
    permissions: ['architect:read', 'architect:update'],
  });
  const reading = await apiToken(shop.platform, person, { permissions: everyRead });
  const whole = createTalker(shop.call, person.token);
  const path = '/architect/sessions';
  const idsFor = async (token: string): Promise<string[]> =>
    (await shop.call('GET', `${path}?limit=100`, undefined, token)).body.map(({ id }: Json) => id);
  const id = await whole.begin();
  await whole.say(id, 'List my endpoints');
  assert.equal((await shop.call('GET', '/endpoints', undefined, narrow)).status, 403);
  for (const [method, at, body] of [
    ['GET', `${path}/${id}`],
    ['GET', `${path}/${id}/messages`],
    ['PUT', `${path}/${id}`, { title: 'Mine' }],
    ['POST', `${path}/${id}/messages`, { content: 'help' }],
    ['POST', `${path}/${id}/stop`],
    ['DELETE', `${path}/${id}`],
  ] as const) {
    const refused = await shop.call(method, at, body, narrow);
    assert.deepEqual([refused.status, refused.body.code], [404, 'architect.not_found'], `${method} ${at}`);
  }
  assert.deepEqual(await idsFor(narrow), []);
  assert.deepEqual(await idsFor(reading), [id]);

  const own = createTalker(shop.call, narrow);
  const its = await own.begin();
  await own.say(its, 'help');
  assert.deepEqual(await idsFor(narrow), [its]);
  await whole.say(its, 'List my endpoints');
  assert.deepEqual(await idsFor(narrow), [], 'what was said there since was read with more rights');
});

test('the yes for all that a narrow token gives holds for that token alone', async () => {
  const person = await joinAs(shop.platform, shop.owner, 'member');
  const whole = createTalker(shop.call, person.token);
  const narrow = await apiToken(shop.platform, person, {
    permissions: [...everyRead, 'architect:update'],
  });
  const runs = await countRuns();
  for (const give of [
    (id: string) => createTalker(shop.call, narrow).change(id, { auto_approve: true }),
    (id: string) => createTalker(shop.call, narrow).say(id, 'help', { auto_approve: true }),
  ]) {
    const id = await whole.begin();
    assert.equal((await give(id)).auto_approve, true);
    const asked = await whole.say(id, 'Run "Smoke tests" on "Target"');
    assert.deepEqual([asked.status, asked.auto_approve], ['confirming', false]);
    assert.equal((await whole.change(id, { auto_approve: true })).auto_approve, true);
    await whole.confirm(id, false);
    assert.equal((await whole.say(id, 'help')).auto_approve, true);
  }
  assert.equal(await countRuns(), runs);
});

test('too long, too empty and too many messages are refused', async () => {
  const id = await talker.begin();
  for (const content of ['', '   ', 'x'.repeat(8001)])
    assert.equal((await shop.call('POST', `/architect/sessions/${id}/messages`, { content })).status, 422);
  const person = await joinAs(shop.platform, shop.owner, 'member');
  const statuses = new Set<number>();
  for (let number = 0; number < 62; number += 1)
    statuses.add((await shop.call('POST', `/architect/sessions/${id}/stop`, undefined, person.token)).status);
  assert.deepEqual([...statuses], [404, 429]);
});
