import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  operations,
  permissionsOf,
  rolePermissions,
  roles,
  toolName,
  type Operation,
  type Permission,
} from '@sonde/contract';
import { z } from 'zod';
import { everydayOperations } from '../../../src/modules/mcp/toolsets.ts';
import { startPlatform, type Json, type TestPlatform } from '../../support/platform.ts';
import { apiToken, joinAs } from '../tenancy/support.ts';

/** Who calls, and what the table of roles says they hold. */
interface Agent {
  readonly name: string;
  readonly token: string;
  readonly holds: readonly Permission[];
}

const marked: readonly Operation[] = operations.filter(({ tool }) => tool);
const narrow: readonly Permission[] = ['endpoint:read', 'test_set:create'];
const agents: Agent[] = [];
let platform: TestPlatform;
let address: string;
before(async () => {
  platform = await startPlatform();
  address = (await platform.listen()).replace('localhost', '127.0.0.1');
  const owner = await platform.signUp();
  for (const role of roles) {
    const person = role === 'owner' ? owner : await joinAs(platform, owner, role);
    const holds = rolePermissions[role];
    // Who may make no API tokens has that of a session, which is a bearer too.
    const token = holds.includes('token:create') ? await apiToken(platform, person) : person.token;
    agents.push({ name: role, token, holds });
  }
  const token = await apiToken(platform, owner, { permissions: narrow });
  agents.push({ name: 'narrow token of the owner', token, holds: narrow });
});
after(() => platform.close());

/** By the contract alone: nothing of what serves agents is asked. */
function isOpenTo({ id, access }: Operation, { holds }: Agent): boolean {
  assert.equal(access.who, 'member', `${id}: whom a tool lets in is told by a permission`);
  assert.ok(access.who === 'member' && !access.sessionOnly, `${id}: programs may call it`);
  return permissionsOf(access).every((permission) => holds.includes(permission));
}

async function connected({ token }: Agent, place: string): Promise<Client> {
  const client = new Client({ name: 'roles', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}${place}`), { requestInit }));
  return client;
}

/** Well formed: a tool refuses an id that could lead to another path before anybody is asked who calls. */
const idFor = (key: string): string => (key === 'trace_id' ? randomUUID().replaceAll('-', '') : randomUUID());

/** Harmless on purpose: ids of nothing, and bodies that no schema accepts. */
function argumentsOf({ method, params, body }: Operation) {
  const ids = Object.fromEntries(Object.keys(params?.shape ?? {}).map((key) => [key, idFor(key)]));
  if (method === 'GET' || !body) return { ids };
  assert.ok(body instanceof z.ZodObject);
  return { ids, sent: Object.fromEntries(Object.keys(body.shape).map((key) => [key, { nonsense: true }])) };
}

async function refusalOverMcp(client: Client, operation: Operation, given: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name: toolName(operation), arguments: given });
  const [first] = content;
  const said: Json = JSON.parse(first?.type === 'text' ? first.text : '');
  return isError ? { code: said.code, detail: said.detail } : undefined;
}

async function refusalOverRest(agent: Agent, { method, path }: Operation, { ids, sent }: Json) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => ids[key]);
  const { status, body } = await platform.call(method, place, { token: agent.token, body: sent });
  return status >= 400 ? { code: body.code, detail: body.detail } : undefined;
}

test('an agent is shown the tools it may call, and no others', async () => {
  for (const agent of agents) {
    const open = marked.filter((operation) => isOpenTo(operation, agent));
    for (const [place, offered] of [
      ['/mcp?toolsets=all', open],
      ['/mcp', open.filter(({ id }) => everydayOperations.includes(id))],
    ] as const) {
      const client = await connected(agent, place);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name).toSorted(),
        offered.map(toolName).toSorted(),
        agent.name,
      );
      await client.close();
    }
  }
});

test('whoever calls a tool is let in, or refused, exactly as over REST and as the table of roles says', async () => {
  const seen = { open: 0, closed: 0 };
  for (const agent of agents) {
    const client = await connected(agent, '/mcp?toolsets=all');
    // Once, or the client asks for the list before each call.
    await client.listTools();
    for (const operation of marked) {
      const what = `${operation.id} as ${agent.name}`;
      const given = argumentsOf(operation);
      const refused = await refusalOverMcp(client, operation, { ...given.ids, ...given.sent });
      assert.deepEqual(refused, await refusalOverRest(agent, operation, given), what);
      const isOpen = isOpenTo(operation, agent);
      assert.equal(refused?.code !== 'auth.permission_denied', isOpen, `${what}: ${refused?.code}`);
      if (operation.method !== 'GET') assert.ok(refused, `${what}: the call was to change nothing`);
      seen[isOpen ? 'open' : 'closed'] += 1;
    }
    await client.close();
  }
  assert.equal(seen.open + seen.closed, marked.length * agents.length);
  assert.ok(seen.open > 200 && seen.closed > 60, JSON.stringify(seen));
});
