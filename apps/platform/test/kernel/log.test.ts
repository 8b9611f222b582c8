import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { Secret } from '@sonde/server-kit';
import { createLog } from '#kernel/log';

const secret = `fake-${'hidden'.repeat(3)}`;

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLog('debug', sink));
  return text;
}

test('fields that hold credentials are cut out, wherever they stand', () => {
  for (const name of [
    'password',
    'token',
    'authorization',
    'cookie',
    'auth_token',
    'client_secret',
    'api_key',
    'refresh_token',
  ]) {
    for (const fields of [
      { [name]: secret },
      { a: { [name]: secret } },
      { a: { b: { [name]: secret } } },
      { a: [{ [name]: secret }] },
      { err: new Error('x'), a: { toJSON: () => ({ [name]: secret }) } },
    ]) {
      const text = logged((log) => log.info(fields, 'x'));
      assert.ok(!text.includes(secret), text);
      assert.ok(text.includes('[redacted]'));
    }
  }
  assert.ok(!logged((log) => log.info({ key: new Secret(secret) }, 'x')).includes(secret));
});

test('a failed query is logged without its parameters, even those with line breaks', () => {
  const failure = new Error(
    `Failed query: insert into t values ($1)\nparams: one\n    at ${secret}\n${secret}`,
    {
      cause: new Error(`Failed query: x\nparams: ${secret}`),
    },
  );
  const text = logged((log) => log.error({ err: failure }, 'failed'));
  assert.ok(!text.includes(secret), text);
  assert.match(text, /insert into t values/);
  assert.match(text, /log\.test\.ts/, 'the place of the failure is kept');
});

test('a fault that comes as a copy of an error is logged with its words and its place, and no parameters', () => {
  const failure = new Error(`Failed query: select 1\nparams: ${secret}`);
  const copy = {
    message: failure.message,
    stack: failure.stack,
    code: '57P01',
    params: [secret],
  };
  const text = logged((log) => log.warn({ err: copy }, 'the job queue reported a fault'));
  assert.ok(!text.includes(secret), text);
  assert.match(text, /Failed query: select 1/);
  assert.match(text, /57P01/);
  assert.match(text, /log\.test\.ts/);
});
