import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

type Json = Record<string, never>;
const document = JSON.parse(
  readFileSync(new URL('../../../../docs/reference/openapi.json', import.meta.url), 'utf8'),
) as {
  info: { description: string };
  paths: Record<
    string,
    Record<string, { parameters: { name: string }[]; requestBody: { content: Json }; responses: Json }>
  >;
};
const text = JSON.stringify(document);

test('the description says how one signs in, what an API token is for and whom limits count', () => {
  for (const word of ['/auth/login/email', '/auth/exchange-code', 'snd_', 'Retry-After', 'challenge'])
    assert.ok(document.info.description.includes(word), word);
});

test('what reads its input itself is described all the same, with the faults of its own standard', () => {
  const exchange = document.paths['/auth/token-exchange']?.['post'];
  assert.ok(exchange);
  assert.match(JSON.stringify(exchange.requestBody), /subject_token_type.*resource/);
  assert.deepEqual(Object.keys(exchange.responses), ['200', '400', '429', '500']);
  assert.match(JSON.stringify(exchange.responses['400']), /error_description/);
  const callback = document.paths['/auth/callback']?.['get'];
  assert.deepEqual(
    callback?.parameters.map(({ name }) => name),
    ['state', 'code', 'error', 'iss'],
  );
  assert.equal('422' in callback.responses, false);
});

test('addresses say that they are, and integers have no bound but their own', () => {
  assert.ok(text.includes('"format":"email"'));
  assert.ok(!text.includes(String(Number.MAX_SAFE_INTEGER)));
});
