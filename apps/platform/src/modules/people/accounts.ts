import { and, eq, or, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { takesAddress, type RegistrationRule } from './registration-rule.ts';
import { memberships, users } from './tables.ts';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly hasPassword: boolean;
  /** Whether the address was proved to be theirs. */
  readonly isVerified: boolean;
  /** Whether somebody signs in with it: the address was proved, or an organization that sends no mail gave its word. */
  readonly isInUse: boolean;
  /** False while an organization has disabled this member. */
  readonly isActive: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

const columns = {
  id: users.id,
  email: users.email,
  name: users.name,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  isVerified: users.isEmailVerified,
  isInUse: sql<boolean>`${users.isEmailVerified} or ${users.isVouchedFor}`,
  isActive: sql<boolean>`coalesce(${memberships.isActive}, true)`,
};

/** People and what proves who they are. Addresses are compared without regard to case, which an index guarantees too. */
export function createAccounts({ clock }: { clock: Clock }) {
  const now = (): Date => new Date(clock.now());

  /** Held until the transaction is over, as by `holdPerson`: what is written of them then is not nobody's. */
  const find = async (tx: Tx, condition: ReturnType<typeof eq>): Promise<Account | undefined> => {
    const [row] = await tx
      .select(columns)
      .from(users)
      .leftJoin(memberships, eq(memberships.userId, users.id))
      .where(condition)
      .for('key share', { of: users });
    return row;
  };
  const findByEmail = (tx: Tx, email: string) =>
    find(tx, eq(sql`lower(${users.email})`, email.toLowerCase()));

  return {
    findByEmail,
    findById: (tx: Tx, id: string) => find(tx, eq(users.id, id)),

    /**
     * The account of an address, made if there is none; two that come at once get the same one. The statements are the
     * same whether or not it was there, so that their time does not tell.
     */
    async findOrCreate(tx: Tx, email: string): Promise<Account> {
      const at = now();
      await tx
        .insert(users)
        .values({ id: newId(), email, isEmailVerified: false, createdAt: at, updatedAt: at })
        .onConflictDoNothing();
      const account = await findByEmail(tx, email);
      if (!account) throw new Error('An account that was just inserted is not there.');
      return account;
    },

    /** Marks the address as proved. `passwordHash` undefined keeps what there is, null takes it away. */
    async confirm(
      tx: Tx,
      id: string,
      changes: { passwordHash?: string | null | undefined; name?: string | null | undefined },
    ): Promise<void> {
      await tx
        .update(users)
        .set({
          isEmailVerified: true,
          failedLogins: 0,
          lockedUntil: null,
          updatedAt: now(),
          ...(changes.passwordHash === undefined ? {} : { passwordHash: changes.passwordHash }),
          ...(changes.name ? { name: sql`coalesce(${users.name}, ${changes.name})` } : {}),
        })
        .where(eq(users.id, id));
    },

    /** Opens the account on the word of an organization, which proves nothing to others. */
    async vouch(
      tx: Tx,
      id: string,
      changes: { passwordHash: string; name?: string | undefined },
    ): Promise<void> {
      await tx
        .update(users)
        .set({
          isVouchedFor: true,
          passwordHash: changes.passwordHash,
          updatedAt: now(),
          ...(changes.name ? { name: sql`coalesce(${users.name}, ${changes.name})` } : {}),
        })
        .where(eq(users.id, id));
    },

    /** Whether anybody signs in here yet. */
    async isAnybodyThere(tx: Tx): Promise<boolean> {
      const rows = await tx
        .select({ id: users.id })
        .from(users)
        .where(or(eq(users.isEmailVerified, true), eq(users.isVouchedFor, true)))
        .limit(1);
      return rows.length > 0;
    },

    /** Until the end of the transaction nobody else appears. */
    keepOthersOut: async (tx: Tx): Promise<void> => {
      await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    },

    async organizationOf(tx: Tx, id: string): Promise<string | null> {
      const [row] = await tx
        .select({ organizationId: memberships.organizationId })
        .from(memberships)
        .where(eq(memberships.userId, id));
      return row?.organizationId ?? null;
    },

    /**
     * Whether somebody may found an organization of their own. Whoever is here on the word of an organization may not once
     * they are out of it, nor before they are in: they would be a stranger who let themselves in.
     */
    async foundingOf(tx: Tx, id: string, rule: RegistrationRule): Promise<'allowed' | 'closed' | 'member'> {
      const [row] = await tx
        .select({
          email: users.email,
          isVerified: users.isEmailVerified,
          mayFound: users.mayFound,
          organizationId: memberships.organizationId,
        })
        .from(users)
        .leftJoin(memberships, eq(memberships.userId, users.id))
        .where(eq(users.id, id));
      if (row?.organizationId) return 'member';
      const isTaken =
        row !== undefined && (rule.kind === 'open' || row.isVerified) && takesAddress(rule, row.email);
      return isTaken || row?.mayFound ? 'allowed' : 'closed';
    },

    /** Whatever the rule says; false when whoever had them in takes that back. */
    letFound: async (tx: Tx, id: string, mayFound: boolean): Promise<void> => {
      await tx.update(users).set({ mayFound, updatedAt: now() }).where(eq(users.id, id));
    },

    rename: async (tx: Tx, id: string, name: string | null): Promise<void> => {
      await tx.update(users).set({ name, updatedAt: now() }).where(eq(users.id, id));
    },

    /** Before all that is theirs goes: what others write in their name is there by then, and nothing more comes. */
    lockForRemoval: async (tx: Tx, id: string): Promise<void> => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update');
    },

    remove: async (tx: Tx, id: string): Promise<void> => {
      await tx.delete(users).where(eq(users.id, id));
    },

    async passwordHashOf(tx: Tx, id: string): Promise<string | null> {
      const [row] = await tx.select({ hash: users.passwordHash }).from(users).where(eq(users.id, id));
      return row?.hash ?? null;
    },

    async replacePassword(tx: Tx, id: string, passwordHash: string, before: string | null): Promise<boolean> {
      const rows = await tx
        .update(users)
        .set({ passwordHash, failedLogins: 0, lockedUntil: null, updatedAt: now() })
        .where(and(eq(users.id, id), sql`${users.passwordHash} is not distinct from ${before}`))
        .returning({ id: users.id });
      return rows.length > 0;
    },
  };
}
