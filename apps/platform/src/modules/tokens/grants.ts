import { projectPermissions, rolePermissions, roles, type Permission, type Role } from '@sonde/contract';

/** What a credential may do: what its owner's role may, cut down to its own list and, when project-bound, to what a project holds. */
export function grantedPermissions(
  role: Role | null,
  scope: readonly string[] | null,
  isProjectBound: boolean,
): ReadonlySet<Permission> {
  if (!role) return none;
  if (scope === null && !isProjectBound) return ofRole[role];
  return new Set(
    rolePermissions[role].filter(
      (permission) =>
        (scope === null || scope.includes(permission)) &&
        (!isProjectBound || projectPermissions.includes(permission)),
    ),
  );
}

const none: ReadonlySet<Permission> = new Set();
const ofRole = Object.fromEntries(
  roles.map((role) => [role, new Set(rolePermissions[role])]),
) as unknown as Readonly<Record<Role, ReadonlySet<Permission>>>;
