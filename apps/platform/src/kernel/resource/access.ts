import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { MemberPrincipal } from '../http/index.ts';
import { belongsToAll, mayNotSeeDeleted, notYours, permissionMissing } from './problems.ts';
import type { ResourceTable } from './resource.ts';

/** What the caller may see: their organization's, and of a project only the one they are in, if they are in one. */
export function visibleTo(
  principal: Pick<MemberPrincipal, 'organizationId' | 'projectId'>,
  table: Pick<ResourceTable, 'organizationId' | 'projectId'>,
): SQL {
  return and(
    eq(table.organizationId, principal.organizationId),
    table.projectId && inProject(table.projectId, principal.projectId),
  ) as SQL;
}

/** Things of no project are seen from every project. */
function inProject(column: PgColumn, projectId: string | null): SQL | undefined {
  if (projectId === null) return undefined;
  return column.notNull ? eq(column, projectId) : or(eq(column, projectId), isNull(column));
}

const seesAll = ({ role }: MemberPrincipal): boolean => role === 'owner' || role === 'admin';

const holds = (principal: MemberPrincipal, permission: string): boolean =>
  (principal.permissions as ReadonlySet<string>).has(permission);

/** For operations whose permission depends on what they are asked to touch. */
export function requirePermission(principal: MemberPrincipal, permission: string): void {
  if (!holds(principal, permission)) throw permissionMissing(permission);
}

/** Members delete, and restore, what they made; admins and owners everything. */
const isTheirs = (principal: MemberPrincipal, createdBy: unknown): boolean =>
  seesAll(principal) || createdBy === undefined || createdBy === principal.userId;

export function requireTheirs(principal: MemberPrincipal, row: { createdBy?: unknown }): void {
  if (!isTheirs(principal, row.createdBy)) throw notYours();
}

/** What belongs to no project is every project's; whoever holds a token of one project changes what is of that project. */
export const isWithinReach = (
  { boundProjectId }: Pick<MemberPrincipal, 'boundProjectId'>,
  { projectId }: { projectId?: unknown },
): boolean => boundProjectId === null || projectId === undefined || projectId === boundProjectId;

/** For what changes, deletes, restores or puts something into a thing that the caller sees. */
export function requireWithinReach(
  principal: Pick<MemberPrincipal, 'boundProjectId'>,
  row: { projectId?: unknown },
): void {
  if (!isWithinReach(principal, row)) throw belongsToAll();
}

/** Where something belongs that is made of, or about, a thing: of what every project shares a bound token makes its own. */
export const projectBeside = (
  { boundProjectId }: Pick<MemberPrincipal, 'boundProjectId'>,
  thing: { readonly projectId: string | null },
): string | null => thing.projectId ?? boundProjectId;

/** Which rows are listed: the living ones, and on request the deleted ones that the caller may restore. */
export function livingOrRestorable(
  principal: MemberPrincipal,
  { entity, table }: { readonly entity: string; readonly table: ResourceTable },
  includeDeleted: boolean,
): SQL | undefined {
  if (!table.deletedAt) return undefined;
  const isLiving = isNull(table.deletedAt);
  if (!includeDeleted) return isLiving;
  if (!holds(principal, `${entity}:delete`)) throw mayNotSeeDeleted();
  return seesAll(principal) || !table.createdBy
    ? undefined
    : or(isLiving, eq(table.createdBy, principal.userId));
}

/** What the caller may do with one thing, for `permitted_actions`. */
export function permittedActions(
  principal: MemberPrincipal,
  entity: string,
  row: { createdBy?: unknown; projectId?: unknown },
): string[] {
  return ['read', 'update', 'delete'].filter(
    (action) =>
      holds(principal, `${entity}:${action}`) &&
      (action === 'read' || isWithinReach(principal, row)) &&
      (action !== 'delete' || isTheirs(principal, row.createdBy)),
  );
}
