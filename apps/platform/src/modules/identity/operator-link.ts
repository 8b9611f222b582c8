import type { Accounts } from '#people';
import type { Audit } from '#audit';
import type { Database } from '#kernel/database';
import type { Tokens } from '#tokens';
import type { Links } from './links.ts';

interface Options {
  readonly database: Database;
  readonly tokens: Pick<Tokens, 'singleUse'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly accounts: Accounts;
  readonly links: Links;
}

/** What the token of such a link carries: by it the second factor goes too. */
export const fromOperator = 'operator';

export type OperatorLink = { readonly url: string } | { readonly refused: 'unknown' | 'disabled' };

/**
 * A link by which a person sets a new password, for whoever runs the installation: where no mail leaves it, and no
 * provider is linked, there is no other way back in. It is the reset link of the mail, without the mail; and since a
 * lost phone may be why it is needed, it removes the second factor as well.
 */
export function createOperatorLink({ database, tokens, audit, accounts, links }: Options) {
  return (email: string): Promise<OperatorLink> =>
    database.system(async (tx) => {
      const account = await accounts.findByEmail(tx, email);
      if (!account) return { refused: 'unknown' };
      if (!account.isActive) return { refused: 'disabled' };
      await tokens.singleUse.cancel(tx, account.id, ['password_reset']);
      const { token } = await tokens.singleUse.issue(tx, 'password_reset', {
        userId: account.id,
        data: fromOperator,
      });
      await audit.record(tx, {
        action: 'password.reset_link_printed',
        organizationId: await accounts.organizationOf(tx, account.id),
        target: { type: 'user', id: account.id },
        details: { by: 'operator' },
      });
      return { url: links.resetPassword(token) };
    });
}
