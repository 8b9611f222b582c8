import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { listenOnLoopback } from '@sonde/fakes';
import { createLog } from '../../../src/kernel/log.ts';
import { createSealer } from '../../../src/kernel/seal.ts';
import { moveLiterals } from '../../../src/modules/endpoints/index.ts';
import { createSecretPlaces } from '../../../src/modules/endpoints/secret-places.ts';
import { mapMarkup } from '../../../src/modules/endpoints/markup-literals.ts';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
let targetUrl = '';
const target = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const url = new URL(req.url ?? '', 'http://target');
      res.setHeader('content-type', 'application/json');
      received.push(Buffer.concat(chunks).toString());
      paths.push(url.pathname);
      if (url.pathname === '/plan')
        return res.end(
          JSON.stringify({ answer: `the plan for ${url.searchParams.get('code')} costs 12 euros` }),
        );
      const isRight = url.searchParams.get('api_key') === secret && req.headers['x-functions-key'] === other;
      res.end(JSON.stringify({ isRight, body: Buffer.concat(chunks).toString() }));
    });
});
const received: string[] = [];
const paths: string[] = [];
const secret = `fake-${'s3cret'.repeat(4)}`;
const other = `other-${'s3cret'.repeat(4)}`;

before(async () => {
  targetUrl = `http://127.0.0.1:${await listenOnLoopback(target)}/chat`;
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(async () => {
  target.closeAllConnections();
  target.close();
  await platform.close();
});

const call = (method: string, path: string, body?: unknown): Promise<CallResult> =>
  platform.call(method, path, { token: owner.token, body });
async function create(fields: Record<string, unknown> = {}): Promise<CallResult['body']> {
  const made = await call('POST', '/endpoints', { name: 'One', url: targetUrl, ...fields });
  assert.equal(made.status, 201, made.text);
  return made.body;
}
async function rawRow(id: string): Promise<Record<string, unknown>> {
  const { rows } = await platform.app.database.executeSql('select * from endpoints where id = $1', [id]);
  assert.ok(rows[0]);
  return rows[0];
}
async function requireSealed(id: string): Promise<void> {
  const answers = [await call('GET', `/endpoints/${id}`), await call('GET', '/endpoints')];
  for (const shown of [await rawRow(id), ...answers.map(({ text }) => text)])
    for (const value of [secret, other]) assert.ok(!JSON.stringify(shown).includes(value));
}

test('a named secret is set, kept, replaced and cleared, and only its name is told', async () => {
  const made = await create({ secrets: { api_key: secret, second: other } });
  assert.deepEqual(made.secret_names, ['api_key', 'second']);
  assert.equal(made.secrets, undefined);
  await requireSealed(made.id);
  const patch = async (body: object) =>
    (await call('PATCH', `/endpoints/${made.id}`, body)).body.secret_names;
  const { secrets_sealed: sealed } = await rawRow(made.id);
  assert.deepEqual(await patch({ name: 'Two' }), ['api_key', 'second']);
  assert.equal((await rawRow(made.id))['secrets_sealed'], sealed);
  assert.deepEqual(await patch({ secrets: { second: null, third: other } }), ['api_key', 'third']);
  const copy = (await call('POST', `/endpoints/${made.id}/duplicate`)).body;
  assert.deepEqual(copy.secret_names, ['api_key', 'third']);
  assert.deepEqual(await patch({ secrets: { api_key: null, third: null } }), []);
  assert.equal((await rawRow(made.id))['secrets_sealed'], null);
});

test('credentials typed into address, parameters and headers are sealed, and the call still carries them', async () => {
  const made = await create({
    url: `${targetUrl}?a=1&api_key=${encodeURIComponent(secret)}#top`,
    query_params: { 'access-token': other, version: '2', sig: '{{ params.sig }}' },
    token_params: { grant_type: 'password', username: 'ann', password: secret },
    request_headers: {
      'x-functions-key': other,
      'X-App-Key': other,
      'X-Signature': secret,
      'X-Tenant': 'one',
    },
    request_mapping: { message: '{{ input }}' },
    response_mapping: { output: '$.isRight' },
  });
  assert.equal(made.url, `${targetUrl}?a=1&api_key={{ secrets.api_key }}#top`);
  assert.deepEqual(made.query_params, {
    'access-token': '{{ secrets.access_token }}',
    version: '2',
    sig: '{{ params.sig }}',
  });
  assert.deepEqual(made.token_params, {
    grant_type: 'password',
    username: 'ann',
    password: '{{ secrets.password }}',
  });
  assert.deepEqual(made.request_headers, { 'X-Tenant': 'one' });
  assert.deepEqual(Object.keys(made.secret_headers), ['x-functions-key', 'X-App-Key', 'X-Signature']);
  assert.deepEqual(made.secret_names.toSorted(), ['access_token', 'api_key', 'password']);
  await requireSealed(made.id);
  const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
  assert.equal(tried.body.output, true, tried.text);
  assert.ok(!tried.text.includes(secret) && !tried.text.includes(other));
});

test('a literal typed again replaces the secret of its place, and never one that another place uses', async () => {
  const made = await create({
    query_params: { key: secret },
    secrets: { token: secret },
    request_mapping: { message: '{{ input }}', token: '{{ secrets.token }}' },
  });
  assert.deepEqual(made.secret_names.toSorted(), ['key', 'token']);
  const again = await call('PATCH', `/endpoints/${made.id}`, { query_params: { key: other } });
  assert.deepEqual(again.body.secret_names.toSorted(), ['key', 'token']);
  assert.deepEqual(again.body.query_params, { key: '{{ secrets.key }}' });
  const beside = await call('PATCH', `/endpoints/${made.id}`, { query_params: { token: other } });
  assert.deepEqual(beside.body.query_params, { token: '{{ secrets.token_2 }}' });
  assert.deepEqual(beside.body.request_mapping.token, '{{ secrets.token }}');
});

test('a draft with a typed credential is tried with it, and keeps nothing', async () => {
  const made = await create();
  const tried = await call('POST', `/endpoints/${made.id}/test`, {
    input: 'Hello',
    configuration: {
      query_params: { api_key: secret },
      secret_headers: { 'x-functions-key': other },
      response_mapping: { output: '$.isRight' },
    },
  });
  assert.ok(!tried.text.includes(secret), tried.text);
  assert.deepEqual((await call('GET', `/endpoints/${made.id}`)).body.secret_names, []);
});

test('named secrets do not follow to another host, nor to a token address they were not given for', async () => {
  const made = await create({ secrets: { api_key: secret } });
  const patch = (body: object) => call('PATCH', `/endpoints/${made.id}`, body);
  const moved = await patch({ url: 'https://elsewhere.example.test/' });
  assert.deepEqual([moved.status, moved.body.code], [422, 'endpoint.secret_required']);
  assert.equal(moved.body.errors[0].path, 'secrets.api_key');
  const bought = await patch({ token_url: 'https://login.example.test/token' });
  assert.deepEqual([bought.status, bought.body.code], [422, 'endpoint.secret_required']);
  const again = { url: 'https://elsewhere.example.test/', secrets: { api_key: other } };
  assert.equal((await patch(again)).status, 200);
  assert.equal((await patch({ token_url: 'https://elsewhere.example.test/token' })).status, 200);
});

test('a credential behind a semicolon of the path is sealed as one of the query is', async () => {
  const made = await create({
    url: `${targetUrl}/orders;token=${encodeURIComponent(secret)};page=2/lines?a={{ ';token=1' }}`,
  });
  assert.equal(made.url, `${targetUrl}/orders;token={{ secrets.token }};page=2/lines?a={{ ';token=1' }}`);
  await requireSealed(made.id);
});

test('credentials in a fragment and behind a semicolon of the query are sealed too', async () => {
  const made = await create({ url: `${targetUrl}?a=1;token=${secret};b=2#access_token=${other}&state=1` });
  assert.equal(
    made.url,
    `${targetUrl}?a=1;token={{ secrets.token }};b=2#access_token={{ secrets.access_token }}&state=1`,
  );
  await requireSealed(made.id);
});

const body = { message: '{{ input }}', nested: { api_key: secret, list: [{ password: other }] }, page: '1' };
const step = { name: 'login', url: '/login', method: 'POST', values: { id: '$.isRight' } };

test('credentials typed into a body are sealed, and the target is sent them all the same', async () => {
  const text = `{"message": {{ input | tojson }}, "password": ${JSON.stringify(secret)}, "page": "1"}`;
  for (const fields of [
    { request_mapping: body },
    { request_mapping: text },
    { before_steps: [{ ...step, request_mapping: body }], request_mapping: { m: '{{ input }}' } },
  ]) {
    const made = await create({ ...fields, response_mapping: { output: '$.body' } });
    await requireSealed(made.id);
    const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
    assert.equal(tried.status, 200, tried.text);
    assert.ok(!tried.text.includes(secret) && !tried.text.includes(other), tried.text);
    assert.ok(received.some((one) => one.includes(secret)));
    received.length = 0;
    // What is shown comes back, and the secrets stay.
    const again = await call('PATCH', `/endpoints/${made.id}`, { request_mapping: made.request_mapping });
    assert.deepEqual(again.body.secret_names, made.secret_names);
  }
});

const bot = ['100000000', `notARealBotOf${'Anybody'.repeat(4)}`].join(':');
const slackHook = 'notARealHookOfAnybody';
const discordHook = 'notARealHookOfAnybody'.repeat(3);

test('what opens a bot or a hook in the path of an address is sealed, and the call carries it as it was', async () => {
  for (const [path, hidden, shown] of [
    [`/bot${bot}/sendMessage?a=1`, bot, '/bot{{ secrets.bot_token }}/sendMessage?a=1'],
    [
      `/hooks.slack.com/services/T0FAKEFAKE/B0FAKEFAKE/${slackHook}`,
      slackHook,
      '/hooks.slack.com/services/T0FAKEFAKE/B0FAKEFAKE/{{ secrets.webhook_key }}',
    ],
    [
      `/api/webhooks/100000000000000000/${discordHook}`,
      discordHook,
      '/api/webhooks/100000000000000000/{{ secrets.webhook_key }}',
    ],
  ] as const) {
    const url = targetUrl.replace('/chat', path);
    const made = await create({ url });
    assert.equal(made.url, targetUrl.replace('/chat', shown));
    const exported = await call('GET', '/endpoints/export');
    assert.equal(exported.status, 200);
    for (const told of [exported.text, (await call('GET', '/endpoints')).text, await rawRow(made.id)])
      assert.ok(!JSON.stringify(told).includes(hidden));
    paths.length = 0;
    const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
    assert.deepEqual(paths, [path.split('?')[0]]);
    assert.ok(!tried.text.includes(hidden), tried.text);
    // A new one typed in its place is its new value, and what is shown comes back.
    const again = await call('PATCH', `/endpoints/${made.id}`, { url: url.replace('not', 'Not') });
    assert.deepEqual([again.body.url, again.body.secret_names], [made.url, made.secret_names]);
    const same = await call('PATCH', `/endpoints/${made.id}`, { url: made.url });
    assert.deepEqual([same.body.url, same.body.secret_names], [made.url, made.secret_names]);
  }
});

test('what opens a hook in the path of a request around the call is sealed as well', async () => {
  const made = await create({ before_steps: [{ ...step, url: `/bot${bot}/me` }] });
  assert.equal(made.before_steps[0].url, '/bot{{ secrets.bot_token }}/me');
  assert.ok(!JSON.stringify(await rawRow(made.id)).includes(bot));
  await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
  assert.ok(paths.includes(`/bot${bot}/me`));
});

test('credentials of a form that is written as a text are sealed, and sent as they were typed', async () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const typed = `${encodeURIComponent('a+b c&')}${secret}`;
  const request_mapping = `grant_type=x&client_secret=${typed}&message={{ input }}{% if a %}&api_key=${other}{% endif %}`;
  for (const fields of [
    { request_headers: form, request_mapping },
    {
      request_mapping: { m: '{{ input }}' },
      before_steps: [{ ...step, request_headers: form, request_mapping }],
    },
    {
      request_mapping: { m: '{{ input }}' },
      polling: {
        url: '/chat',
        method: 'POST',
        request_headers: form,
        request_mapping,
        done: { path: '$.isRight' },
        interval_seconds: 0.1,
        max_attempts: 2,
      },
    },
  ]) {
    const made = await create({ ...fields, response_mapping: { output: '$.body' } });
    await requireSealed(made.id);
    const told =
      made.polling?.request_mapping ?? made.before_steps[0]?.request_mapping ?? made.request_mapping;
    assert.equal(
      told,
      'grant_type=x&client_secret={{ secrets.client_secret }}&message={{ input }}{% if a %}&api_key={{ secrets.api_key }}{% endif %}',
    );
    received.length = 0;
    const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
    assert.ok(!tried.text.includes(secret), tried.text);
    const sent = received.map((one) => new URLSearchParams(one).get('client_secret'));
    assert.ok(sent.includes(`a+b c&${secret}`), JSON.stringify(received));
  }
});

test('credentials in elements and attributes of XML are sealed, and the target reads them as they were typed', async () => {
  const typed = `a&amp;b &lt;c&#62;${secret}`;
  const request_mapping = `<?xml version="1.0"?><soap:Envelope xmlns:soap="urn:soap" xmlns:password="urn:name">
  <soap:Header><wsse:Password Type="text">${typed}</wsse:Password><Auth apiKey='${other}' user="ann"/></soap:Header>
  <client_secret><![CDATA[${other}]]></client_secret><q>{{ input }}</q>
</soap:Envelope>`;
  const written = `<?xml version="1.0"?><soap:Envelope xmlns:soap="urn:soap" xmlns:password="urn:name">
  <soap:Header><wsse:Password Type="text">{{ secrets.Password }}</wsse:Password><Auth apiKey='{{ secrets.apiKey }}' user="ann"/></soap:Header>
  <client_secret>{{ secrets.client_secret }}</client_secret><q>{{ input }}</q>
</soap:Envelope>`;
  for (const type of ['text/xml; charset=utf-8', 'text/plain']) {
    const made = await create({
      request_headers: { 'Content-Type': type },
      request_mapping,
      response_mapping: { output: '$.body' },
    });
    await requireSealed(made.id);
    assert.equal(made.request_mapping, written, type);
    received.length = 0;
    const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
    assert.ok(!tried.text.includes(secret) && !tried.text.includes(other), tried.text);
    const [, sent = ''] = /<wsse:Password Type="text">([^<]*)</.exec(received.join('')) ?? [];
    const plain = (text: string): string =>
      text
        .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&');
    assert.equal(plain(sent), `a&b <c>${secret}`, type);
    assert.match(received.join(''), new RegExp(`apiKey='${other}' user="ann"`));
    // Written again as it is shown, with a new value in one place: the other places keep theirs.
    const renewed = await call('PATCH', `/endpoints/${made.id}`, {
      request_mapping: written.replace('{{ secrets.apiKey }}', `${other}-new`),
    });
    assert.equal(renewed.status, 200, renewed.text);
    assert.equal(renewed.body.request_mapping, written);
  }
});

test('markup that never ends is read once', () => {
  const nothing = (): undefined => undefined;
  for (const text of [
    `<a>${' '.repeat(500_000)}`,
    `<password>${' x'.repeat(500_000)}`,
    '<a b="'.repeat(100_000),
    `<a ${'b = '.repeat(100_000)}>`,
    "<a:b c='d' ".repeat(100_000),
    '<a><![CDATA['.repeat(100_000),
    '<a>b</a '.repeat(100_000),
  ])
    assert.equal(mapMarkup(text, true, nothing), text);
});

test('sections that nothing ends are not read again from each beginning', () => {
  const text = '<a><![CDATA['.repeat(4_000_000);
  // Read anew from each, they would take minutes. No timeout of a test ends what never gives way.
  const read = (): string => mapMarkup(text, true, () => undefined);
  assert.equal(runInNewContext('read()', { read }, { timeout: 30_000 }), text);
});

test('what ends a section is told from a bracket in a secret', () => {
  const seen: string[] = [];
  const kept = mapMarkup('<password><![CDATA[a]b]]c<d>]]></password>', true, (_name, value) => {
    seen.push(value);
    return '{{ secrets.password }}';
  });
  assert.deepEqual([seen, kept], [['a]b]]c<d>'], '<password>{{ secrets.password }}</password>']);
});

test('a text that is no form keeps what only looks like a pair of one', async () => {
  const request_mapping = 'Say that password = tulip is wrong, and token=: {{ input }}';
  const made = await create({ request_headers: { 'Content-Type': 'text/plain' }, request_mapping });
  assert.equal(made.request_mapping, request_mapping);
});

test('paths, forms and headers of requests around the call that a former version kept in the clear are sealed when the program starts', async () => {
  const made = await create({
    before_steps: [step],
    polling: { url: '/chat', done: { path: '$.isRight' }, result: { url: '/chat' } },
    response_mapping: { output: '$.isRight' },
  });
  const headers = { 'x-functions-key': other, Authorization: `Bearer ${secret}`, 'X-Tenant': 'one' };
  await platform.app.database.executeSql(
    'update endpoints set literals_moved = false, url = $2, request_mapping = $3, before_steps = $4, polling = $5 where id = $1',
    [
      made.id,
      targetUrl.replace('/chat', `/bot${bot}/send?api_key=${secret}`),
      JSON.stringify({ text: `password=${other}&message={{ input }}` }),
      JSON.stringify([{ ...made.before_steps[0], request_headers: headers }]),
      JSON.stringify({
        ...made.polling,
        request_headers: headers,
        result: { ...made.polling.result, request_headers: headers },
      }),
    ],
  );
  const sealer = createSealer(platform.config.sealing);
  const move = () => moveLiterals({ database: platform.app.database, sealer, log: createLog('silent') });
  assert.equal(await move(), 1);
  assert.equal(await move(), 0);
  await requireSealed(made.id);
  assert.ok(!JSON.stringify(await rawRow(made.id)).includes(bot));
  const read = (await call('GET', `/endpoints/${made.id}`)).body;
  assert.equal(
    read.url,
    targetUrl.replace('/chat', '/bot{{ secrets.bot_token }}/send?api_key={{ secrets.api_key }}'),
  );
  assert.equal(read.request_mapping, 'password={{ secrets.password }}&message={{ input }}');
  const placed = {
    'x-functions-key': '{{ secrets.x_functions_key }}',
    Authorization: 'Bearer {{ secrets.Authorization }}',
    'X-Tenant': 'one',
  };
  for (const request of [read.before_steps[0], read.polling, read.polling.result])
    assert.deepEqual(request.request_headers, placed);
});

test('a header that holds a bearer token is a secret header, whatever its name', async () => {
  const made = await create({ request_headers: { 'X-Custom': `Bearer ${secret}1`, 'X-Tenant': 'one' } });
  assert.deepEqual(made.request_headers, { 'X-Tenant': 'one' });
  await requireSealed(made.id);
});

test('a login in front of a host is refused, with a word of where it belongs', async () => {
  const bare = targetUrl.replace('http://', '');
  for (const fields of [
    { url: `http://svc:${secret}@${bare}` },
    { url: `http://${secret}@${bare}` },
    { protocol: 'WebSocket', url: `ws://svc:${secret}@${bare}` },
    { token_url: `http://svc:${secret}@${bare}` },
    { before_steps: [{ ...step, url: `http://svc:${secret}@${bare}` }] },
  ]) {
    const answer = await call('POST', '/endpoints', { name: 'Login', url: targetUrl, ...fields });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /holds no login: take it out, and send it in an Authorization header/);
    assert.ok(!answer.text.includes(secret));
  }
});

test('a short parameter that only sounds like a credential is masked in the request, and left in the answer', async () => {
  const made = await create({
    url: targetUrl.replace('/chat', '/plan?code=DE'),
    response_mapping: { output: '$.answer' },
  });
  const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
  assert.equal(tried.body.output, 'the plan for DE costs 12 euros', tried.text);
  assert.ok(!tried.text.includes('code=DE'), tried.text);
});

test('logins, fragments and bodies that a former version kept in the clear are sealed when the program starts', async () => {
  const made = await create({ before_steps: [{ ...step, request_mapping: { a: 'b' } }] });
  const login = `svc:${secret}`;
  await platform.app.database.executeSql(
    'update endpoints set literals_moved = false, url = $2, request_mapping = $3, before_steps = $4 where id = $1',
    [
      made.id,
      `${targetUrl.replace('http://', `http://${login}@`)}#access_token=${other}`,
      JSON.stringify({ json: body }),
      JSON.stringify([{ ...made.before_steps[0], request_mapping: { password: other } }]),
    ],
  );
  const sealer = createSealer(platform.config.sealing);
  const move = () => moveLiterals({ database: platform.app.database, sealer, log: createLog('silent') });
  assert.equal(await move(), 1);
  assert.equal(await move(), 0);
  await requireSealed(made.id);
  const read = (await call('GET', `/endpoints/${made.id}`)).body;
  assert.equal(read.url, `${targetUrl}#access_token={{ secrets.access_token }}`);
  assert.deepEqual(read.request_mapping.nested, {
    api_key: '{{ secrets.api_key }}',
    list: [{ password: '{{ secrets.password }}' }],
  });
  assert.deepEqual(read.before_steps[0].request_mapping, { password: '{{ secrets.password }}' });
  assert.deepEqual(read.secret_names.toSorted(), ['access_token', 'api_key', 'login', 'password']);
});

const mask = '•'.repeat(8);
for (const [name, fields] of Object.entries<Record<string, unknown>>({
  'a token with its scheme': { auth_token: `Bearer ${mask}` },
  'a token of stars': { auth_token: '********' },
  'a client secret': { client_secret: `Basic ${mask}` },
  'a secret header': { secret_headers: { 'X-Api-Key': `Bearer ${mask}` } },
  'a named secret': { secrets: { api_key: '****' } },
  'a query parameter': { query_params: { key: mask } },
  'a token parameter': { token_params: { password: mask } },
  'an address': { url: `https://api.example.test/?key=${mask}` },
  'an encoded address': { url: `https://api.example.test/?key=${encodeURIComponent(mask)}` },
}))
  test(`our own mask is refused as ${name}`, async () => {
    const answer = await call('POST', '/endpoints', { name: 'Masked', url: targetUrl, ...fields });
    assert.equal(answer.status, 422, answer.text);
    assert.match(answer.text, /This is the mask/);
  });

test('more secrets than an endpoint may have are refused, also over several changes', async () => {
  const named = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${from + index}`, 'x-value-x']));
  const made = await create({ secrets: named(0, 50) });
  const more = await call('PATCH', `/endpoints/${made.id}`, { secrets: named(50, 1) });
  assert.deepEqual([more.status, more.body.code], [422, 'endpoint.secrets_too_many']);
});

test('what a former version kept in the clear is sealed when the program starts, once, and calls go on', async () => {
  const made = await create({ response_mapping: { output: '$.isRight' } });
  await platform.app.database.executeSql(
    `update endpoints set literals_moved = false, secret_names = null, url = $2, query_params = $3, token_params = $4, request_headers = $5 where id = $1`,
    [
      made.id,
      `${targetUrl}?x=1`,
      JSON.stringify({ api_key: secret, page: '1' }),
      JSON.stringify({ password: other }),
      JSON.stringify({ 'x-functions-key': other, 'X-Tenant': 'one' }),
    ],
  );
  const sealer = createSealer(platform.config.sealing);
  const move = () => moveLiterals({ database: platform.app.database, sealer, log: createLog('silent') });
  assert.equal(await move(), 1);
  const before = await rawRow(made.id);
  assert.equal(await move(), 0);
  assert.deepEqual(await rawRow(made.id), before);
  await requireSealed(made.id);
  const read = (await call('GET', `/endpoints/${made.id}`)).body;
  assert.deepEqual(read.query_params, { api_key: '{{ secrets.api_key }}', page: '1' });
  assert.deepEqual(read.token_params, { password: '{{ secrets.password }}' });
  assert.deepEqual(Object.keys(read.secret_headers), ['x-functions-key']);
  assert.equal(read.version, made.version);
  const tried = await call('POST', `/endpoints/${made.id}/invoke`, { input: 'Hello' });
  assert.equal(tried.body.output, true, tried.text);
});

void test('whoever may only call an endpoint lays nothing over it that places its secrets anew', async () => {
  const made = await create({
    request_headers: { 'X-Api': '{{ secrets.login }}' },
    secrets: { login: 'svc-user:Fa$$ke-2026!' },
    response_mapping: { output: '$.body' },
  });
  const caller = await call('POST', '/tokens', { name: 'caller', permissions: ['endpoint:invoke'] });
  assert.equal(caller.status, 201, caller.text);
  const tested = (body: Record<string, unknown>, token: string): Promise<CallResult> =>
    platform.call('POST', `/endpoints/${made.id}/test`, {
      token,
      body: { input_data: { input: 'hi' }, ...body },
    });
  const drafts = [
    { url: `${targetUrl}/{{ secrets.login }}` },
    { query_params: { q: '{{ secrets.login }}' } },
    { request_headers: { 'X-Other': 'x{{ secrets.login }}' } },
    { request_mapping: { k: '{{ secrets.login }}' } },
    { response_mapping: { output: '$' } },
  ];
  for (const draft of drafts)
    for (const preview_only of [true, false]) {
      const refused = await tested({ ...draft, preview_only }, caller.body.access_token);
      assert.equal(refused.status, 403, refused.text);
      assert.equal(refused.body.code, 'auth.permission_denied');
      assert.match(refused.body.detail, /endpoint:update/);
      assert.equal((await tested({ ...draft, preview_only }, owner.token)).status, 200);
    }
  for (const preview_only of [true, false])
    assert.equal((await tested({ preview_only }, caller.body.access_token)).status, 200);
});

test('the credential beyond as many as are kept ends the request; the others are not read', () => {
  const places = createSecretPlaces({ given: {}, usedNames: [] });
  for (let count = 1; count <= 50; count += 1) places.take('token', `a${count}`, undefined);
  assert.equal(places.take('token', 'a50', undefined), '{{ secrets.token_50 }}');
  assert.throws(() => places.take('token', 'a51', undefined), { code: 'endpoint.secrets_too_many' });
});

test('what a former version kept in the clear is shown with a name for each, found without going through all others', () => {
  let looks = 0;
  const given = new Proxy<Record<string, string>>({}, { get: () => void (looks += 1) });
  const places = createSecretPlaces({ given, usedNames: ['token_3'], isFormer: true });
  const names = Array.from({ length: 1000 }, (_one, count) => places.take('token', `a${count}`, undefined));
  assert.equal(new Set(names).size, 1000);
  assert.deepEqual(names.slice(1, 3), ['{{ secrets.token_2 }}', '{{ secrets.token_4 }}']);
  assert.ok(looks <= 3000, String(looks));
});

test('a credential that was given by name is found again, also behind its number', () => {
  const given = { token: 'a', token_2: 'b', other: null };
  const places = createSecretPlaces({ given, usedNames: [] });
  const names = [
    ['token', 'b'],
    ['token', 'a'],
    ['token', 'c'],
    ['other', 'a'],
  ].map(([parameter = '', literal = '']) => places.take(parameter, literal, undefined));
  assert.deepEqual(
    names,
    ['token_2', 'token', 'token_3', 'other_2'].map((name) => `{{ secrets.${name} }}`),
  );
});
