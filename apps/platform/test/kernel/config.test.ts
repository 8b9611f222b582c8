import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../../src/config.ts';
import { createTestClock, startPlatform } from '../support/platform.ts';

const directory = (): string => mkdtempSync(join(tmpdir(), 'sonde-config-'));
const random = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
const production = (more: Record<string, string> = {}): Record<string, string> => ({
  NODE_ENV: 'production',
  TRUSTED_PROXIES: 'none',
  DATA_DIR: directory(),
  ENCRYPTION_KEY: random(),
  PROXY_SECRET: random(),
  FRONTEND_URL: 'https://sonde.example.test',
  ...more,
});

test('in production nothing starts without its secrets, and all that is missing is told together', () => {
  assert.throws(() => loadConfig({ NODE_ENV: 'production', DATA_DIR: directory() }), {
    name: 'SettingsError',
    message:
      /TRUSTED_PROXIES: is mandatory[\s\S]*ENCRYPTION_KEY: is mandatory[\s\S]*PROXY_SECRET: is mandatory/,
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

test('in production the address of the web app is demanded, since links begin with it', () => {
  assert.throws(() => loadConfig(production({ FRONTEND_URL: '' })), /FRONTEND_URL: is mandatory/);
});

test('secrets that are the same stop the start, and neither is repeated', () => {
  const same = random();
  assert.throws(
    () => loadConfig(production({ ENCRYPTION_KEY: same, PROXY_SECRET: same })),
    ({ message }: Error) => /PROXY_SECRET: is the same/.test(message) && !message.includes(same),
  );
});

test('settings that cannot work are refused: half of a provider, an issuer without TLS, an address that is none', () => {
  const half: [Record<string, string>, RegExp][] = [
    [{ GOOGLE_CLIENT_ID: 'id' }, /GOOGLE_CLIENT_SECRET: is missing, and GOOGLE_CLIENT_ID cannot work/],
    [{ GITHUB_CLIENT_SECRET: 'word' }, /GITHUB_CLIENT_ID: is missing/],
    [{ OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'word' }, /OIDC_ISSUER: is missing/],
    [
      { OIDC_ISSUER: 'https://id.example.test' },
      /OIDC_CLIENT_ID: is missing[\s\S]*OIDC_CLIENT_SECRET: is missing/,
    ],
    [
      { OIDC_ISSUER: 'http://id.example.test', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'word' },
      /OIDC_ISSUER: must begin with https/,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT: must begin with http/],
    [{ DEFAULT_GENERATION_MODEL: 'gpt' }, /DEFAULT_GENERATION_MODEL: must look like provider\/model/],
    [{ GITHUB_BASE_URL: 'github.example.test' }, /GITHUB_BASE_URL: must begin with http/],
  ];
  for (const [settings, message] of half)
    assert.throws(() => loadConfig(production(settings)), message, JSON.stringify(settings));
  const whole = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'word' };
  assert.equal(
    loadConfig({ DATA_DIR: directory(), ...whole }).identity.providers.oidcIssuer,
    whole.OIDC_ISSUER,
  );
});

test('a full disk answers 503 and shows in the health of the platform until writes have room again', async (t) => {
  const clock = createTestClock();
  const platform = await startPlatform({ clock });
  t.after(() => platform.close());
  const { token } = await platform.signUp();
  const create = (name: string) => platform.call('POST', '/projects', { token, body: { name } });
  await platform.app.database.executeSql(
    "create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$",
  );
  await platform.app.database.executeSql(
    'create trigger full_disk before insert on projects for each row execute function full_disk()',
  );
  assert.equal((await platform.call('GET', '/health')).status, 200);
  const refused = await create('One');
  assert.deepEqual([refused.status, refused.body.code], [503, 'service.unavailable']);
  const health = await platform.call('GET', '/health');
  assert.deepEqual([health.status, health.body.components.database.status], [503, 'unhealthy']);
  await platform.app.database.executeSql('drop trigger full_disk on projects');
  clock.advance(61_000);
  assert.equal((await create('One')).status, 201);
  assert.equal((await platform.call('GET', '/health')).status, 200);
});

test('a proxy for outgoing calls is an address, and the networks without it are networks', () => {
  const { outbound } = loadConfig(
    production({
      OUTBOUND_PROXY: 'http://user:hidden@proxy.example.test:3128',
      OUTBOUND_PROXY_EXCEPT_CIDRS: '10.0.0.0/8',
    }),
  );
  assert.deepEqual(outbound.proxyExceptCidrs, ['10.0.0.0/8']);
  assert.ok(!JSON.stringify(outbound).includes('hidden'));
  assert.throws(
    () => loadConfig(production({ OUTBOUND_PROXY: 'proxy:3128', OUTBOUND_PROXY_EXCEPT_CIDRS: 'inside' })),
    /OUTBOUND_PROXY: must begin with[\s\S]*OUTBOUND_PROXY_EXCEPT_CIDRS: "inside" is not/,
  );
});

test('people, providers and programs may each come in below a path, with or without a slash at its end', () => {
  const { identity, tenancy, addresses, http, realtime, mcp } = loadConfig(
    production({
      FRONTEND_URL: 'https://intranet.example.test/sonde/',
      PUBLIC_URL: 'https://returns.example.test/sonde-back',
      API_PUBLIC_URL: 'https://intranet.example.test/sonde-back/api-of-sonde/',
    }),
  );
  assert.equal(tenancy.frontendUrl, 'https://intranet.example.test/sonde');
  assert.equal(identity.publicUrl, 'https://returns.example.test/sonde-back');
  assert.equal(addresses.publicUrl, 'https://intranet.example.test/sonde-back/api-of-sonde');
  assert.deepEqual(realtime.allowedOrigins, ['https://intranet.example.test']);
  assert.deepEqual(mcp.allowedHosts, [
    'intranet.example.test',
    'returns.example.test',
    'intranet.example.test',
  ]);
  assert.deepEqual(
    [http.base, http.bases],
    ['/sonde-back/api-of-sonde', ['/sonde-back/api-of-sonde', '/sonde-back']],
  );
  const plain = loadConfig(production({ PUBLIC_URL: 'https://host.example.test/' }));
  assert.deepEqual(
    [plain.identity.publicUrl, plain.http.base, plain.http.bases],
    ['https://host.example.test', '', []],
  );
});

test('an address below which nothing can lie is refused at start, in the words of what does not work', () => {
  for (const [name, address, fault] of [
    ['FRONTEND_URL', 'https://host.example.test/?a=b', 'with nothing before or behind'],
    ['PUBLIC_URL', 'https://ada:hidden@host.example.test', 'with nothing before or behind'],
    ['FRONTEND_URL', 'https://host.example.test/a b', 'has a path of other than plain words'],
    ['API_PUBLIC_URL', 'https://host.example.test/api/v1', 'has a path that begins with /api,'],
    ['API_PUBLIC_URL', 'https://host.example.test/mcp', 'has a path that begins with /mcp,'],
    ['PUBLIC_URL', 'https://host.example.test/ws/sonde', 'has a path that begins with /ws,'],
    ['API_PUBLIC_URL', 'host.example.test', 'must begin with http'],
  ] as const)
    assert.throws(
      () => loadConfig(production({ [name]: address })),
      (error: Error) =>
        error.message.includes(`${name}: `) &&
        error.message.includes(fault) &&
        !error.message.includes('hidden'),
      address,
    );
});
