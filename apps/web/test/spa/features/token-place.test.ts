import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyWords, tokenWords } from '../../../spa/src/features/endpoints/token-place.ts';

const plain = { request_headers: [], query_params: [], url: 'https://shop.example.org/chat' };
const pair = (name: string, value: string) => ({ name, value });

test('the choice of a token is called by where the token goes', () => {
  const choice = (changes: Partial<typeof plain> | object): string =>
    tokenWords({ ...plain, ...changes }).choice;
  assert.equal(choice({}), 'Bearer token');
  assert.equal(
    choice({ request_headers: [pair('Authorization', 'Bearer {{ auth_token }}')] }),
    'Bearer token',
  );
  assert.equal(choice({ request_headers: [pair('X-Key', '{{ auth_token }}')] }), 'Key in the header X-Key');
  assert.equal(choice({ query_params: [pair('key', '{{ auth_token }}')] }), 'Key in the address');
  assert.equal(choice({ url: 'https://shop.example.org/{{ auth_token }}/chat' }), 'Key in the address');
});

test('without a token the keys in secret headers are named, so that “None” does not look like a fault', () => {
  assert.equal(keyWords({ auth_type: 'none', secret_headers: [] }), undefined);
  assert.match(
    keyWords({ auth_type: 'none', secret_headers: [{ name: 'X-Key' }] }) ?? '',
    /the secret header X-Key below is sent/,
  );
  assert.equal(keyWords({ auth_type: 'bearer_token', secret_headers: [{ name: 'X-Key' }] }), undefined);
});
