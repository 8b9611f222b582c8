import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EndpointCreate, EndpointUpdate } from '@sonde/contract';

const entries = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, `v${index}`]));

const most: Record<string, number> = {
  request_headers: 100,
  secret_headers: 50,
  query_params: 100,
  token_params: 100,
  response_mapping: 100,
};

for (const [name, count] of Object.entries(most)) {
  test(`an endpoint takes ${count} ${name} and not one more`, () => {
    const base = { name: 'Target', url: 'https://target.example.test/chat' };
    assert.equal(EndpointCreate.safeParse({ ...base, [name]: entries(count) }).success, true);
    assert.equal(EndpointCreate.safeParse({ ...base, [name]: entries(count + 1) }).success, false);
    assert.equal(EndpointUpdate.safeParse({ [name]: entries(count + 1) }).success, false);
  });
}
