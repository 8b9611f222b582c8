import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { multipart } from '../files/support/uploads.ts';
import { apiToken } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

async function call(method: string, path: string, body?: unknown, token = owner.token): Promise<Json> {
  const answer = await platform.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

test('a file that speaks of another project’s test in a shared set is told of none, and its row is imported', async () => {
  const project = async (name: string): Promise<string> => (await call('POST', '/projects', { name })).id;
  const [own, other] = [await project('Own'), await project('Other')];
  const token = await apiToken(platform, owner, { project_id: own });
  const set = (
    await call('POST', '/test_sets', { name: 'Set', test_set_type: 'Single-Turn', project_id: own })
  ).id;
  const hidden = await call('POST', '/tests', {
    project_id: other,
    external_id: 'EXT-2',
    prompt: { content: 'What of the merger?', expected_response: 'It is on.' },
  });
  await call('POST', `/test_sets/${set}/associate`, { test_ids: [hidden.id] });

  const { body, type } = await multipart([
    {
      bytes:
        'prompt,expected_response,external_id\nAnother question,Yes,EXT-2\nWhat of the merger?,It is on.,EXT-2\n',
      name: 'a.csv',
      field: 'file',
    },
  ]);
  const headers = { 'content-type': type };
  const analyzed = await platform.call('POST', '/import/analyze', { token, body, headers });
  assert.equal(analyzed.status, 201, analyzed.text);
  const path = `/import/${analyzed.body.import_id}`;
  const parsed = await call('POST', `${path}/parse`, { test_set_id: set }, token);
  assert.equal(parsed.validation_summary.error_count, 0);
  const states = JSON.stringify(parsed);
  assert.ok(!/"(?:changed|identical)":[1-9]|"state":"(?:changed|identical)"/.test(states), states);
  await call('POST', `${path}/confirm`, { changed: 'update' }, token);
  assert.deepEqual((await call('GET', `/tests/${hidden.id}`)).prompt, hidden.prompt);
  const seen = await call('GET', `/test_sets/${set}/tests`, undefined, token);
  assert.ok(
    seen.some((one: Json) => one.prompt.content === 'Another question'),
    JSON.stringify(seen),
  );
});
