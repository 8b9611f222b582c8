import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { createJobs } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { createModelTurns, type Turns } from './model-turns.ts';
import type { Json, SignedUp } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { createTalker, lastSaid } from './talk.ts';

let shop: Workshop;
let viewer: SignedUp;
let talker: ReturnType<typeof createTalker>;
before(async () => {
  shop = await openWorkshop({ spread: true });
  viewer = await joinAs(shop.platform, shop.owner, 'viewer');
  talker = createTalker(shop.call);
  await shop.makeSet(['one', 'two'], { name: 'Smoke tests' });
});
after(() => shop.close());

test('a model works with the same tools, asks before it writes, and is told what came of it', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const id = await talker.begin();
  turns.next([
    { calls: [{ name: 'test_sets_list', arguments: { search: 'Smoke' } }] },
    (told) => ({
      text: 'I will run them.',
      calls: [
        {
          name: 'test_sets_execute',
          arguments: { id: /"id":"([0-9a-f-]{36})"/.exec(told)?.[1] ?? '', endpoint_id: shop.endpointId },
        },
      ],
    }),
    { text: 'All is done.' },
  ]);
  const asked = await talker.say(id, 'Please run my smoke tests');
  assert.equal(asked.status, 'confirming', JSON.stringify(asked.messages));
  assert.deepEqual(
    asked.plan.map(({ tool, status }: Json) => [tool, status]),
    [
      ['test_sets_list', 'done'],
      ['test_sets_execute', 'planned'],
    ],
  );
  const done = await talker.confirm(id);
  assert.equal(lastSaid(done), 'All is done.');
  assert.deepEqual([done.planner, done.plan[1].status], ['openai_compatible/stand-in', 'done']);
  assert.match(turns.lastRequest(), /test_run_id/);

  turns.next([
    {
      calls: [
        { name: 'auth_login', arguments: {} },
        { name: 'test_runs_get', arguments: { id: 'x' } },
      ],
    },
    { text: 'I cannot.' },
  ]);
  const refused = await talker.say(id, 'Break in');
  assert.equal(lastSaid(refused), 'I cannot.');
  assert.match(turns.lastRequest(), /There is no such tool/);
  assert.match(turns.lastRequest(), /not valid/);

  turns.next(Array.from({ length: 20 }, () => ({ calls: [{ name: 'projects_list', arguments: {} }] })));
  assert.match(lastSaid(await talker.say(id, 'Go round')), /as many as a message may/);

  turns.fail(500);
  const failed = await talker.say(id, 'Which test sets are there?');
  assert.match(failed.messages.at(-2).content, /The model .* failed.*Nothing is lost/s);
  assert.match(lastSaid(failed), /Smoke tests/);
});

test('a yes for all that is taken back while the model thinks is none for what it then wants', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const id = await talker.begin({ auto_approve: true });
  const [asked, thought] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  turns.next([
    () => {
      asked.resolve();
      return {
        until: thought.promise,
        calls: [{ name: 'endpoints_invoke', arguments: { id: shop.endpointId, input: 'Delete everything' } }],
      };
    },
    { text: 'Done.' },
  ]);
  const path = `/architect/sessions/${id}`;
  assert.equal((await shop.call('POST', `${path}/messages`, { content: 'Please do it' })).status, 202);
  await asked.promise;
  assert.equal((await talker.change(id, { auto_approve: false })).status, 'thinking');
  thought.resolve();
  const waiting = await talker.untilRests(id);
  assert.deepEqual([waiting.status, waiting.plan[0].status], ['confirming', 'planned']);
  assert.equal(waiting.messages.at(-1).needs_confirmation, true);
  await talker.confirm(id, false);
});

test('a model is offered what its person may do; what it calls besides is refused by the route', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const own = createTalker(shop.call, viewer.token);
  const id = await own.begin({ auto_approve: true });
  let offered = '';
  turns.next([
    (told) => {
      offered = told;
      return {
        calls: [{ name: 'test_sets_execute', arguments: { id: randomUUID(), endpoint_id: shop.endpointId } }],
      };
    },
    { text: 'I may not.' },
  ]);
  assert.equal(lastSaid(await own.say(id, 'Run something')), 'I may not.');
  assert.match(offered, /"name":"test_sets_list"/);
  for (const name of ['test_sets_execute', 'endpoints_create', 'endpoints_invoke'])
    assert.ok(!offered.includes(`"name":"${name}"`), name);
  assert.match(turns.lastRequest(), /Not done\..*test_run:execute/);
});

test('a model that repeats the ids of its calls is answered each call by itself', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const id = await talker.begin();
  const call = (name: string) => ({ id: 'call_0', name, arguments: {} });
  turns.next([
    { calls: [call('projects_list'), call('metrics_list')] },
    { calls: [call('test_sets_list')] },
    { text: 'Read.' },
  ]);
  const done = await talker.say(id, 'Read all of it');
  assert.equal(lastSaid(done), 'Read.');
  const { messages } = JSON.parse(turns.lastBody()) as { messages: Json[] };
  const answers = messages.filter(({ role }) => role === 'tool');
  assert.deepEqual(
    answers.map(({ tool_call_id: of }) => of),
    ['call_0', 'call_0_2', 'call_0'],
  );
  const [projects, metrics, sets] = answers.map(({ content }) => String(content));
  assert.doesNotMatch(String(projects), /Says good|Smoke tests/);
  assert.match(String(metrics), /Says good/);
  assert.match(String(sets), /Smoke tests/);
});

test('a chat that nobody goes on with is woken, however many others wait for their jobs before it', async () => {
  const { database } = shop.platform.app;
  const id = await talker.begin();
  await talker.say(id, 'help');
  await database.executeSql(
    `with job as (insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'status', 'STARTED', 'finished_at', null, 'updated_at', now()))).* from jobs j limit 1 returning id)
     insert into architect_sessions select (jsonb_populate_record(s, jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'),
       'status', 'waiting', 'awaiting_task', job.id, 'updated_at', now() - interval '2 hours'))).*
     from architect_sessions s, job, generate_series(1, 200) n where s.id = '${id}'`,
  );
  await database.executeSql(
    `update architect_sessions set status = 'thinking', updated_at = now() - interval '1 hour' where id = '${id}'`,
  );
  // The platform's own worker does it; here it is only asked before its minute is over.
  const jobs = createJobs({ database, log: createLog('silent'), isWorker: false });
  await jobs.start();
  await database.tenant(shop.owner.organizationId, (tx) =>
    jobs.enqueue(tx, { name: 'architect-upkeep', payload: z.object({}) }, {}),
  );
  assert.match(lastSaid(await talker.untilRests(id, ['idle'])), /lead from an endpoint/);
  await jobs.stop(0);
  await database.executeSql("delete from architect_sessions where status = 'waiting'");
});

test('a credential that is pasted along is kept in no chat and reaches no model', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const key = `sk-proj-${'abcDEF123456'.repeat(4)}`;
  const id = await talker.begin({ title: `Tests with ${key}` });
  turns.next([{ text: 'Which tests?' }, { text: 'Well.' }]);
  const answered = await talker.say(id, `Write tests of logging in. Authorization: Bearer ${key}`);
  assert.match(answered.messages[0].content, /Write tests of logging in\. Authorization: Bearer \[redacted/);
  await talker.say(id, `and password: hunter2secret!, api_key=${key}`);
  assert.doesNotMatch(turns.lastBody(), /abcDEF123456|hunter2secret/);
  assert.match(turns.lastBody(), /Write tests of logging in/);
  const begun = await talker.begin({ initial_message: `${key} opens it. Which tests are there?` });
  await talker.untilRests(begun);
  await talker.change(id, { title: `Still ${key}` });
  const { rows } = await shop.platform.database.executeSql(
    'select title from architect_sessions union all select content from architect_messages',
  );
  assert.doesNotMatch(JSON.stringify(rows), /abcDEF123456|hunter2secret/);
});

test('a chat that works when the session it was spoken with is ended stops, and one of another goes on', async (t) => {
  const turns: Turns = await createModelTurns(shop);
  t.after(() => turns.close());
  const thought = Promise.withResolvers<void>();
  const wish = { text: 'Thought through.', until: thought.promise };
  const login = await shop.platform.call('POST', '/auth/login/email', {
    body: { email: shop.owner.email, password: shop.owner.password },
  });
  const { token: lost } = await shop.platform.exchange(login.body.auth_code);
  const path = '/architect/sessions';
  const begin = async (token?: string): Promise<string> => {
    const before = turns.asked();
    const made = await shop.call('POST', path, { auto_approve: true, initial_message: 'Go on' }, token);
    assert.equal(made.status, 201, made.text);
    while (turns.asked() === before) await new Promise((settle) => setTimeout(settle, 10));
    return made.body.id;
  };
  turns.next([wish, wish]);
  const [byLost, byOwn] = [await begin(lost), await begin()];
  const { body: sessions } = await shop.call('GET', '/auth/sessions', undefined, lost);
  const { id } = sessions.find((one: Json) => one.is_current);
  assert.equal((await shop.call('DELETE', `/auth/sessions/${id}`)).status, 200);
  const stopped = await talker.get(byLost);
  assert.equal(stopped.status, 'idle');
  assert.match(lastSaid(stopped), /^Stopped: what this was asked for with/);
  assert.equal((await talker.get(byOwn)).status, 'thinking');
  thought.resolve();
  assert.equal(lastSaid(await talker.untilRests(byOwn)), 'Thought through.');
  assert.match(lastSaid(await talker.get(byLost)), /^Stopped/);
});
