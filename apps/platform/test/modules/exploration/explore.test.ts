import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startChatbot } from '../../support/chatbot.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import type { RunningService } from '../../support/service-process.ts';

let chatbot: RunningService;
let platform: TestPlatform;
let person: SignedUp;
let endpointId: string;
before(async () => {
  chatbot = await startChatbot();
  platform = await startPlatform({ env: { CHATBOT_URL: chatbot.url } });
  person = await platform.signUp();
  endpointId = (await platform.call('GET', '/endpoints', { token: person.token })).body[0].id;
});
after(async () => {
  await platform.close();
  await chatbot.stop();
});

async function finished(taskId: string, token = person.token): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await platform.call('GET', `/jobs/${taskId}`, { token });
    if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status)) return body;
    await pause(25);
  }
  throw new Error('The job did not end.');
}

test('an exploration is answered with a task, which ends in SUCCESS with findings, turns and a notification', async () => {
  const started = await platform.call('POST', `/endpoints/${endpointId}/explore`, {
    token: person.token,
    body: { strategy: 'domain_probing' },
  });
  assert.equal(started.status, 200, started.text);
  assert.doesNotMatch(started.body.message, /[{}]/);
  const job = await finished(started.body.task_id);
  assert.equal(job.status, 'SUCCESS', JSON.stringify(job));
  assert.equal(job.subject_id, endpointId);
  assert.equal(job.kind, 'exploration');
  assert.equal(job.progress.step, job.result.turns_used);
  assert.equal(job.result.strategy_findings.domain, 'insurance');
  assert.equal(job.result.endpoint_id, endpointId);
  assert.ok(job.started_at && job.finished_at);

  const unread = await platform.call('GET', '/notifications/unread-count', { token: person.token });
  assert.equal(unread.body.unread, 1);
  const [notice] = (await platform.call('GET', '/notifications', { token: person.token })).body;
  assert.deepEqual([notice.kind, notice.status], ['exploration.finished', 'Completed']);
  assert.equal(notice.entity_id, started.body.task_id);
  assert.equal(notice.link, `/jobs/${started.body.task_id}`);
  assert.match(notice.body, /insurance/);
  const read = await platform.call('POST', `/notifications/${notice.id}/read`, { token: person.token });
  assert.ok(read.body.read_at);
  const all = await platform.call('POST', '/notifications/read-all', { token: person.token });
  assert.equal(all.body.read, 0);

  const list = await platform.call('GET', '/jobs', { token: person.token });
  assert.equal(list.headers['x-total-count'], '1');
  assert.equal(list.body[0].result, null, 'lists leave results out');
});

test('neither a strategy nor a goal, a blank goal, an unknown strategy and an unknown key are invalid', async () => {
  for (const body of [
    {},
    { goal: '   ' },
    { strategy: 'guessing' },
    { strategy: 'domain_probing', colour: 'red' },
    { goal: 'x', max_turns: 0 },
    { goal: 'x', max_turns: 121 },
  ]) {
    const answer = await platform.call('POST', `/endpoints/${endpointId}/explore`, {
      token: person.token,
      body,
    });
    assert.equal(answer.status, 422, JSON.stringify(body));
  }
  const list = await platform.call('GET', '/jobs', { token: person.token });
  assert.equal(list.headers['x-total-count'], '1', 'nothing was queued');
});

test("another organization's endpoint and job answer exactly as ones that never were", async () => {
  const stranger = await platform.signUp();
  const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';
  const withoutId = (result: { text: string }) => JSON.parse(result.text);
  const foreignEndpoint = await platform.call('POST', `/endpoints/${endpointId}/explore`, {
    token: stranger.token,
    body: { strategy: 'domain_probing' },
  });
  const unknownEndpoint = await platform.call('POST', `/endpoints/${unknown}/explore`, {
    token: stranger.token,
    body: { strategy: 'domain_probing' },
  });
  assert.equal(foreignEndpoint.status, 404);
  assert.deepEqual(withoutId(foreignEndpoint), withoutId(unknownEndpoint));
  const [job] = (await platform.call('GET', '/jobs', { token: person.token })).body;
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/cancel'],
  ] as const) {
    const foreign = await platform.call(method, `/jobs/${job.task_id}${suffix}`, { token: stranger.token });
    const missing = await platform.call(method, `/jobs/${unknown}${suffix}`, { token: stranger.token });
    assert.equal(foreign.status, 404);
    assert.equal(foreign.body.code, 'job.not_found');
    assert.deepEqual(withoutId(foreign), withoutId(missing));
  }
  const done = await platform.call('POST', `/jobs/${job.task_id}/cancel`, { token: person.token });
  assert.equal(done.status, 409);
  assert.equal(done.body.code, 'job.finished');
  const own = await platform.call('GET', '/notifications', { token: stranger.token });
  assert.deepEqual(own.body, []);
  const [notice] = (await platform.call('GET', '/notifications', { token: person.token })).body;
  const foreignNotice = await platform.call('POST', `/notifications/${notice.id}/read`, {
    token: stranger.token,
  });
  assert.equal(foreignNotice.status, 404);
  assert.equal(foreignNotice.body.code, 'notification.not_found');
});

test('an endpoint that was deleted is gone', async () => {
  const copy = await platform.call('POST', `/endpoints/${endpointId}/duplicate`, { token: person.token });
  await platform.call('DELETE', `/endpoints/${copy.body.id}`, { token: person.token });
  const answer = await platform.call('POST', `/endpoints/${copy.body.id}/explore`, {
    token: person.token,
    body: { strategy: 'domain_probing' },
  });
  assert.equal(answer.status, 410);
  assert.equal(answer.body.code, 'endpoint.deleted');
});
