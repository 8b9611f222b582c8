import { eq } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import { asOwner, type Tx } from '#kernel/database';
import type { createAuthCodes } from './auth-codes.ts';
import { isDoubtful } from './credentials-ended.ts';
import { forgetPlaces } from './device-watch.ts';
import type { Families } from './families.ts';
import type { EndReason } from './session.ts';
import { sessionFamilies } from './tables.ts';

interface Options {
  readonly clock: Clock;
  readonly families: Families;
  readonly authCodes: ReturnType<typeof createAuthCodes>;
}

/** Ends the sessions of a person, and gives their number. */
export type EndSessions = (
  tx: Tx,
  userId: string,
  reason: EndReason,
  /** The one that stays: that of the person who asks. */
  exceptId?: string,
) => Promise<number>;

/**
 * Sessions that are, and those that would become of a code on its way. Codes go first: an exchange under way holds the
 * row of its code, so that waiting for it means seeing the session it makes.
 */
export const createEndSessions =
  ({ clock, families, authCodes }: Options): EndSessions =>
  async (tx, userId, reason, exceptId) => {
    await asOwner(tx, () => authCodes.cancel(tx, userId));
    const ended = await families.revokeAll(tx, userId, reason, exceptId);
    // Also those of sessions that ended long ago.
    if (isDoubtful(reason))
      await asOwner(tx, async () => {
        const [kept] = exceptId
          ? await tx.select().from(sessionFamilies).where(eq(sessionFamilies.id, exceptId))
          : [];
        await forgetPlaces(tx, userId, new Date(clock.now()), { allBut: kept });
      });
    return ended;
  };
