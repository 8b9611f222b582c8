import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import {
  Problem,
  Secret,
  SettingsError,
  persistentSecret,
  problemBody,
  readSettings,
  setting,
} from '@sonde/server-kit';
import { z } from 'zod';

const schema = z.object({
  PORT: setting.port(80),
  SIZE: setting.integer(3, 1, 9),
  ON: setting.flag(false),
  NAME: setting.optional(),
});

test('all faults are told at once, those of rules included, and no value is repeated', () => {
  const given = { PORT: 'fake-secret', SIZE: '10', ON: 'maybe' };
  assert.throws(
    () => readSettings(schema, given, () => ['NAME: is missing']),
    (error: SettingsError) => {
      assert.equal(error.faults.length, 4);
      for (const name of ['PORT', 'SIZE', 'ON', 'NAME'])
        assert.ok(error.faults.some((fault) => fault.startsWith(name)));
      assert.ok(!error.message.includes('fake-secret') && !error.message.includes('maybe'));
      return error instanceof SettingsError;
    },
  );
});

test('an empty variable is an unset one, and what is read cannot be changed', () => {
  const read = readSettings(schema, { PORT: '', NAME: '', ON: 'yes' });
  assert.deepEqual(read, { PORT: 80, SIZE: 3, ON: true });
  assert.ok(Object.isFrozen(read));
});

test('a secret prints as [secret] in every way', () => {
  const secret = new Secret('fake-value');
  for (const text of [String(secret), JSON.stringify({ secret }), inspect({ secret }), inspect(secret)])
    assert.ok(text.includes('[secret]') && !text.includes('fake-value'), text);
  assert.equal(secret.reveal(), 'fake-value');
});

test('a generated secret survives, is for its owner only, and leaves no draft', () => {
  const directory = join(mkdtempSync(join(tmpdir(), 'sonde-secret-')), 'secrets');
  const made = persistentSecret(directory, 'key');
  assert.ok(made.length >= 40);
  assert.equal(persistentSecret(directory, 'key'), made);
  assert.equal(statSync(join(directory, 'key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory), ['key']);
  assert.ok(existsSync(directory) && readFileSync(join(directory, 'key'), 'utf8').endsWith('\n'));
});

test('a problem is RFC 9457, and only server errors carry an error_id', () => {
  const fault = { path: 'name', code: 'too_small', message: 'Give it a name.' };
  const invalid = problemBody(
    new Problem('invalid', 'request.invalid', 'Not valid.', { errors: [fault] }),
    'id',
  );
  assert.deepEqual(invalid, {
    type: 'urn:sonde:problem:request.invalid',
    title: 'Invalid input',
    status: 422,
    detail: 'Not valid.',
    code: 'request.invalid',
    errors: [fault],
  });
  assert.deepEqual(problemBody(new Problem('invalid', 'model.missing', 'No model.'))['errors'], [
    { path: '', code: 'model.missing', message: 'No model.' },
  ]);
  const masked = new Problem('internal', 'server.error', 'Ours.', { cause: new Error('fake-inside') });
  assert.equal(problemBody(masked, 'id')['error_id'], 'id');
  assert.ok(!JSON.stringify(problemBody(masked, 'id')).includes('fake-inside'));
});
