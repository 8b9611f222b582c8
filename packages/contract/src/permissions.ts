import { resourceNames } from './resource-names.ts';

type ResourceName = (typeof resourceNames)[number];
type Change = 'create' | 'update' | 'delete';
const readAny = resourceNames.map((name): `${ResourceName}:read` => `${name}:read`);
const changeAny = resourceNames.flatMap((name): `${ResourceName}:${Change}`[] => [
  `${name}:create`,
  `${name}:update`,
  `${name}:delete`,
]);

/**
 * The one table of what each role may do. Operations name the permission; nothing else grants access. Resources of
 * `crudOperations` are read by viewers and changed by members.
 */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

const viewer = [
  ...readAny,
  'organization:read',
  'project:read',
  'member:read',
  'endpoint:read',
  'model:read',
  'job:read',
  'trace:read',
  'file:read',
  'notification:read',
  // Of their own alone: what speaks for a person they may see and end, though they made it in another role.
  'token:read',
  'token:delete',
  'feature:read',
  'test:read',
  'test_set:read',
  'test_run:read',
  'test_result:read',
  'comment:read',
  'insights:read',
  'explorer:read',
  // A talk is the own of whoever has it; what it changes asks for the permission of that.
  'architect:read',
  'architect:update',
] as const;

const member = [
  ...viewer,
  ...changeAny,
  'endpoint:create',
  'endpoint:update',
  'endpoint:delete',
  'endpoint:invoke',
  'endpoint:explore',
  'tag:update',
  'job:cancel',
  'file:create',
  'file:update',
  'file:delete',
  'token:create',
  'connector:use',
  'telemetry:create',
  'test:create',
  'test:update',
  'test:delete',
  'test_set:create',
  'test_set:update',
  'test_set:delete',
  'test_run:execute',
  'test_run:update',
  'test_run:delete',
  'test_result:update',
  'comment:create',
  'comment:update',
  'comment:delete',
  'explorer:create',
  'explorer:update',
  'explorer:delete',
] as const;

const admin = [
  ...member,
  'project:create',
  'project:update',
  'project:delete',
  'member:invite',
  'member:update',
  'member:delete',
  'model:create',
  'model:update',
  'model:delete',
  'organization:update',
  'usage:read',
  'experiment:promote',
] as const;

const owner = [...admin, 'organization:delete', 'audit:read'] as const;

export type Permission = (typeof owner)[number];
export const permissions: readonly Permission[] = owner;

export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner,
  admin,
  member,
  viewer,
};

/** What a token bound to one project can hold at most: nothing of the organization, its people or its tokens. */
export const projectPermissions: readonly Permission[] = [
  ...readAny,
  ...changeAny,
  'project:read',
  'endpoint:read',
  'endpoint:create',
  'endpoint:update',
  'endpoint:delete',
  'endpoint:invoke',
  'endpoint:explore',
  'tag:update',
  'model:read',
  'job:read',
  'job:cancel',
  'trace:read',
  'file:read',
  'file:create',
  'file:update',
  'file:delete',
  'feature:read',
  'connector:use',
  'telemetry:create',
  'test:read',
  'test:create',
  'test:update',
  'test:delete',
  'test_set:read',
  'test_set:create',
  'test_set:update',
  'test_set:delete',
  'test_run:read',
  'test_run:execute',
  'test_run:update',
  'test_run:delete',
  'test_result:read',
  'test_result:update',
  'comment:read',
  'comment:create',
  'comment:update',
  'comment:delete',
  'experiment:promote',
  'explorer:read',
  'explorer:create',
  'explorer:update',
  'explorer:delete',
  'architect:read',
  'architect:update',
];
