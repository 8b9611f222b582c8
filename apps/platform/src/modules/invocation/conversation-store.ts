import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { ConversationKey, ConversationStore } from './ports.ts';
import { conversationTurns as turns } from './tables.ts';

/** Every turn of a conversation is loaded and rendered again with each call. */
const MAX_TURNS = 200;
const MAX_BYTES = 2 * 1024 * 1024;

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

  /** The newest turns, as far as they are few and small enough to be sent with every call; the last one always. */
  const keptTurns = (organizationId: string, conversation: ConversationKey) => sql`(
    select measured.id from (
      select ${turns.id} as id, row_number() over newest as place,
        sum(octet_length(${turns.messages}::text)) over newest as bytes
      from ${turns}
      where ${isConversation(organizationId, conversation)}
      window newest as (order by ${turns.id} desc)
    ) as measured
    where measured.place = 1 or (measured.place <= ${MAX_TURNS} and measured.bytes <= ${MAX_BYTES}))`;

  return {
    async load(organizationId, conversation) {
      const rows = await database.tenant(organizationId, (tx) =>
        tx
          .select({ messages: turns.messages, expiresAt: turns.expiresAt })
          .from(turns)
          .where(
            and(
              isConversation(organizationId, conversation),
              sql`${turns.id} in ${keptTurns(organizationId, conversation)}`,
            ),
          )
          .orderBy(asc(turns.id)),
      );
      const last = rows.at(-1);
      if (!last || last.expiresAt.getTime() <= clock.now()) return undefined;
      return rows.flatMap((row) => row.messages);
    },

    async append(organizationId, conversation, messages, expiresAt) {
      return database.tenant(organizationId, async (tx) => {
        const expiry = new Date(expiresAt);
        await tx.update(turns).set({ expiresAt: expiry }).where(isConversation(organizationId, conversation));
        await tx
          .insert(turns)
          .values({ organizationId, ...conversation, id: newId(), messages, expiresAt: expiry });
        const dropped = await tx
          .delete(turns)
          .where(
            and(
              isConversation(organizationId, conversation),
              sql`${turns.id} not in ${keptTurns(organizationId, conversation)}`,
            ),
          )
          .returning({ one: sql`1` });
        return dropped.length;
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
