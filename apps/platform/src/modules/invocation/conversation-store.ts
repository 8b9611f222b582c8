import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { ConversationKey, ConversationStore } from './ports.ts';
import { conversationTurns as turns } from './tables.ts';

/** Histories of stateless targets in the database, one row a turn, so that any process can go on with them. */
export function createConversationStore({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): ConversationStore & {
  removeExpired(): Promise<number>;
} {
  const isConversation = (organizationId: string, { endpointId, conversationId }: ConversationKey) =>
    and(
      eq(turns.organizationId, organizationId),
      eq(turns.endpointId, endpointId),
      eq(turns.conversationId, conversationId),
    );

  return {
    async load(organizationId, conversation) {
      const rows = await database.tenant(organizationId, (tx) =>
        tx
          .select({ messages: turns.messages, expiresAt: turns.expiresAt })
          .from(turns)
          .where(isConversation(organizationId, conversation))
          .orderBy(asc(turns.id)),
      );
      const last = rows.at(-1);
      if (!last || last.expiresAt.getTime() <= clock.now()) return undefined;
      return rows.flatMap((row) => row.messages);
    },

    async append(organizationId, conversation, messages, expiresAt) {
      await database.tenant(organizationId, async (tx) => {
        const expiry = new Date(expiresAt);
        await tx.update(turns).set({ expiresAt: expiry }).where(isConversation(organizationId, conversation));
        await tx
          .insert(turns)
          .values({ organizationId, ...conversation, id: newId(), messages, expiresAt: expiry });
      });
    },

    async removeExpired() {
      const removed = await database.query
        .delete(turns)
        .where(lt(turns.expiresAt, new Date(clock.now())))
        .returning({ one: sql`1` });
      return removed.length;
    },
  };
}
