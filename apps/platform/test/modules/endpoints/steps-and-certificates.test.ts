import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeCertificate, sendJson, startTargetServer, type TargetServer } from '@sonde/fakes';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const authority = makeCertificate({ name: 'Authority', isAuthority: true });
const server = makeCertificate({ name: 'Server', issuer: authority, hosts: ['127.0.0.1'] });
const client = makeCertificate({ name: 'Client', issuer: authority });
const secret = `fake-${'s3cret'.repeat(4)}`;

let platform: TestPlatform;
let owner: SignedUp;
let target: TargetServer;

before(async () => {
  target = await startTargetServer({
    tls: {
      cert: server.certificate,
      key: server.key,
      ca: authority.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
  });
  target.route('/session', (_request, response) => sendJson(response, 200, { csrf: 'proof-of-the-session' }));
  target.route('/chat', (request, response) =>
    sendJson(response, 200, {
      output: request.headers['x-csrf'] === 'proof-of-the-session' ? 'let in' : 'left out',
    }),
  );
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(async () => {
  await platform.close();
  await target.close();
});

const call = (method: string, path: string, body?: unknown): Promise<CallResult> =>
  platform.call(method, path, { token: owner.token, body });
const step = (fields: object = {}) => ({
  name: 'Session',
  url: '/session',
  values: { csrf: '$.csrf' },
  ...fields,
});
const full = () => ({
  name: 'Behind a wall',
  url: target.url('/chat'),
  request_headers: { 'X-Csrf': '{{ before.csrf }}' },
  before_steps: [step()],
  ca_certificate: authority.certificate,
  client_certificate: client.certificate,
  client_key: client.key,
});
const faultsOf = (result: CallResult): string[] =>
  result.body.errors.map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`);

test('steps and certificates are kept, used, copied and shown, but for the key, which is sealed', async () => {
  const made = await call('POST', '/endpoints', full());
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  assert.deepEqual([made.body.has_client_key, made.body.needs_credentials], [true, false]);
  assert.equal(made.body.before_steps[0].when, 'always');
  const copy = (await call('POST', `/endpoints/${id}/duplicate`)).body;
  for (const one of [id, copy.id]) {
    const answer = (await call('POST', `/endpoints/${one}/invoke`, { input: 'Hello' })).body;
    assert.deepEqual([answer.output, answer.error], ['let in', null]);
    assert.equal(
      (await call('GET', `/endpoints/${one}`)).body.last_test_success,
      true,
      'it was seen to answer',
    );
  }
  const { rows } = await platform.app.database.executeSql('select * from endpoints where id = $1', [id]);
  const keyText = client.key.split('\n')[1] ?? '';
  for (const shown of [rows, made.text, (await call('GET', '/endpoints')).text])
    assert.ok(!JSON.stringify(shown).includes(keyText));
  const cleared = await call('PATCH', `/endpoints/${id}`, { client_certificate: null, client_key: null });
  assert.equal(cleared.body.has_client_key, false);
  const refused = (await call('POST', `/endpoints/${id}/invoke`, { input: 'Hello' })).body;
  assert.equal(refused.success, false);
});

test('what cannot work as a certificate or key is refused when it is stored, and says why', async () => {
  const foreign = makeCertificate({ name: 'Foreign', isAuthority: true });
  const old = makeCertificate({ name: 'Old', isAuthority: true, from: new Date(0), to: new Date(1000) });
  const cases: [fields: object, fault: RegExp][] = [
    [{ ca_certificate: 'hello' }, /ca_certificate: No certificate in PEM/],
    [{ ca_certificate: authority.certificate.slice(0, 200) }, /ca_certificate: No certificate in PEM/],
    [
      { ca_certificate: '-----BEGIN CERTIFICATE-----\n'.repeat(5000) },
      /ca_certificate: No certificate in PEM/,
    ],
    [
      { ca_certificate: authority.certificate.replace('-----END CERT', '-----END OTHER') },
      /ca_certificate: No certificate in PEM/,
    ],
    [{ ca_certificate: client.certificate }, /ca_certificate: "CN=Client" is no authority/],
    [{ ca_certificate: old.certificate }, /ca_certificate: "CN=Old" expired on 1970-01-01/],
    [{ ca_certificate: `${authority.certificate}${authority.key}` }, /private key among the certificates/],
    [
      { client_certificate: `${client.certificate}${foreign.certificate}` },
      /"CN=Foreign" did not issue "CN=Client"/,
    ],
    [{ client_key: server.key }, /client_key: This key does not belong to "CN=Client"/],
    [{ client_key: 'hello' }, /client_key: No private key in PEM/],
    [{ client_key: client.key.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE') }, /protected by a passphrase/],
    [{ client_key: null }, /client_key: The private key of the certificate is needed/],
    [{ client_certificate: null }, /client_key: A key without its certificate/],
  ];
  for (const [fields, fault] of cases) {
    const refused = await call('POST', '/endpoints', { ...full(), ...fields });
    assert.equal(refused.body.code, 'endpoint.certificate_invalid', refused.text);
    assert.match(faultsOf(refused).join('\n'), fault);
    assert.ok(!refused.text.includes('PRIVATE KEY-----M'));
  }
  const chain = `${client.certificate}${authority.certificate}`;
  assert.equal((await call('POST', '/endpoints', { ...full(), client_certificate: chain })).status, 201);
  const { id } = (await call('POST', '/endpoints', full())).body;
  const swapped = await call('PATCH', `/endpoints/${id}`, { client_certificate: server.certificate });
  assert.match(faultsOf(swapped).join(), /does not belong to "CN=Server"/);
});

test('what cannot work as a step is refused, credentials in the clear above all', async () => {
  const poll = { url: '/runs/{{ start.id }}', values: { id: '$.id' }, done: { path: '$.done' } };
  const cases: [fields: object, fault: RegExp][] = [
    [
      { before_steps: [step({ request_headers: { Authorization: `Bearer ${secret}` } })] },
      /before_steps\.0\.request_headers\.Authorization: .*credential/,
    ],
    [{ before_steps: [step({ url: `/session?api_key=${secret}` })] }, /before_steps\.0\.url: .*credential/],
    [
      { before_steps: [step({ request_mapping: '{"a": {{ input }' })] },
      /before_steps\.0\.request_mapping: Line 1/,
    ],
    [{ before_steps: [step({ values: { csrf: '$.a[' } })] }, /before_steps\.0\.values\.csrf/],
    [{ polling: { ...poll, done: { path: '$.[[' } } }, /polling\.done\.path/],
    [{ polling: poll, protocol: 'WebSocket', url: 'wss://a.example.test/' }, /polling: A WebSocket/],
  ];
  for (const [fields, fault] of cases) {
    const refused = await call('POST', '/endpoints', { name: 'One', url: target.url('/chat'), ...fields });
    assert.equal(refused.body.code, 'endpoint.step_invalid', refused.text);
    assert.match(faultsOf(refused).join('\n'), fault);
    assert.ok(!refused.text.includes(secret));
  }
  for (const fields of [
    { before_steps: [step({ url: 'ftp://x' })] },
    { before_steps: [step({ values: {} })] },
    { polling: { ...poll, url: '{{ before.x }}' } },
  ])
    assert.equal(
      (await call('POST', '/endpoints', { name: 'One', url: target.url('/chat'), ...fields })).status,
      422,
    );
});

test('neither a key nor a secret follows to another host, nor to a step on another host', async () => {
  const { id } = (await call('POST', '/endpoints', { ...full(), secrets: { key: secret } })).body;
  const patch = (fields: object) => call('PATCH', `/endpoints/${id}`, fields);
  const moved = await patch({ url: 'https://elsewhere.example.test/' });
  assert.deepEqual(
    moved.body.errors.map(({ path }: { path: string }) => path),
    ['secrets.key', 'client_key'],
  );
  const led = await patch({ before_steps: [step({ url: 'https://elsewhere.example.test/' })] });
  assert.equal(led.body.code, 'endpoint.secret_required');
  assert.deepEqual(
    led.body.errors.map(({ path }: { path: string }) => path),
    ['secrets.key'],
  );
  const tried = await call('POST', `/endpoints/${id}/test`, {
    before_steps: [step({ url: 'https://elsewhere.example.test/' })],
    input_data: { input: 'Hello' },
  });
  assert.equal(tried.body.code, 'endpoint.secret_required');
  assert.equal((await patch({ before_steps: [step({ url: '/other' })] })).status, 200);
  assert.equal(
    (
      await patch({
        before_steps: [step({ url: 'https://elsewhere.example.test/' })],
        secrets: { key: secret },
      })
    ).status,
    200,
  );
});

test('an address that nobody has called yet is shown as not tested', async () => {
  const { id, url } = (await call('POST', '/endpoints', full())).body;
  await call('POST', `/endpoints/${id}/invoke`, { input: 'Hello' });
  const seen = async () => (await call('GET', `/endpoints/${id}`)).body.last_test_success;
  assert.equal(await seen(), true);
  assert.equal((await call('PUT', `/endpoints/${id}`, { url, description: 'The same address' })).status, 200);
  assert.equal(await seen(), true);
  assert.equal((await call('PUT', `/endpoints/${id}`, { url: `${url}/another` })).status, 200);
  assert.equal(await seen(), null);
});

test('the host of the token is no way to another host for the secrets', async () => {
  const { id } = (
    await call('POST', '/endpoints', { name: 'One', url: target.url('/chat'), auth_token: secret })
  ).body;
  const patch = (fields: object) => call('PATCH', `/endpoints/${id}`, fields);
  assert.equal((await patch({ token_url: 'https://elsewhere.example.test/token' })).status, 200);
  const led = await patch({
    before_steps: [
      step({
        url: 'https://elsewhere.example.test/take',
        request_headers: { 'X-Taken': '{{ auth_token }}' },
      }),
    ],
  });
  assert.equal(led.body.code, 'endpoint.secret_required', led.text);
  assert.deepEqual(
    led.body.errors.map(({ path }: { path: string }) => path),
    ['auth_token'],
  );
});
