import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  operations,
  projectPermissions,
  rolePermissions,
  roles,
  type Operation,
  type Permission,
  type Role,
} from '@sonde/contract';
import { startPlatform, testPassword, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { apiToken, exchangedToken, joinAs } from './support.ts';

/** Whom the table says an identity is, so that the expectation follows from the table alone. */
interface Identity {
  readonly name: string;
  readonly token: string | undefined;
  readonly kind: 'none' | 'session' | 'token';
  readonly holds: ReadonlySet<Permission>;
}

let platform: TestPlatform;
const identities: Identity[] = [];
let leaver: SignedUp;
before(async () => {
  platform = await startPlatform({ spread: true });
  const owner = await platform.signUp();
  const people: Record<Role, SignedUp> = {
    owner,
    admin: await joinAs(platform, owner, 'admin'),
    member: await joinAs(platform, owner, 'member'),
    viewer: await joinAs(platform, owner, 'viewer'),
  };
  const projectId = (await platform.call('GET', '/projects', { token: owner.token })).body[0].id;
  const bound = new Set(projectPermissions);
  const narrow: Permission[] = ['endpoint:read', 'usage:read'];
  leaver = await platform.signUp({ organization: null });
  identities.push(
    { name: 'anonymous', token: undefined, kind: 'none', holds: new Set() },
    { name: 'nonsense', token: 'nonsense', kind: 'none', holds: new Set() },
    { name: 'no organization', token: leaver.token, kind: 'session', holds: new Set() },
    ...roles.map((role) => ({
      name: role,
      token: people[role].token,
      kind: 'session' as const,
      holds: new Set(rolePermissions[role]),
    })),
    {
      name: 'API token of the owner',
      token: await apiToken(platform, owner),
      kind: 'token',
      holds: new Set(rolePermissions.owner),
    },
    {
      name: 'narrow API token of the owner',
      token: await apiToken(platform, owner, { permissions: narrow }),
      kind: 'token',
      holds: new Set(narrow),
    },
    {
      name: 'API token of a member',
      token: await apiToken(platform, people.member),
      kind: 'token',
      holds: new Set(rolePermissions.member),
    },
    {
      name: 'project-bound API token of the owner',
      token: await apiToken(platform, owner, { project_id: projectId }),
      kind: 'token',
      holds: bound,
    },
    {
      name: 'exchanged token of the owner',
      token: await exchangedToken(platform, owner.token, projectId),
      kind: 'token',
      holds: bound,
    },
  );
});
after(() => platform.close());

type Verdict = 'unauthenticated' | 'denied' | 'let in';

/** Operations that check the caller themselves, and yet let in nobody who cannot say who they are. */
const ownButKnown = new Set(['mcp.call']);

function expected({ id, access }: Operation, identity: Identity): Verdict {
  if (ownButKnown.has(id)) return identity.kind === 'none' ? 'unauthenticated' : 'let in';
  if (access.who === 'public' || access.who === 'own') return 'let in';
  if (identity.kind === 'none') return 'unauthenticated';
  if (access.who === 'onboarding' || access.who === 'self')
    return identity.kind === 'session' ? 'let in' : 'denied';
  if (access.who === 'credential') return identity.holds.size > 0 ? 'let in' : 'denied';
  if (access.sessionOnly && identity.kind !== 'session') return 'denied';
  return identity.holds.has(access.permission) ? 'let in' : 'denied';
}

/** Harmless on purpose: unknown ids and bodies that no schema accepts. The gate decides before either is read. */
async function actual(operation: Operation, identity: Identity): Promise<Verdict> {
  const result = await platform.call(
    operation.method,
    operation.path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    {
      token: identity.token,
      ip: `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      ...(operation.method === 'GET' || operation.method === 'DELETE'
        ? {}
        : { body: '[', headers: { 'content-type': 'application/json' } }),
    },
  );
  assert.ok(result.status < 500, `${operation.id}: ${result.text}`);
  if (result.status === 401 && result.body?.code === 'auth.unauthenticated') return 'unauthenticated';
  if (result.status === 403 && result.body?.code === 'auth.permission_denied') return 'denied';
  return 'let in';
}

// Without a body to refuse, these would do what they say to the person who calls.
const lastForEverybody = new Set(['users.delete_me', 'auth.sessions_end']);

test('every mounted operation lets in exactly whom the table says', async () => {
  const mounted = operations.filter((operation) => platform.app.mounted.has(operation.id));
  assert.equal(mounted.length, platform.app.mounted.size, 'nothing is mounted that is not in the table');
  let checks = 0;
  for (const operation of mounted)
    for (const identity of identities) {
      if (lastForEverybody.has(operation.id) && identity.kind === 'session') continue;
      const verdict = await actual(operation, identity);
      assert.equal(verdict, expected(operation, identity), `${operation.id} as ${identity.name}`);
      checks += 1;
    }
  assert.ok(checks > 500, `${checks} checks`);
});

test('what a person does to themselves works for a session', async () => {
  assert.equal((await platform.call('DELETE', '/auth/sessions', { token: leaver.token })).status, 200);
  assert.equal(
    (
      await platform.call('DELETE', '/users/me', {
        token: leaver.token,
        body: { current_password: testPassword },
      })
    ).status,
    200,
  );
  assert.equal((await platform.call('GET', '/users/me', { token: leaver.token })).status, 401);
});

test('the gate refuses an operation that is not in the table', async () => {
  const { createGate } = await import('../../../src/modules/tenancy/gate.ts');
  const gate = createGate({
    tokens: {
      credentials: { resolve: () => assert.fail('not asked'), revive: () => assert.fail('not asked') },
      recheckBearer: () => assert.fail('not asked'),
    },
    audit: { record: () => assert.fail('not asked') } as never,
  });
  const stray = { ...(operations[0] as Operation), id: 'stray', access: { who: 'public' } as const };
  await assert.rejects(gate.check(stray, {} as never), { code: 'auth.permission_denied' });
});

test('a denial names the missing permission and is written down', async () => {
  const viewer = identities.find((identity) => identity.name === 'viewer');
  const owner = identities.find((identity) => identity.name === 'owner');
  const denied = await platform.call('GET', '/usage', { token: viewer?.token });
  assert.equal(denied.status, 403);
  assert.match(denied.body.detail, /usage:read/);
  const { body } = await platform.call(
    'GET',
    "/audit-events?$filter=action eq 'access.denied' and target_id eq 'usage.get'",
    { token: owner?.token },
  );
  assert.ok(body.length > 0);
  assert.equal(body[0].outcome, 'refused');
});
