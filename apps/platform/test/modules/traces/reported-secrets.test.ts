import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretMask } from '@sonde/contract';
import type { NewSpan } from '../../../src/modules/traces/new-span.ts';
import { withoutSecrets } from '../../../src/modules/traces/reported-secrets.ts';

const shownOf = (attributes: Record<string, unknown>): Record<string, unknown> =>
  withoutSecrets({ name: 'chat', statusMessage: null, attributes } as unknown as NewSpan).attributes;
const secret = 'hunterhunter';

const commands: readonly (readonly string[])[] = [
  ['curl', '-u', `admin:${secret}`, 'https://x.test', '--fast'],
  ['curl', '--user', `admin:${secret}1`, '--fast'],
  ['node', 'app.js', '--openai-key', secret, '--fast'],
  ['/usr/bin/mysql', '-uroot', `-p${secret}`, '--fast'],
  ['sshpass', '-p', secret, 'ssh', 'x', '--fast'],
  ['docker', 'login', '-u', 'me', '-p', secret, '--fast'],
  ['app', '--db-password', secret, '-p', `${secret}12`, '--fast'],
  ['redis-cli', '-a', secret, 'ping', '--fast'],
  ['env', `DB_PASS=${secret}`, `STRIPE_KEY=${secret}`, 'node', '--fast'],
  ['helm', 'install', '--set', `auth.password=${secret}`, '--fast'],
  ['mosquitto_pub', '-P', secret, '--fast'],
];

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
  ...commands.flatMap((command): Record<string, unknown>[] => [
    { 'process.command_args': command },
    { resource: { 'process.command_args': command } },
    { 'process.command_line': command.join(' ') },
    { 'subprocess.args': command.join(' ') },
    { 'exception.message': `Command '[${command.map((word) => `'${word}'`).join(', ')}]' returned 1` },
  ]),
  { 'exception.stacktrace': `at connect(redis://:${secret}@cache:6379) --fast` },
  { 'exception.message': `login failed for user sa with password ${secret}1 --fast` },
  { cookie: `sid=${secret}`, 'http.method': '--fast' },
  { 'set-cookie': [`sid=${secret}; Path=/`], 'http.method': '--fast' },
  { 'config.smtp_pass': secret, 'http.method': '--fast' },
  { 'process.environment_variable.DB_PASS': secret, 'http.method': '--fast' },
  { env: { STRIPE_KEY: secret }, 'http.method': '--fast' },
  ...['app.config', 'graphql.variables', 'langchain.serialized', 'tool.parameters'].map((name) => ({
    [name]: JSON.stringify({ kwargs: { openai_api_key: secret, password: 'abc', mode: '--fast' } }),
  })),
  { 'db.statement': `SET PASSWORD FOR 'x'@'%' = '${secret}' -- --fast` },
  { 'url.query': `code=${secret}&state=--fast` },
  { 'http.target': `/cb?code=${secret}&state=--fast` },
  { 'url.path': `/services/T0FAKEFAKE/B0FAKEFAKE/${secret}${secret}`, 'http.method': '--fast' },
  {
    'server.address': 'team.hook.eu1.make.com',
    'url.path': `/${secret}`,
    'http.method': '--fast',
  },
  { 'http.request.body': JSON.stringify({ password: 'abc', note: `${'x'.repeat(3)}--fast` }) },
];

test('a reported span keeps no credential of a command, of headers however they are written, or of a statement', () => {
  for (const attributes of hiding) {
    const shown = JSON.stringify(shownOf(attributes));
    assert.ok(!shown.includes(secret) && !shown.includes('abc'), shown);
    assert.ok(shown.includes(secretMask) && shown.includes('--fast'), shown);
  }
});

test('the name of an event keeps no credential either', () => {
  const events = [{ name: `sent Bearer ${secret}1234567`, timestamp: null, attributes: {} }];
  const shown = withoutSecrets({
    name: 'chat',
    statusMessage: null,
    attributes: {},
    events,
  } as unknown as NewSpan);
  assert.ok(shown.events?.[0]?.name.startsWith('sent Bearer ') && !JSON.stringify(shown).includes(secret));
});

test('what is said, and what is no credential, stays as it was', () => {
  const attributes = {
    'input.value': `run app --password ${secret}`,
    'gen_ai.output.messages': `{"headers": {"X-Auth": "${secret}"}}`,
    'process.command_args': ['app', '--port', '8080', '--token', '--verbose'],
    'exception.message': 'The option --token is missing; --api-key must be given.',
    'process.command_line':
      'mkdir -p build2/x && ps -p 4321 && docker run -p 8080:80 -e A=b mysql:8 --port 80',
    'server.args': ['mysql', '-h', 'db', '-P', '3306', '-p', 'shop2'],
    'url.query': 'page=2&q=code',
    'url.path': '/services/list/of/T0FAKEFAKE',
    'app.config': '{ "mode": "fast",  "max_tokens": 12345678901234567890 }',
    'tool.output': `{"password": "${secret}"}`,
    'recipe.bypass': 'none',
    'ticket.boarding_pass': 'LH 12',
    'app.note': '[1] see --password',
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
    'a=b',
    "='",
    '-p a1 ',
    'x://:a',
    'set password a ',
    'password is ',
  ])
    for (const name of [
      'process.command_line',
      'url.query',
      'app.config',
      'http.request.headers',
      'request.cookies',
    ])
      shownOf({ [name]: part.repeat(100_000) });
});
