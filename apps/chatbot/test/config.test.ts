import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig, settings } from '../src/config.ts';

test('without any environment the chatbot is public on loopback', () => {
  const config = readConfig({});
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8090);
  assert.equal(config.apiKey, undefined);
  assert.equal(config.requestsPerDay, 100);
  assert.equal(config.model, undefined);
  assert.ok(Object.isFrozen(config));
});

test('blank variables count as unset, and the key decides the default limit', () => {
  assert.equal(readConfig({ CHATBOT_API_KEY: '', CHATBOT_RATE_LIMIT: '' }).requestsPerDay, 100);
  assert.equal(readConfig({ CHATBOT_API_KEY: 'test-key' }).requestsPerDay, 1000);
  assert.equal(readConfig({ CHATBOT_API_KEY: 'test-key', CHATBOT_RATE_LIMIT: '7' }).requestsPerDay, 7);
});

test('a word for the environment that is none of the three is a fault, not development', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging'])
    assert.throws(() => readConfig({ NODE_ENV }), {
      message: /NODE_ENV: must be development, test or production/,
    });
  assert.ok(readConfig({ NODE_ENV: 'production', TRUSTED_PROXIES: 'none' }));
});

test('in production a public chatbot says which proxies stand before it, or that there is none', () => {
  const NODE_ENV = 'production';
  assert.throws(() => readConfig({ NODE_ENV, CHATBOT_PORT: 'eighty' }), {
    message: /CHATBOT_PORT: [^]*TRUSTED_PROXIES: is mandatory/,
  });
  assert.throws(() => readConfig({ NODE_ENV, TRUSTED_PROXIES: ' ' }), { message: /TRUSTED_PROXIES/ });
  assert.throws(() => readConfig({ NODE_ENV, TRUSTED_PROXIES: '10.0.0.1, none' }), {
    message: /none stands alone/,
  });
  assert.deepEqual(readConfig({ NODE_ENV, TRUSTED_PROXIES: 'None' }).trustedProxies, []);
  assert.deepEqual(readConfig({ NODE_ENV, TRUSTED_PROXIES: '10.0.0.1' }).trustedProxies, ['10.0.0.1']);
  assert.ok(readConfig({ NODE_ENV, CHATBOT_API_KEY: 'test-key' }));
});

test('all faults are listed at once and no value is repeated', () => {
  const environment = {
    CHATBOT_PORT: 'eighty',
    CHATBOT_RATE_LIMIT: '0',
    CHATBOT_API_KEY: 'with a space',
    TRUSTED_PROXIES: '10.0.0.0/8, 10.0.0.0/99',
    REDIS_URL: 'http://127.0.0.1',
    CHATBOT_MODEL: 'unheard-of/model',
    CHATBOT_SESSION_TTL_HOURS: '-1',
  };
  assert.throws(
    () => readConfig(environment),
    (error: Error) => {
      for (const name of [
        'CHATBOT_PORT',
        'CHATBOT_RATE_LIMIT',
        'CHATBOT_API_KEY',
        'TRUSTED_PROXIES',
        'REDIS_URL',
        'CHATBOT_MODEL_BASE_URL',
        'CHATBOT_SESSION_TTL_HOURS',
      ]) {
        assert.ok(error.message.includes(name), name);
      }
      assert.ok(!error.message.includes('with a space'));
      return true;
    },
  );
});

test('known model providers need no address', () => {
  assert.equal(readConfig({ CHATBOT_MODEL: 'ollama/llama3.1' }).model?.baseUrl, 'http://127.0.0.1:11434/v1');
  const own = readConfig({ CHATBOT_MODEL: 'house/a/b', CHATBOT_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' });
  assert.deepEqual([own.model?.provider, own.model?.name], ['house', 'a/b']);
});

test('every setting is described for the reference page', () => {
  assert.ok(settings.length >= 15);
  for (const { name, description } of settings) assert.ok(description.length > 10, name);
});
