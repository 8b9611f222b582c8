import type { Tx } from '#kernel/database';
import type { Account, Accounts } from '#people';
import type { Tokens } from '#tokens';

export type Prove = ReturnType<typeof createProof>;

/**
 * Whoever is here has shown that the address is theirs: by mail that reached it, at a provider, or by a link of the
 * operator. If nobody had shown it before, whoever signed in until now may have been a stranger, and what they left to
 * come back by goes: password, second factor, sessions, API tokens, links under way. The word of an organization, which
 * is `accounts.vouch`, is no such proof.
 */
export function createProof({ accounts, tokens }: { readonly accounts: Accounts; readonly tokens: Tokens }) {
  return async (
    tx: Tx,
    account: Account,
    changes: { passwordHash?: string | null | undefined; name?: string | null | undefined },
  ): Promise<void> => {
    if (account.isVerified) return accounts.confirm(tx, account.id, changes);
    // Before the sessions: a sign-in under way with the old password has the row, and its code is seen then.
    await accounts.confirm(tx, account.id, { ...changes, passwordHash: changes.passwordHash ?? null });
    await tokens.singleUse.cancel(tx, account.id, ['email_verification', 'magic_link', 'password_reset']);
    await tokens.endSessions(tx, account.id, 'account_taken_over');
    await tokens.apiTokens.revokeAll(tx, account.id);
    await tokens.secondFactors.remove(tx, account.id);
  };
}
