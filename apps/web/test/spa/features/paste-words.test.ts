import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutOff } from '../../../spa/src/features/autoconfigure/cut-off.ts';
import { tokenHeader } from '../../../spa/src/features/endpoints/token-place.ts';

test('a command whose end was not copied is told, and a whole one is not', () => {
  for (const half of [
    `curl https://a.example -d '{"message": "Hi`,
    'curl https://a.example \\',
    'curl https://a.example -H "x-api-key: k',
  ])
    assert.notEqual(cutOff(half), undefined, half);
  assert.equal(
    cutOff(`\ncurl https://a.example \\\n  -d '{"message": "Hi`),
    "a quotation mark (') is opened in line 3 and never closed",
  );
  for (const whole of [
    `curl https://a.example -d '{"message": "It\\u0027s"}'`,
    String.raw`curl https://a.example -d "{\"message\": \"it's\"}"`,
    "It's a service that answers at https://a.example",
  ])
    assert.equal(cutOff(whole), undefined, whole);
});

test('a key with a header of its own is named by it, and only a bearer token is called one', () => {
  const header = (name: string, value: string) => tokenHeader([{ name, value }]);
  assert.equal(header('x-api-key', '{{ auth_token }}'), 'x-api-key');
  assert.equal(header('Authorization', 'Bearer {{ auth_token }}'), undefined);
  assert.equal(header('Authorization', 'Key {{ auth_token }}'), 'Authorization');
  assert.equal(tokenHeader([]), undefined);
});
