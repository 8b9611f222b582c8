import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '../../support/platform.ts';
import { apiToken } from '../tenancy/support.ts';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
let address: string;
let token: string;
let client: Client;
before(async () => {
  shop = await openWorkshop();
  address = (await shop.platform.listen()).replace('localhost', '127.0.0.1');
  token = await apiToken(shop.platform, shop.owner);
  client = new Client({ name: 'protocol', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
});
after(async () => {
  await client.close();
  await shop.close();
});

async function send(message: Json, headers: Record<string, string> = {}) {
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text.startsWith('{') ? JSON.parse(text) : undefined) as Json };
}
const hello = (protocolVersion: string) => ({
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'protocol', version: '1' } },
});

test('a client is met in its version of the protocol, or is told the newest one there is', async () => {
  for (const [asked, given] of [
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ] as const) {
    const { status, body } = await send(hello(asked));
    assert.deepEqual([status, body.result.protocolVersion], [200, given]);
    assert.deepEqual(Object.keys(body.result.capabilities).toSorted(), ['prompts', 'resources', 'tools']);
    assert.equal(body.result.serverInfo.name, 'sonde');
  }
});

test('a ping is answered, and what expects no answer gets none', async () => {
  assert.deepEqual((await send({ id: 7, method: 'ping' })).body, { jsonrpc: '2.0', id: 7, result: {} });
  const heard = await send({ method: 'notifications/initialized' });
  assert.deepEqual([heard.status, heard.body], [202, undefined]);
  const cancelled = await send({
    method: 'notifications/cancelled',
    params: { requestId: 7, reason: 'done' },
  });
  assert.equal(cancelled.status, 202);
});

test('what is not served is refused in the words of the protocol', async () => {
  for (const method of ['logging/setLevel', 'completion/complete', 'resources/subscribe', 'nonsense'])
    assert.equal((await send({ id: 1, method, params: {} })).body.error.code, -32601, method);
  for (const method of ['tools/list', 'prompts/list', 'resources/templates/list', 'resources/list'])
    assert.equal(
      (await send({ id: 1, method, params: { cursor: 'forged' } })).body.error.code,
      -32602,
      method,
    );
  assert.equal((await send({ id: 1, method: 'tools/call', params: {} })).body.error.code, -32602);
  const badVersion = await send({ id: 1, method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' });
  assert.equal(badVersion.status, 400);
  assert.equal((await send({ id: 1, method: 'ping' }, { accept: 'text/html' })).status, 406);
  assert.equal((await send({ id: 1, method: 'ping' }, { 'content-type': 'text/plain' })).status, 415);
  assert.equal((await send('{"a": "' + 'x'.repeat(17 * 1024 * 1024) + '"}')).status, 413);
});

test('schemas of tools are of JSON Schema 2020-12, and each names what it asks for', async () => {
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    assert.equal(inputSchema.type, 'object', name);
    const dialect = inputSchema['$schema'] ?? 'https://json-schema.org/draft/2020-12/schema';
    assert.equal(dialect, 'https://json-schema.org/draft/2020-12/schema', name);
    for (const key of inputSchema.required ?? [])
      assert.ok(key in (inputSchema.properties ?? {}), `${name}.${key}`);
  }
});

test('runs and their reports are resources, in pages, for those who may see them', async () => {
  const set = await shop.makeSet(['good?']);
  const started: string[] = [];
  for (let number = 0; number < 51; number += 1) started.push((await shop.start(set)).test_run_id);
  const ended = await shop.ended(started[0] ?? '');
  const seen = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page: Json = (
      await send({ id: 1, method: 'resources/list', params: cursor === undefined ? {} : { cursor } })
    ).body.result;
    for (const { uri } of page.resources) seen.add(uri);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== undefined);
  assert.equal(pages, 2);
  assert.ok(started.every((id) => seen.has(`sonde://test_runs/${id}`)));
  assert.ok(seen.has(`sonde://test_runs/${ended.id}/report`));

  const [run] = (await client.readResource({ uri: `sonde://test_runs/${ended.id}` })).contents;
  assert.equal((JSON.parse(run && 'text' in run ? run.text : '') as Json).id, ended.id);
  const [report] = (await client.readResource({ uri: `sonde://test_runs/${ended.id}/report` })).contents;
  assert.match(report && 'text' in report ? report.text : '', /1 passed|Pass/i);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 2);
  for (const uri of [
    `sonde://test_runs/${randomUUID()}`,
    'sonde://other/1',
    'file:///etc/passwd',
    'sonde://test_runs/../../projects',
  ])
    assert.equal(
      (await send({ id: 1, method: 'resources/read', params: { uri } })).body.error.code,
      -32602,
      uri,
    );

  const stranger = await apiToken(shop.platform, await shop.platform.signUp());
  const foreign = await send(
    { id: 1, method: 'resources/read', params: { uri: `sonde://test_runs/${ended.id}` } },
    { authorization: `Bearer ${stranger}` },
  );
  assert.equal(foreign.body.error.code, -32602);
  const none = await send({ id: 1, method: 'resources/list' }, { authorization: `Bearer ${stranger}` });
  assert.deepEqual(none.body.result.resources, []);
});

test('prompts lead through the main journeys, and say which arguments they need', async () => {
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['explore_endpoint', 'test_endpoint', 'compare_runs', 'explain_failures'],
  );
  const { tools } = await client.listTools();
  for (const prompt of prompts) {
    const given = Object.fromEntries((prompt.arguments ?? []).map(({ name }) => [name, `the ${name}`]));
    const { messages } = await client.getPrompt({ name: prompt.name, arguments: given });
    const [message] = messages;
    const text = message?.content.type === 'text' ? message.content.text : '';
    for (const value of Object.values(given)) assert.ok(text.includes(value), prompt.name);
    for (const [named] of text.matchAll(/\b(?:endpoints|jobs|test_sets|test_runs|test_results)_[a-z]+\b/g))
      assert.ok(
        tools.some(({ name }) => name === named),
        `${prompt.name} names ${named}`,
      );
  }
  await assert.rejects(client.getPrompt({ name: 'explore_endpoint', arguments: {} }), { code: -32602 });
  await assert.rejects(client.getPrompt({ name: 'nonsense' }), { code: -32602 });
  await assert.rejects(
    client.getPrompt({ name: 'explore_endpoint', arguments: { endpoint: 'x'.repeat(2001) } }),
    { code: -32602 },
  );
});

test('what a refusal repeats of the address of a resource is short', async () => {
  const uri = `sonde://test_runs/${'x'.repeat(300_000)}`;
  const { body } = await send({ id: 1, method: 'resources/read', params: { uri } });
  assert.ok(JSON.stringify(body).length < 500);
  assert.ok(uri.startsWith(body.error.data.uri.slice(0, 100)), body.error.data.uri);
});
