import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
let member: SignedUp;
let viewer: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  member = await joinAs(platform, owner, 'member');
  viewer = await joinAs(platform, owner, 'viewer');
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, who = owner) =>
  platform.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** A conversation of so many traces; the row of the last. */
async function reported(turns = 1): Promise<Json> {
  const conversation = hex(8);
  let traceId = '';
  for (let turn = 1; turn <= turns; turn += 1) {
    traceId = hex(16);
    const sent = await call('POST', '/telemetry/traces', {
      spans: [
        {
          trace_id: traceId,
          span_id: hex(8),
          name: 'chat',
          started_at: new Date(Date.now() + turn).toISOString(),
          duration_ms: 1,
          conversation_id: conversation,
          attributes: { 'input.value': `question ${turn}`, 'output.value': `answer ${turn}` },
        },
      ],
    });
    assert.equal(sent.status, 200, sent.text);
  }
  const { body } = await call('GET', `/traces/${traceId}/summary`);
  return body;
}

test('a trace is reviewed by either of its ids; what was said is listed, changed with its history, and deleted', async () => {
  const trace = await reported();
  const made = await call(
    'POST',
    `/telemetry/traces/${trace.id}/reviews`,
    { status: 'fail', comment: 'Rude' },
    member,
  );
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.target, made.body.status, made.body.trace_db_id, made.body.test_result_id, made.body.author],
    [{ type: 'trace', reference: null }, 'Fail', trace.id, null, member.userId],
  );
  const at = `/telemetry/traces/${trace.trace_id}/reviews`;
  const second = await call('POST', at, { status: 'Pass' });
  assert.deepEqual(
    (await call('GET', at, undefined, viewer)).body.map(({ id }: Json) => id),
    [second.body.id, made.body.id],
  );
  assert.equal((await call('PUT', `${at}/${made.body.id}`, { status: 'Pass' })).status, 403);
  const changed = await call('PATCH', `${at}/${made.body.id}`, { comment: 'Rather rude' }, member);
  assert.deepEqual(
    [changed.body.comment, changed.body.history.map(({ comment }: Json) => comment)],
    ['Rather rude', ['Rude']],
  );
  const resolved = await call('PUT', `${at}/${made.body.id}`, { resolved: true });
  assert.deepEqual([resolved.body.resolved, resolved.body.resolved_by], [true, owner.userId]);
  assert.equal((await call('DELETE', `${at}/${second.body.id}`, undefined, member)).status, 403);
  assert.equal((await call('DELETE', `${at}/${second.body.id}`)).status, 200);
  assert.equal((await call('GET', at)).body.length, 1);
});

test('a turn is named by its number, and of a trace nothing else is reviewed', async () => {
  const trace = await reported(3);
  const at = `/telemetry/traces/${trace.id}/reviews`;
  const turn = await call('POST', at, { status: 'Fail', target: { type: 'turn', reference: 'Turn 2' } });
  assert.deepEqual(turn.body.target, { type: 'turn', reference: '2' });
  for (const target of [
    { type: 'turn', reference: '4' },
    { type: 'turn' },
    { type: 'metric', reference: 'Says good' },
    { type: 'test_result' },
  ]) {
    const refused = await call('POST', at, { status: 'Fail', target });
    assert.deepEqual([refused.status, refused.body.code], [422, 'review.target_unknown'], refused.text);
  }
});

test('reviews of traces are found among all others, and count for nothing', async () => {
  const trace = await reported();
  const { body: made } = await call('POST', `/telemetry/traces/${trace.id}/reviews`, {
    status: 'Fail',
    comment: 'An odd tone',
  });
  const found = async (query: string): Promise<Json[]> => {
    const { status, body, text } = await call('GET', `/annotations?${query}`);
    assert.equal(status, 200, text);
    return body;
  };
  for (const query of [`trace_id=${trace.trace_id}`, `trace_db_id=${trace.id}`, 'source=trace&search=odd'])
    assert.deepEqual(
      (await found(query)).map(({ review_id, source, trace_id, test_result_id, span_name }) => [
        review_id,
        source,
        trace_id,
        test_result_id,
        span_name,
      ]),
      [[made.id, 'trace', trace.trace_id, null, 'chat']],
    );
  assert.deepEqual(await found('source=test_result'), []);
  const agreement = await call('GET', '/annotations/agreement');
  assert.deepEqual([agreement.body.results.n, agreement.body.between_reviewers], [0, []]);
  const counted = await call('POST', '/insights/query', {
    it: { entity: 'test_result', measures: ['human_review_count'] },
  });
  assert.deepEqual(counted.body.it.rows, [{ human_review_count: 0 }]);
});

test('a viewer reads, another organization and another project find no such trace', async () => {
  const trace = await reported();
  const at = `/telemetry/traces/${trace.id}/reviews`;
  assert.equal((await call('POST', at, { status: 'Pass' }, viewer)).status, 403);
  const { body: made } = await call('POST', at, { status: 'Pass' });
  for (const [method, path, body] of [
    ['GET', at],
    ['POST', at, { status: 'Pass' }],
    ['PUT', `${at}/${made.id}`, { resolved: true }],
    ['DELETE', `${at}/${made.id}`],
  ] as const) {
    const refused = await call(method, path, body, stranger);
    assert.deepEqual([refused.status, refused.body.code], [404, 'trace.not_found'], `${method} ${path}`);
  }
  const { body: other } = await call('POST', '/projects', { name: 'Elsewhere' });
  const elsewhere = await platform.call('GET', at, {
    token: owner.token,
    headers: { 'x-project-id': other.id },
  });
  assert.equal(elsewhere.status, 404);
  const lost = await call('PUT', `/telemetry/traces/${(await reported()).id}/reviews/${made.id}`, {
    resolved: true,
  });
  assert.deepEqual([lost.status, lost.body.code], [404, 'review.not_found']);
  assert.equal((await call('GET', '/telemetry/traces/nonsense/reviews')).status, 422);
});

test('many who review one trace at once lose nothing', async () => {
  const trace = await reported();
  const at = `/telemetry/traces/${trace.id}/reviews`;
  const made = await Promise.all(
    Array.from({ length: 16 }, (_, place) =>
      call('POST', at, { status: 'Pass' }, place % 2 ? owner : member),
    ),
  );
  for (const { status, text } of made) assert.equal(status, 201, text);
  assert.equal((await call('GET', at)).body.length, 16);
});
