import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretMask } from '@sonde/contract';
import type { NewSpan } from '../../../src/modules/traces/new-span.ts';
import { withoutSecrets } from '../../../src/modules/traces/reported-secrets.ts';

const shownOf = (attributes: Record<string, unknown>): Record<string, unknown> =>
  withoutSecrets({ name: 'chat', statusMessage: null, attributes } as unknown as NewSpan).attributes;
const secret = 'hunterhunter';

const hiding: Readonly<Record<string, unknown>>[] = [
  { 'process.command_args': ['node', 'app.js', '--api-key', secret, '--password', secret, '--fast'] },
  { 'process.command_line': `node app.js --api-key ${secret} --password=${secret} --fast` },
  { 'process.command': `app --password '${secret} with blanks' --fast` },
  { 'exception.message': `Command '['app', '--password', '${secret}', '--fast']' returned 1` },
  { 'request.headers': { Cookie: `sid=${secret}`, 'X-Auth': secret, Accept: '--fast' } },
  {
    headers: [
      ['Authorization', `Bearer ${secret}`],
      ['Accept', '--fast'],
    ],
  },
  { rawHeaders: ['Authorization', `Bearer ${secret}`, 'Accept', '--fast'] },
  {
    'request.headers': [
      { name: 'X-Auth', value: secret },
      { name: 'Accept', value: '--fast' },
    ],
  },
  { 'llm.headers': JSON.stringify({ Authorization: `Bearer ${secret}`, Accept: '--fast' }) },
  { 'http.request.headers': `{"x-api-key":"aaaa1111aaaa${secret}","Accept":"--fast"}` },
  { 'http.request.headers': `{'x-api-key': '${secret}', 'Accept': '--fast'}` },
  { 'http.request.headers': `Accept: --fast\nX-Auth: ${secret}` },
  { 'tool.requestHeaders': { 'x-auth': secret, accept: '--fast' } },
  { 'request.cookies': { sid: secret }, 'http.method': '--fast' },
  { 'request.cookies': `sid=${secret}; lang=${secret}`, 'http.method': '--fast' },
  { 'rpc.request.metadata': { 'x-auth': secret, accept: '--fast' } },
  { 'db.statement': `ALTER USER x PASSWORD '${secret}' -- --fast` },
  { 'db.query.text': `CREATE USER x IDENTIFIED BY "${secret}" -- --fast` },
  { 'db.statement': `AUTH ${secret}`, 'http.method': '--fast' },
  { 'code.stacktrace': `at login(password="${secret}22", "--fast")` },
  { 'error.message': `401 for Bearer ${secret}1234567 --fast` },
  { 'http.request.body': JSON.stringify({ password: 'abc', note: `${'x'.repeat(3)}--fast` }) },
];

test('a reported span keeps no credential of a command, of headers however they are written, or of a statement', () => {
  for (const attributes of hiding) {
    const shown = JSON.stringify(shownOf(attributes));
    assert.ok(!shown.includes(secret) && !shown.includes('abc'), shown);
    assert.ok(shown.includes(secretMask) && shown.includes('--fast'), shown);
  }
});

test('what is said, and what is no credential, stays as it was', () => {
  const attributes = {
    'input.value': `run app --password ${secret}`,
    'gen_ai.output.messages': `{"headers": {"X-Auth": "${secret}"}}`,
    'process.command_args': ['app', '--port', '8080', '--token', '--verbose'],
    'exception.message': 'The option --token is missing; --api-key must be given.',
    'table.headers': ['Name', 'Price'],
    'request.headers': { Accept: 'text/html', 'X-Request-Id': 'abc-1' },
    'http.response.headers': '{ "Accept": "a",  "Content-Length": 12345678901234567890 }',
    'db.statement': "SELECT password FROM users WHERE name = 'ann'",
    'recipe.cookies': 'flour; sugar',
    code: 'token = "x"',
    'gen_ai.usage.input_tokens': 12,
  };
  assert.deepEqual(shownOf(attributes), attributes);
});

test('a megabyte of anything is looked through', { timeout: 60_000 }, () => {
  for (const part of [
    '--password ',
    '-',
    "password '",
    'a:"',
    'a=',
    'identified with ',
    '"a":',
    '[',
    'aa',
    ' ',
  ])
    for (const name of ['process.command_line', 'http.request.headers', 'request.cookies'])
      shownOf({ [name]: part.repeat(100_000) });
});
