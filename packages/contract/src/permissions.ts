/** The one committed table of what each role may do. Operations name the permission; nothing else grants access. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

const viewer = [
  'organization:read',
  'project:read',
  'member:read',
  'endpoint:read',
  'requirement:read',
  'category:read',
  'topic:read',
  'metric:read',
  'model:read',
  'job:read',
  'trace:read',
  'file:read',
  'source:read',
  'notification:read',
  'feature:read',
] as const;

const member = [
  ...viewer,
  'endpoint:create',
  'endpoint:update',
  'endpoint:delete',
  'endpoint:invoke',
  'endpoint:explore',
  'requirement:create',
  'requirement:update',
  'requirement:delete',
  'category:create',
  'category:update',
  'category:delete',
  'topic:create',
  'topic:update',
  'topic:delete',
  'tag:update',
  'metric:create',
  'metric:update',
  'metric:delete',
  'job:cancel',
  'file:create',
  'file:update',
  'file:delete',
  'source:create',
  'source:update',
  'source:delete',
  'token:read',
  'token:create',
  'token:delete',
  'connector:use',
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
  'project:read',
  'endpoint:read',
  'endpoint:create',
  'endpoint:update',
  'endpoint:delete',
  'endpoint:invoke',
  'endpoint:explore',
  'requirement:read',
  'category:read',
  'topic:read',
  'requirement:create',
  'requirement:update',
  'requirement:delete',
  'category:create',
  'category:update',
  'category:delete',
  'topic:create',
  'topic:update',
  'topic:delete',
  'tag:update',
  'metric:read',
  'metric:create',
  'metric:update',
  'metric:delete',
  'model:read',
  'job:read',
  'job:cancel',
  'trace:read',
  'file:read',
  'file:create',
  'file:update',
  'file:delete',
  'source:read',
  'source:create',
  'source:update',
  'source:delete',
  'feature:read',
  'connector:use',
];
