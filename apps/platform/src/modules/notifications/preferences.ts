import {
  notificationKinds,
  type NotificationKind,
  type NotificationPreferences,
  type NotificationPreferencesUpdate,
} from '@sonde/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { notificationPreferences as table } from './tables.ts';

interface Person {
  readonly organizationId: string;
  readonly userId: string;
}

/** The catalogue's word for every kind, and the person's own where they have one. */
export async function readPreferences(tx: Tx, person: Person): Promise<NotificationPreferences> {
  const chosen = await tx
    .select()
    .from(table)
    .where(and(eq(table.organizationId, person.organizationId), eq(table.userId, person.userId)));
  const own = new Map(chosen.map((row) => [row.kind, row]));
  const entries = Object.entries(notificationKinds).map(([kind, { isMailed }]) => {
    const row = own.get(kind as NotificationKind);
    return [kind, { in_app: row?.inApp ?? true, email: row?.email ?? isMailed }];
  });
  return Object.fromEntries(entries) as NotificationPreferences;
}

export async function writePreferences(
  tx: Tx,
  { organizationId, userId }: Person,
  update: NotificationPreferencesUpdate,
): Promise<void> {
  const rows = Object.entries(update).flatMap(([kind, channels]) =>
    channels
      ? [
          {
            organizationId,
            userId,
            kind: kind as NotificationKind,
            inApp: channels.in_app ?? null,
            email: channels.email ?? null,
          },
        ]
      : [],
  );
  if (rows.length === 0) return;
  await tx
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({
      target: [table.organizationId, table.userId, table.kind],
      // What is left out stays as it was chosen before.
      set: {
        inApp: sql`coalesce(excluded.in_app, ${table.inApp})`,
        email: sql`coalesce(excluded.email, ${table.email})`,
      },
    });
}
