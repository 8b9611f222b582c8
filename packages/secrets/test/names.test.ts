import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSecretName, usualSecretNames, type Place } from '../src/index.ts';

const secret: Readonly<Record<Place, readonly string[]>> = {
  header:
    'Authorization Authentication X-Authentication Proxy-Authorization Cookie Set-Cookie x-functions-key X-App-Key X-Signature X-Hub-Signature x-api-key api-key Ocp-Apim-Subscription-Key X-Auth-Token X-Auth-Email X-Token X-CSRF-Token X-Secret-Thing X-Goog-Api-Key x-amz-security-token X-Kanzlei-Schluessel X-Order-Desk-Key'.split(
      ' ',
    ),
  parameter:
    'key sig signature code token auth pwd api_key apikey access_token client_secret password X-Amz-Signature X-Amz-Credential subscription-key appid clave bearer PHPSESSID jsessionid'.split(
      ' ',
    ),
  field:
    'api_key apiKey accessToken auth_token authtoken refresh_token client_secret password secret secret_key authorization bearer_token token functionsKey smtp_pass DB_PASS dbPass mail.pass REDIS_PASS'.split(
      ' ',
    ),
  anywhere: 'key auth pat token apikey userToken contraseña'.split(' '),
};
const plain: Readonly<Record<Place, readonly string[]>> = {
  header: 'Content-Type Idempotency-Key X-Cache-Key X-Request-Id X-Correlation-Key Accept X-Author'.split(
    ' ',
  ),
  parameter:
    'max_tokens next_page_token q sort_key monkey author codec page session session_id sid ticket'.split(' '),
  field:
    'key auth code sort_key primary_key max_tokens prompt_tokens csrf_token signature keyboard bypass boarding_pass first_pass compass'.split(
      ' ',
    ),
  anywhere: 'tokens tokenizer csrf_token idempotency_key author keys'.split(' '),
};

for (const place of ['header', 'parameter', 'field', 'anywhere'] as const)
  test(`the name of a credential is known as ${place}, and no other is taken for one`, () => {
    assert.deepEqual(
      secret[place].filter((name) => !isSecretName(name, place)),
      [],
    );
    assert.deepEqual(
      plain[place].filter((name) => isSecretName(name, place)),
      [],
    );
  });

test('what is listed for logs is secret by the one answer', () => {
  assert.deepEqual(
    usualSecretNames.filter((name) => !isSecretName(name, 'header')),
    [],
  );
});

test('a name is judged alike however many others came between', () => {
  const judged = (): boolean[] =>
    (['header', 'parameter', 'field', 'anywhere'] as const).map((place) => isSecretName('code', place));
  const before = judged();
  for (let index = 0; index < 5_000; index += 1) isSecretName(`field_${index}`, 'field');
  assert.deepEqual(judged(), before);
  assert.deepEqual(before, [false, true, false, false]);
});
