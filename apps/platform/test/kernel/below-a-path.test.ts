import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startFakeOidc, type FakeOidc } from '@sonde/fakes';
import { connect, createClient, endpoint } from '@sonde/sdk';
import { startPlatform, type SignedUp, type TestPlatform } from '../support/platform.ts';
import { apiToken } from '../modules/tenancy/support.ts';

const site = 'https://intranet.example.test/sonde';
const api = 'https://intranet.example.test/sonde-api';
const client = { clientId: 'sonde-test', clientSecret: 'not-a-real-client-secret-for-tests' };
/** With and without the path: as proxies pass it on, and as others take it away. */
const styles = ['/sonde-api', ''] as const;

let oidc: FakeOidc;
let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  oidc = await startFakeOidc({ ...client, redirectUri: `${site}/api/v1/auth/callback` });
  platform = await startPlatform({
    env: {
      FRONTEND_URL: `${site}/`,
      API_PUBLIC_URL: api,
      OIDC_ISSUER: oidc.issuer,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
    },
  });
  person = await platform.signUp();
  for (const name of ['Polite', 'Brief']) {
    const made = await platform.call('POST', '/requirements', { token: person.token, body: { name } });
    assert.equal(made.status, 201, made.text);
  }
});
after(async () => {
  await platform.close();
  await oidc.close();
});

/** Past the base path that other tests ask below. */
const ask = (method: string, path: string, options: Parameters<TestPlatform['call']>[2] = {}) =>
  platform.call(method, `/${path}`, {
    ...options,
    headers: { host: 'intranet.example.test', ...options.headers },
  });

test('programs are answered whether the proxy passes the path on or takes it away, and are sent on below it', async () => {
  for (const sent of styles) {
    const { token } = person;
    assert.equal((await ask('GET', `${sent}/api/v1/health`)).status, 200);
    const renamed = await ask('GET', `${sent}/api/v1/behaviors?limit=5`, { token });
    assert.deepEqual(
      [renamed.status, renamed.headers['location']],
      [308, '/sonde-api/api/v1/requirements?limit=5'],
    );
    const page = await ask('GET', `${sent}/api/v1/requirements?limit=1`, { token });
    assert.match(
      String(page.headers['link']),
      /^<\/sonde-api\/api\/v1\/requirements\?limit=1&cursor=[^>]+>; rel="next"$/,
    );
    assert.equal(page.headers['strict-transport-security'], undefined, 'the host is not ours to bind');
  }
  assert.equal((await ask('GET', '/sonde-apis/api/v1/health')).status, 404);
});

test('the page Connect and the description of the interface tell the addresses below the path', async () => {
  const described = await platform.call('GET', '/openapi.json');
  assert.deepEqual(described.body.servers, [{ url: `${api}/api/v1` }]);
  const { body } = await platform.call('GET', '/addresses', { token: person.token });
  assert.deepEqual(body, {
    api_url: api,
    mcp_url: `${api}/mcp`,
    otlp_traces_url: `${api}/v1/traces`,
    web_url: site,
    is_configured: true,
  });
});

test('mails and invitations lead below the path', async () => {
  const invited = await platform.call('POST', '/invitations', {
    token: person.token,
    body: { email: 'guest@example.test', role: 'member' },
  });
  assert.equal(invited.status, 201, invited.text);
  const mail = await platform.mail('guest@example.test', /invited/);
  assert.ok(
    mail.links.some((link) => link.startsWith(`${site}/auth/accept-invitation?token=`)),
    mail.links.join(' '),
  );
  const verification = await platform.mail(person.email);
  assert.ok(verification.links.some((link) => link.startsWith(`${site}/auth/verify-email?token=`)));
});

test('a provider is given the address below the path, and what it answers lands there', async () => {
  const started = await platform.call('GET', '/auth/login/oidc?return_to=%2Fruns');
  const there = new URL(String(started.headers['location']));
  assert.equal(there.searchParams.get('redirect_uri'), `${site}/api/v1/auth/callback`);
  const cookie = String(started.headers['set-cookie']);
  assert.match(cookie, /^__Host-sonde_oauth_\w+=[\w-]+; Path=\/; .*; Secure$/);
  const refused = await platform.call(
    'GET',
    `/auth/callback?error=access_denied&state=${there.searchParams.get('state')}`,
    { headers: { cookie: cookie.split(';')[0] ?? '' } },
  );
  assert.equal(refused.headers['location'], `${site}/auth/signin?error=oauth_denied&return_to=%2Fruns`);
});

test('agents learn of the resource below the path where RFC 9728 looks for it, and beside the resource', async () => {
  for (const sent of styles) {
    const refused = await ask('POST', `${sent}/mcp`, {
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: {},
    });
    assert.equal(refused.status, 401);
    assert.equal(
      refused.headers['www-authenticate'],
      `Bearer resource_metadata="${api}/.well-known/oauth-protected-resource/mcp"`,
    );
  }
  for (const place of [
    '/.well-known/oauth-protected-resource/sonde-api/mcp',
    '/sonde-api/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-protected-resource/mcp',
  ]) {
    const { status, body } = await ask('GET', place);
    assert.deepEqual([status, body?.resource], [200, `${api}/mcp`], place);
  }
  assert.equal((await ask('GET', '/.well-known/oauth-protected-resource/other/mcp')).status, 404);
});

test('an agent, the typed client and a connected program work below the path', async (t) => {
  const token = await apiToken(platform, person);
  const baseUrl = `${(await platform.listen()).replace('localhost', '127.0.0.1')}/sonde-api`;
  const agent = new Client({ name: 'below a path', version: '1' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const listed = await agent.callTool({ name: 'endpoints_list', arguments: {} });
  assert.equal(listed.isError ?? false, false, JSON.stringify(listed));
  await agent.close();

  const answer = endpoint('answer', async ({ input }: { input: string }) => `You said: ${input}`);
  const { body: projects } = await platform.call('GET', '/projects', { token });
  const connection = await connect({ baseUrl, token, projectId: projects[0].id, endpoints: [answer] });
  t.after(() => connection.close());
  const typed = createClient({ baseUrl, token });
  const listedToo = await typed.endpoints.list({});
  const offered = listedToo.find(({ name }) => name.includes('answer'));
  assert.ok(offered, JSON.stringify(listedToo));
  const { output } = await typed.endpoints.invoke({ params: { id: offered.id }, body: { input: 'Hello' } });
  assert.equal(output, 'You said: Hello');
});
