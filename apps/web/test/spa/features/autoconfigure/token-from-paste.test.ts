import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenFromPaste } from '../../../../spa/src/features/autoconfigure/token-from-paste.ts';

const bearer = { Authorization: 'Bearer {{ auth_token }}', 'Content-Type': 'application/json' };
const cases: readonly (readonly [string, Record<string, string>, string | null])[] = [
  [`curl https://x.test -H 'Authorization: Bearer made-up-token-1'`, bearer, 'made-up-token-1'],
  [`curl https://x.test -H "authorization: bearer made-up-token-1" -d '{}'`, bearer, 'made-up-token-1'],
  [`headers = {"Authorization": "Bearer made-up-token-1", "a": 1}`, bearer, 'made-up-token-1'],
  [`headers: { 'X-Api-Key': 'made-up-key-22' }`, { 'X-Api-Key': '{{ auth_token }}' }, 'made-up-key-22'],
  [`-H "Authorization: Bearer $API_KEY"`, bearer, null],
  [`-H "Authorization: Bearer YOUR_API_KEY"`, bearer, null],
  [`-H "Authorization: Bearer <token-goes-here>"`, bearer, null],
  [`f"Bearer {os.environ['KEY']}"`, bearer, null],
  [`curl https://x.test`, bearer, null],
  [`-H 'X-Other: made-up-token-1'`, { 'Content-Type': 'application/json' }, null],
];

for (const [text, headers, expected] of cases) {
  void test(`the token of ${JSON.stringify(text)} is ${expected ?? 'left to be typed'}`, () => {
    assert.equal(tokenFromPaste(text, headers), expected);
  });
}
