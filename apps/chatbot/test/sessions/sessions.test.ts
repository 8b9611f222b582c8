import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createSessions } from '../../src/sessions/sessions.ts';
import { bearer, noon, startChatbot, testKey } from '../harness.ts';

const hourMs = 3_600_000;

test('a session keeps its messages in order with their roles, until it is deleted', async () => {
  await using chatbot = startChatbot();
  const first = (await chatbot.chat({ message: 'What is a premium?' })).json();
  const second = (await chatbot.chat({ message: 'thanks', session_id: first.session_id })).json();
  assert.equal(second.session_id, first.session_id);
  const url = `/sessions/${first.session_id}`;
  const session = (await chatbot.app.inject(url)).json();
  assert.deepEqual(session.messages, [
    { role: 'user', content: 'What is a premium?' },
    { role: 'assistant', content: first.message },
    { role: 'user', content: 'thanks' },
    { role: 'assistant', content: second.message },
  ]);
  assert.equal(session.created_at, new Date(noon).toISOString());
  assert.equal(session.last_accessed, new Date(noon).toISOString());
  const deleted = await chatbot.app.inject({
    method: 'DELETE',
    url,
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(deleted.statusCode, 200);
  assert.deepEqual(deleted.json(), { message: 'Session deleted' });
  assert.equal((await chatbot.app.inject(url)).statusCode, 404);
  assert.equal((await chatbot.app.inject({ method: 'DELETE', url })).statusCode, 404);
});

test('echo messages are kept in the session too', async () => {
  await using chatbot = startChatbot();
  const { session_id: id } = (await chatbot.chat({ message: 'ping', use_case: 'echo' })).json();
  const { messages } = (await chatbot.app.inject(`/sessions/${id}`)).json();
  assert.deepEqual(messages, [
    { role: 'user', content: 'ping' },
    { role: 'assistant', content: 'ping' },
  ]);
});

test('an id from before a restart is taken up as a new session under the same id', async () => {
  await using chatbot = startChatbot();
  const id = randomUUID();
  const reply = (await chatbot.chat({ message: 'What is a premium?', session_id: id.toUpperCase() })).json();
  assert.equal(reply.session_id, id);
  assert.equal((await chatbot.app.inject(`/sessions/${id}`)).statusCode, 200);
});

test('a session is forgotten when its time after the last use is over, and each use prolongs it', async () => {
  await using chatbot = startChatbot({ CHATBOT_SESSION_TTL_HOURS: '1' });
  const { session_id: id } = (await chatbot.chat({ message: 'hello' })).json();
  chatbot.time.now += hourMs - 1;
  assert.equal((await chatbot.app.inject(`/sessions/${id}`)).statusCode, 200);
  chatbot.time.now += hourMs - 1;
  assert.equal((await chatbot.app.inject(`/sessions/${id}`)).statusCode, 200);
  chatbot.time.now += hourMs;
  assert.equal((await chatbot.app.inject(`/sessions/${id}`)).statusCode, 404);
});

test('beyond the cap the session unused for longest is dropped first', async () => {
  await using chatbot = startChatbot({ CHATBOT_SESSION_LIMIT: '2' });
  const ids: string[] = [];
  for (let index = 0; index < 2; index++)
    ids.push((await chatbot.chat({ message: 'hello' })).json().session_id);
  await chatbot.app.inject(`/sessions/${ids[0]}`);
  ids.push((await chatbot.chat({ message: 'hello' })).json().session_id);
  const statuses = [];
  for (const id of ids) statuses.push((await chatbot.app.inject(`/sessions/${id}`)).statusCode);
  assert.deepEqual(statuses, [200, 404, 200]);
});

test('the texts of all sessions together stay within their memory, and one session within its messages', () => {
  const sessions = createSessions({ ttlMs: hourMs, limit: 1000, memoryBytes: 100_000, clock: () => noon });
  for (let index = 0; index < 50; index++) sessions.record(sessions.begin(''), 'x'.repeat(5_000), 'y');
  assert.ok(sessions.size < 10 && sessions.size > 0, String(sessions.size));
  const long = sessions.begin('');
  for (let turn = 0; turn < 300; turn++) sessions.record(long, `question ${turn}`, 'answer');
  assert.equal(long.texts.length, 200);
  assert.equal(long.texts.at(-2), 'question 299');
});

test('an answer that arrives after its session was deleted does not bring it back', () => {
  const sessions = createSessions({ ttlMs: hourMs, limit: 10, memoryBytes: 1e6, clock: () => noon });
  const session = sessions.begin('someone');
  sessions.record(session, 'first', 'answer');
  sessions.remove('someone', session.id);
  sessions.record(session, 'second', 'late answer');
  assert.equal(sessions.find('someone', session.id), undefined);
  assert.equal(sessions.size, 0);
});

test('requests that begin the same id at once are kept in one session', () => {
  const sessions = createSessions({ ttlMs: hourMs, limit: 10, memoryBytes: 1e6, clock: () => noon });
  const id = randomUUID();
  const begun = [sessions.begin('', id), sessions.begin('', id)];
  for (const [index, session] of begun.entries()) sessions.record(session, `question ${index}`, 'answer');
  assert.deepEqual(sessions.find('', id)?.texts, ['question 0', 'answer', 'question 1', 'answer']);
  assert.equal(sessions.size, 1);
});

test("somebody else's session answers with the same bytes as an unknown one, on every route", async () => {
  await using chatbot = startChatbot({ CHATBOT_API_KEY: testKey });
  const { session_id: id } = (
    await chatbot.chat({ message: 'my secret plan' }, { headers: bearer('ana', 'acme') })
  ).json();
  const strangers = [bearer('bob', 'acme'), bearer('ana', 'other'), bearer(), bearer('acme ana')];
  for (const headers of strangers) {
    for (const method of ['GET', 'DELETE'] as const) {
      const foreign = await chatbot.app.inject({ method, url: `/sessions/${id}`, headers });
      const unknown = await chatbot.app.inject({ method, url: `/sessions/${randomUUID()}`, headers });
      assert.equal(foreign.statusCode, 404);
      assert.equal(foreign.body, unknown.body);
    }
    // Continuing it starts a conversation of one's own: the id behaves as an unknown one does.
    const own = await chatbot.chat({ message: 'What did I say?', session_id: id }, { headers });
    assert.equal(own.json().session_id, id);
    assert.ok(!own.body.includes('secret plan'));
  }
  const owner = await chatbot.app.inject({ url: `/sessions/${id}`, headers: bearer('ana', 'acme') });
  assert.equal(owner.json().messages.length, 2);
  assert.equal(owner.json().messages[0].content, 'my secret plan');
});
