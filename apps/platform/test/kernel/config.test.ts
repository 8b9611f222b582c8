import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../src/config.ts';
import { startPlatform } from '../support/platform.ts';

const directory = (): string => mkdtempSync(join(tmpdir(), 'sonde-config-'));
const random = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const production = (more: Record<string, string> = {}): Record<string, string> => ({
  NODE_ENV: 'production',
  DATA_DIR: directory(),
  ENCRYPTION_KEY: random(),
  PROXY_SECRET: random(),
  FRONTEND_URL: 'https://sonde.example.test',
  ...more,
});

test('in production nothing starts without its secrets, and all that is missing is told together', () => {
  assert.throws(() => loadConfig({ NODE_ENV: 'production', DATA_DIR: directory() }), {
    name: 'SettingsError',
    message: /ENCRYPTION_KEY: is mandatory[\s\S]*PROXY_SECRET: is mandatory/,
  });
  assert.equal(loadConfig(production()).production, true);
});

test('a word for the environment that is none of the three is a fault, not development', () => {
  for (const word of ['prod', 'Production', 'PRODUCTION', 'staging', 'production '])
    assert.throws(() => loadConfig(production({ NODE_ENV: word })), {
      message: /NODE_ENV: must be development, test or production/,
    });
  for (const NODE_ENV of ['development', 'test', ''])
    assert.equal(loadConfig({ NODE_ENV, DATA_DIR: directory() }).production, false);
});

test('short and repetitive secrets are refused, and never repeated in the message', () => {
  for (const secret of [
    'secret',
    'changeme-changeme',
    'a'.repeat(64),
    'abababababababababababababababababab',
  ])
    for (const name of ['ENCRYPTION_KEY', 'PROXY_SECRET', 'ENCRYPTION_KEY_PREVIOUS'])
      assert.throws(
        () => loadConfig(production({ [name]: secret })),
        ({ message }: Error) => message.includes(`${name}: must be`) && !message.includes(secret),
        `${name} ${secret.slice(0, 10)}`,
      );
});

test('outside production secrets are made once, at random, for their owner only', () => {
  const folder = directory();
  const [first, second] = [loadConfig({ DATA_DIR: folder }), loadConfig({ DATA_DIR: folder })];
  const [one, other] = [
    first.sealing.key.reveal(),
    loadConfig({ DATA_DIR: directory() }).sealing.key.reveal(),
  ];
  assert.equal(second.sealing.key.reveal(), one);
  assert.notEqual(other, one);
  assert.ok(Buffer.from(one, 'base64url').length >= 32);
  for (const name of readdirSync(join(folder, 'secrets')))
    assert.equal(statSync(join(folder, 'secrets', name)).mode & 0o777, 0o600, name);
});

test('a printed configuration shows no secret', () => {
  const config = loadConfig(production({ SMTP_URL: 'smtps://sonde:hidden-word@mail.example.test' }));
  assert.doesNotMatch(JSON.stringify(config), /hidden-word/);
});

test('a fresh installation has nobody in it and no way in but the printed link', async (t) => {
  const platform = await startPlatform();
  t.after(() => platform.close());
  const { rows } = await platform.app.database.executeSql('select count(*)::int as n from users');
  assert.equal(rows[0]?.['n'], 0);
  for (const [email, password] of [
    ['admin@example.test', 'admin'],
    ['admin@localhost.test', 'password'],
    ['root@example.test', 'root'],
  ]) {
    const { body } = await platform.call('POST', '/auth/login/email', { body: { email, password } });
    assert.equal(body.auth_code, null);
  }
  assert.ok(await platform.app.ownerLink());
});

test('a sender that is no address stops the start', () => {
  for (const sender of ['Sonde', 'Sonde <sonde>', 'a@b.test, c@d.test', 'Sonde <a@b.test>\r\nBcc: c@d.test'])
    assert.throws(() => loadConfig(production({ MAIL_FROM: sender })), /MAIL_FROM: must be/, sender);
  for (const sender of [
    'a@b.test',
    'Sonde <no-reply@localhost>',
    'Sonde at Example <sonde@mail.example.test>',
  ])
    assert.equal(loadConfig(production({ MAIL_FROM: sender })).mail.from, sender);
});

test('no module can change the settings, its own or those of another', () => {
  const config = loadConfig({ DATA_DIR: directory() });
  assert.ok(Object.isFrozen(config.identity.passwords));
  assert.throws(() => Object.assign(config.identity.passwords, { minLength: 1 }), TypeError);
  assert.throws(() => config.mail.installationUrls.push('https://elsewhere.example'), TypeError);
});
