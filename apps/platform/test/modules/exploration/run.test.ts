import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { listQuery } from '@sonde/contract';
import { sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { ask } from '../../../src/modules/exploration/call.ts';
import { createSteps } from '#runs';
import { openHouse } from './support/house.ts';

let target: TargetServer;
let house: Awaited<ReturnType<typeof openHouse>>;
let release: () => void = () => undefined;
let limited = 0;
let asked = 0;
const garden = () => ({
  message: `I answer questions about gardens: tools${(asked += 1)}, seeds${asked} and soil${asked}.`,
});
before(async () => {
  target = await startTargetServer();
  target.route('/good', (_request, response) => sendJson(response, 200, garden()));
  target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => (release = settle));
    sendJson(response, 200, garden());
  });
  target.route('/broken', (_request, response) => sendJson(response, 500, { error: 'out of order' }));
  target.route('/silent', (_request, response) => sendJson(response, 200, { message: '' }));
  target.route('/busy-once', (_request, response) => {
    limited += 1;
    if (limited === 1) sendJson(response, 429, { retry_after: 0.05 });
    else sendJson(response, 200, garden());
  });
  target.route('/busy', (_request, response) => sendJson(response, 429, { retry_after: 3600 }));
  house = await openHouse();
});
after(async () => {
  await house.close();
  await target.close();
});

test('a target that fails each time ends in FAILURE with the reason, after three calls', async () => {
  const { job, result } = await house.explore(target.url('/broken'), { strategy: 'domain_probing' });
  assert.equal(job.status, 'FAILURE');
  assert.match(job.error ?? '', /gave no answer at all.*status 500/);
  assert.equal(result.status, 'error');
  assert.deepEqual(
    result.conversation.map(({ outcome }) => outcome),
    ['error', 'error', 'error'],
  );
});

test('empty answers are an outcome of their own and end the run', async () => {
  const { job, result } = await house.explore(target.url('/silent'), { strategy: 'domain_probing' });
  assert.deepEqual([job.status, result.status], ['FAILURE', 'error'], 'nothing was learnt, and that is said');
  assert.match(result.stop_reason, /no usable answer/);
  assert.deepEqual(
    result.conversation.map(({ outcome }) => outcome),
    ['empty', 'empty', 'empty'],
  );
});

test('a conversation that was begun anew and failed is begun once more, and the one left behind is not taken up', async () => {
  const sessions: (string | null)[] = [];
  let begun = 0;
  target.route('/short-talks', (request, response) => {
    const { session_id: given } = request.json as { session_id?: string };
    const session = given || null;
    const wasLetIn = sessions.filter((one) => one === 'talk-1').length;
    sessions.push(session);
    if (session === 'talk-1' && wasLetIn >= 6) return sendJson(response, 429, { retry_after: 3600 });
    if (session !== null) return sendJson(response, 200, { ...garden(), session_id: session });
    begun += 1;
    // The second of its conversations does not come about.
    if (begun === 2) return sendJson(response, 500, { error: 'out of order' });
    sendJson(response, 200, { ...garden(), session_id: `talk-${begun}` });
  });
  await house.explore(target.url('/short-talks'), { strategy: 'domain_probing', max_turns: 12 });
  const anew = sessions.indexOf(null, 1);
  assert.equal(sessions[anew - 1], 'talk-1');
  assert.deepEqual(sessions.slice(anew, anew + 3), [null, null, 'talk-3']);
});

test('a busy target is asked again after the time it names, without a turn being used', async () => {
  const { result } = await house.explore(target.url('/busy-once'), {
    strategy: 'boundary_discovery',
    max_turns: 2,
  });
  assert.deepEqual(
    result.conversation.map(({ outcome }) => outcome),
    ['answered', 'answered'],
  );
  assert.equal(result.usage?.target_calls, 3);
});

test('the Retry-After of a target is what is waited, as the engine has read it', async () => {
  let calls = 0;
  target.route('/asks-for-seven', (_request, response) => {
    calls += 1;
    if (calls > 2) return sendJson(response, 200, { message: 'I answer questions about gardens.' });
    response.writeHead(429, { 'retry-after': String(calls * 7) }).end('{}');
  });
  const waited: number[] = [];
  const endpoint = await house.addEndpoint(target.url('/asks-for-seven'));
  const { database, clock, principal } = house;
  const steps = createSteps({
    database,
    clock,
    random: Math.random,
    charge: { kind: null, organizationId: principal.organizationId, runId: randomUUID() },
    endpointId: endpoint.id,
    limits: { maxConcurrency: null, maxRequestsPerMinute: null, placeMaxMs: 60_000 },
    wait: async (ms) => {
      waited.push(ms);
      // The endpoint's own pace has been told as well; here its time has come.
      await database.executeSql('update endpoint_rates set blocked_until = null, tokens = 1');
    },
  });
  const answered = await ask((calling) => steps.call('1', calling), {
    target: await house.prepare(endpoint.id),
    probe: { id: 'x', dimension: 'scope', text: 'What are you?' },
    conversationId: null,
    attributes: {},
    signal: new AbortController().signal,
    callsMax: 3,
  });
  assert.deepEqual(waited, [7_000, 14_000]);
  assert.deepEqual([answered.outcome, answered.calls], ['answered', 3]);
});

test('nobody waits an hour: a target that asks for it is left', async () => {
  const { result } = await house.explore(target.url('/busy'), { strategy: 'domain_probing' });
  assert.deepEqual(
    result.conversation.map(({ outcome }) => outcome),
    ['rate_limited', 'rate_limited'],
  );
  assert.match(result.stop_reason, /because they were too many/);
  const { detail } = result.findings.find(({ kind }) => kind === 'rate_limit') ?? {};
  assert.match(detail ?? '', /It asks to wait 60 minutes\./);
});

test('the limit of calls ends a run with what it has', async () => {
  const capped = await openHouse({ caps: { targetCalls: 3 } });
  const { result } = await capped.explore(target.url('/good'), { strategy: 'domain_probing' });
  assert.equal(result.turns_used, 3);
  assert.equal(result.status, 'stopped_early');
  assert.match(result.stop_reason, /limit of calls/);
  await capped.close();
});

test('the limit of time ends even a call under way', async () => {
  const capped = await openHouse({ caps: { wallClockMs: 300 } });
  const { result } = await capped.explore(target.url('/held'), { strategy: 'domain_probing' });
  assert.match(result.stop_reason, /limit of time/);
  assert.equal(result.conversation.at(-1)?.outcome, 'inconclusive');
  await capped.close();
});

test('a cancelled run stops at once and keeps its turns and findings', async () => {
  const endpoint = await house.addEndpoint(target.url('/held'));
  const { task_id } = await house.exploration.start(house.principal, endpoint.id, {
    strategy: 'domain_probing',
  });
  while ((await house.board.get(house.principal, task_id)).progress.step < 1) {
    await pause(20);
    release();
  }
  await house.board.cancel(house.principal, task_id);
  const job = await house.finished(task_id);
  assert.equal(job.status, 'REVOKED');
  const result = job.result as {
    status: string;
    conversation: { outcome: string }[];
    strategy_findings: Record<string, unknown>;
  };
  assert.equal(result.status, 'cancelled');
  assert.equal(result.conversation[0]?.outcome, 'answered');
  assert.equal(result.strategy_findings['domain'], 'gardens');
});

test('a job whose queue entry is gone does not stay unfinished, and keeps what was found', async () => {
  const endpoint = await house.addEndpoint(target.url('/good'));
  const { task_id } = await house.exploration.start(house.principal, endpoint.id, {
    strategy: 'domain_probing',
  });
  await house.finished(task_id);
  await house.database.executeSql(
    `update jobs set status = 'STARTED', finished_at = null, result = null, queue_job_id = gen_random_uuid(), updated_at = now() - interval '1 hour' where id = '${task_id}'`,
  );
  assert.equal(await house.board.upkeep.reconcileJobs(), 1);
  const job = await house.board.get(house.principal, task_id);
  assert.equal(job.status, 'FAILURE');
  assert.match(job.error ?? '', /Sonde stopped while this was under way/);
  const result = job.result as { conversation: unknown[]; stop_reason: string };
  assert.ok(result.conversation.length > 0);
});

test('a job that cannot be ended keeps no other from it', async () => {
  const endpoint = await house.addEndpoint(target.url('/good'));
  const ids: string[] = [];
  for (const age of [2, 1]) {
    const { task_id: id } = await house.exploration.start(house.principal, endpoint.id, {
      strategy: 'domain_probing',
    });
    ids.push(id);
    await house.finished(id);
    await house.database.executeSql(
      `update jobs set status = 'STARTED', finished_at = null, result = null, queue_job_id = gen_random_uuid(), updated_at = now() - interval '${age} hours' where id = '${id}'`,
    );
  }
  const [broken = '', sound = ''] = ids;
  await house.database.executeSql(`update explorations set request = 'null'::json where id = '${broken}'`);
  assert.equal(await house.board.upkeep.reconcileJobs(), 1);
  assert.equal((await house.board.get(house.principal, sound)).status, 'FAILURE');
  await house.database.executeSql(
    `update jobs set status = 'FAILURE', finished_at = now() where id = '${broken}'`,
  );
});

test('the job of somebody who has deleted their account meanwhile comes to its end', async () => {
  const endpoint = await house.addEndpoint(target.url('/good'));
  const { task_id: id } = await house.exploration.start(house.principal, endpoint.id, {
    strategy: 'domain_probing',
  });
  await house.database.executeSql(`update jobs set created_by = gen_random_uuid() where id = '${id}'`);
  assert.equal((await house.finished(id)).status, 'SUCCESS');
});

test('nothing is queued beyond the limit of an organization, and the refusal says when to come back', async () => {
  const endpoint = await house.addEndpoint(target.url('/held'));
  const started: string[] = [];
  await assert.rejects(
    async () => {
      for (let count = 0; count < 20; count += 1)
        started.push(
          (await house.exploration.start(house.principal, endpoint.id, { goal: 'Find out about soil' }))
            .task_id,
        );
    },
    { code: 'exploration.too_many' },
  );
  assert.equal(started.length, 10);
  for (const taskId of started) await house.board.cancel(house.principal, taskId);
  for (const taskId of started) assert.equal((await house.finished(taskId)).status, 'REVOKED');
});

test('finished jobs go after their time, with their turns; unfinished ones and younger ones stay', async () => {
  const endpoint = await house.addEndpoint(target.url('/good'));
  const start = async () => {
    const { task_id } = await house.exploration.start(house.principal, endpoint.id, {
      strategy: 'domain_probing',
      max_turns: 1,
    });
    await house.finished(task_id);
    return task_id;
  };
  const [old, young, unfinished] = [await start(), await start(), await start()];
  await house.database.executeSql(
    `update jobs set finished_at = now() - interval '31 days' where id = '${old}';
     update jobs set finished_at = now() - interval '29 days' where id = '${young}';
     update jobs set finished_at = null, status = 'STARTED', created_at = now() - interval '90 days' where id = '${unfinished}'`,
  );
  assert.equal((await house.board.upkeep.removeOld()).jobs, 1);
  await assert.rejects(house.board.get(house.principal, old), { code: 'job.not_found' });
  for (const id of [young, unfinished])
    assert.equal((await house.board.get(house.principal, id)).task_id, id);
  const { rows } = await house.database.executeSql(
    'select count(*)::int as turns from exploration_turns where exploration_id = $1',
    [old],
  );
  assert.equal(rows[0]?.['turns'], 0, 'what was said goes with the job');
});

test('notices go after ninety days, whether they were read or not', async () => {
  const { total } = await house.notifications.list(house.principal, listQuery.parse({}));
  assert.ok(total > 2, 'the explorations of this file have left some');
  await house.database.executeSql(
    `update notifications set created_at = now() - interval '91 days'
     where id in (select id from notifications where user_id = '${house.principal.userId}' order by id limit 2)`,
  );
  assert.equal(await house.notifications.removeOld(), 2);
  assert.equal(await house.notifications.removeOld(), 0);
  assert.equal((await house.notifications.list(house.principal, listQuery.parse({}))).total, total - 2);
});
