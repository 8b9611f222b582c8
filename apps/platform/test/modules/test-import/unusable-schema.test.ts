import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { multipart } from '../files/support/uploads.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const file = `
prompts: ["{{q}}"]
tests:
  - vars: { q: Who? }
    assert: [{ type: is-json, value: { type: object, properties: { a: { typ: string } } } }]
  - vars: { q: What? }
    assert: [{ type: is-json, value: { type: object, required: [a] } }]
`;

test('a schema of a file that could judge nothing makes its row unusable, and the row says why', async () => {
  const { body, type } = await multipart([{ bytes: file, name: 'schema.yaml', field: 'file' }]);
  const analyzed = await platform.call('POST', '/import/analyze', {
    token: owner.token,
    body,
    headers: { 'content-type': type },
  });
  assert.equal(analyzed.status, 201, analyzed.text);
  const parsed = await platform.call('POST', `/import/${analyzed.body.import_id}/parse`, {
    token: owner.token,
    body: {},
  });
  assert.equal(parsed.status, 200, parsed.text);
  const { errors, valid_rows: valid } = parsed.body.validation_summary;
  assert.equal(valid, 1, parsed.text);
  assert.equal(errors.length, 1, parsed.text);
  assert.match(errors[0].reason, /"typ" at \/properties\/a is no word of JSON Schema/);
});
