import { projectPermissions, rolePermissions, type Permission, type Role } from '@sonde/contract';

/** What a credential may do: what its owner's role may, cut down to its own list and, when project-bound, to what a project holds. */
export function grantedPermissions(
  role: Role | null,
  scope: readonly string[] | null,
  isProjectBound: boolean,
): ReadonlySet<Permission> {
  if (!role) return new Set();
  return new Set(
    rolePermissions[role].filter(
      (permission) =>
        (scope === null || scope.includes(permission)) &&
        (!isProjectBound || projectPermissions.includes(permission)),
    ),
  );
}
