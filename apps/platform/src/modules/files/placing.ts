import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { FileEntities } from './entities.ts';
import { alreadyBound, fileNotFound, quotaExceeded } from './problems.ts';
import * as store from './store.ts';
import type { Binding, Used } from './store.ts';
import type { FileRow } from './tables.ts';

/** Of one thing, and of what one person has bound to nothing. */
const mostBytesOfPlace = 500 * 1024 * 1024;

/** What is there already, when there is room for this much more; whoever adds beside waits. */
export async function requireRoom(
  tx: Tx,
  { organizationId, userId }: MemberPrincipal,
  { binding, bytes }: { readonly binding: Binding | undefined; readonly bytes: number },
): Promise<Used> {
  await store.lockNames(tx, [`${organizationId} ${binding ? `${binding.type} ${binding.id}` : userId}`]);
  const used = binding
    ? await store.usedByEntity(tx, organizationId, binding)
    : await store.usedByPerson(tx, organizationId, userId);
  if (used.bytes + bytes > mostBytesOfPlace)
    throw quotaExceeded(binding ? `A ${binding.type}` : 'One person', mostBytesOfPlace);
  return used;
}

interface Bind {
  readonly principal: MemberPrincipal;
  readonly row: FileRow;
  readonly binding: Binding;
  readonly entities: FileEntities;
}

/** The columns that bind a file; nothing when it is bound there already. */
export async function placeOf(
  tx: Tx,
  { principal, row, binding, entities }: Bind,
): Promise<Partial<FileRow> | undefined> {
  const place = await entities.require(tx, principal, binding);
  if (row.entityType === binding.type && row.entityId === binding.id) return undefined;
  if (row.entityId !== null) throw alreadyBound();
  const used = await requireRoom(tx, principal, { binding, bytes: row.sizeBytes });
  return {
    entityType: binding.type,
    entityId: binding.id,
    projectId: place.projectId,
    ownerId: place.ownerId ?? null,
    position: used.count,
  };
}

/** A file that one person alone sees is for everybody else as if it were not there. */
export function requireSeen({ userId }: MemberPrincipal, { ownerId }: Pick<FileRow, 'ownerId'>): void {
  if (ownerId !== null && ownerId !== userId) throw fileNotFound();
}
