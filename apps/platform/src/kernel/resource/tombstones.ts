import { and, eq } from 'drizzle-orm';
import { json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';
import type { MemberPrincipal } from '../http/index.ts';
import { visibleTo } from './access.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What stays of a thing that was deleted for good: enough for a result that cites it to say what it was. */
export const tombstones = pgTable('tombstones', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  entity: text('entity').notNull(),
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  cited: json('cited').$type<Record<string, unknown>>().notNull(),
  deletedAt: time('deleted_at').notNull(),
  purgedAt: time('purged_at').notNull(),
});

export type Tombstone = typeof tombstones.$inferSelect;

export async function findTombstone(
  tx: Tx,
  principal: Pick<MemberPrincipal, 'organizationId' | 'projectId'>,
  entity: string,
  id: string,
): Promise<Tombstone | undefined> {
  const [found] = await tx
    .select()
    .from(tombstones)
    .where(and(visibleTo(principal, tombstones), eq(tombstones.entity, entity), eq(tombstones.id, id)));
  return found;
}
