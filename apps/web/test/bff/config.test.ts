import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SettingsError } from '@sonde/server-kit';
import { loadConfig, settingDescriptions } from '../../bff/config.ts';
import { fakeSecret } from './harness.ts';

function temporary(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-web-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

void test('with no settings at all it serves localhost and makes its secrets once, readable by their owner alone', (t) => {
  const DATA_DIR = temporary(t);
  const config = loadConfig({ DATA_DIR });
  assert.equal(config.port, 3000);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.frontendOrigin, 'http://localhost:3000');
  assert.equal(config.platformOrigin, 'http://127.0.0.1:8080');
  for (const name of ['session-secret', 'proxy-secret']) {
    const file = join(DATA_DIR, 'secrets', name);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.ok(readFileSync(file, 'utf8').trim().length >= 43);
  }
  assert.equal(loadConfig({ DATA_DIR }).sessionSecret.reveal(), config.sessionSecret.reveal());
  assert.ok(!JSON.stringify(config).includes(config.sessionSecret.reveal()));
});

void test('a word for the environment that is none of the three is a fault, not development', (t) => {
  const DATA_DIR = temporary(t);
  for (const NODE_ENV of ['prod', 'Production', 'staging'])
    assert.throws(() => loadConfig({ DATA_DIR, NODE_ENV }), {
      message: /NODE_ENV: must be development, test or production/,
    });
});

void test('people may open the app below a path, unless it begins with a word of the app itself', (t) => {
  const DATA_DIR = temporary(t);
  for (const [FRONTEND_URL, origin, base] of [
    ['https://sonde.example/', 'https://sonde.example', ''],
    ['https://intranet.example/sonde', 'https://intranet.example', '/sonde'],
    ['https://intranet.example/tools/sonde/', 'https://intranet.example', '/tools/sonde'],
  ] as const) {
    const config = loadConfig({ DATA_DIR, FRONTEND_URL });
    assert.deepEqual([config.frontendOrigin, config.base], [origin, base]);
  }
  for (const path of ['/home', '/api/sonde', '/a//b', '/?a=b'])
    assert.throws(() => loadConfig({ DATA_DIR, FRONTEND_URL: `https://intranet.example${path}` }), {
      message: /FRONTEND_URL: (?:has a path|must be an address)/,
    });
});

void test('every fault is told at once, and no value is repeated', (t) => {
  const DATA_DIR = temporary(t);
  assert.throws(
    () =>
      loadConfig({
        DATA_DIR,
        NODE_ENV: 'production',
        WEB_PORT: 'http',
        SESSION_SECRET: 'short-password',
        FRONTEND_URL: 'localhost:3000/app',
        BACKEND_URL: 'http://user:hunter22@127.0.0.1:8080/elsewhere',
        TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
        REDIS_URL: 'http://redis',
        LOG_LEVEL: 'loud',
      }),
    (error: unknown) => {
      assert.ok(error instanceof SettingsError);
      const text = error.message;
      for (const name of [
        'WEB_PORT',
        'SESSION_SECRET',
        'PROXY_SECRET',
        'FRONTEND_URL',
        'BACKEND_URL',
        'TRUSTED_PROXIES',
        'REDIS_URL',
        'LOG_LEVEL',
      ]) {
        assert.ok(text.includes(`${name}: `), `${name} in ${text}`);
      }
      assert.ok(!/short-password|hunter22/.test(text));
      return true;
    },
  );
});

void test('production makes no secrets of its own', (t) => {
  const DATA_DIR = temporary(t);
  assert.throws(
    () => loadConfig({ DATA_DIR, NODE_ENV: 'production' }),
    /SESSION_SECRET.*mandatory[\s\S]*PROXY_SECRET.*mandatory[\s\S]*TRUSTED_PROXIES.*mandatory/,
  );
  const config = loadConfig({
    DATA_DIR,
    NODE_ENV: 'production',
    TRUSTED_PROXIES: 'none',
    SESSION_SECRET: fakeSecret('session'),
    PROXY_SECRET: fakeSecret('proxy'),
    FRONTEND_URL: 'https://sonde.example/',
  });
  assert.equal(config.https, true);
  assert.equal(config.frontendOrigin, 'https://sonde.example');
  assert.throws(() => statSync(join(DATA_DIR, 'secrets')));
});

void test('the platform address may be written with or without its base path', (t) => {
  const DATA_DIR = temporary(t);
  for (const text of [
    'http://platform:8080',
    'http://platform:8080/',
    'http://platform:8080/api/v1',
    'http://platform:8080/api/v1/',
  ]) {
    assert.equal(loadConfig({ DATA_DIR, API_BASE_URL: text }).platformOrigin, 'http://platform:8080');
  }
  assert.equal(
    loadConfig({ DATA_DIR, API_BASE_URL: 'http://one:1', BACKEND_URL: 'http://two:2' }).platformOrigin,
    'http://two:2',
  );
});

void test('every setting has a description', () => {
  for (const { name, description } of settingDescriptions) assert.ok(description.length > 5, name);
  assert.deepEqual(
    settingDescriptions.filter(({ secret }) => secret).map(({ name }) => name),
    ['SESSION_SECRET', 'SESSION_SECRET_PREVIOUS', 'PROXY_SECRET', 'REDIS_URL'],
  );
});

void test('secrets that are the same and a missing address in production are faults', (t) => {
  const DATA_DIR = temporary(t);
  const same = fakeSecret('same');
  assert.throws(
    () => loadConfig({ DATA_DIR, NODE_ENV: 'production', SESSION_SECRET: same, PROXY_SECRET: same }),
    ({ message }: Error) =>
      /FRONTEND_URL: is mandatory/.test(message) &&
      /PROXY_SECRET: is the same as SESSION_SECRET/.test(message) &&
      !message.includes(same),
  );
});
