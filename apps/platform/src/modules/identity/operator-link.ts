import type { Audit } from '#audit';
import type { Database } from '#kernel/database';
import { memberships } from '#tenancy';
import type { Tokens } from '#tokens';
import { eq } from 'drizzle-orm';
import type { Accounts } from './accounts.ts';
import type { Links } from './links.ts';

interface Options {
  readonly database: Database;
  readonly tokens: Pick<Tokens, 'singleUse'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly accounts: Accounts;
  readonly links: Links;
}

export type OperatorLink = { readonly url: string } | { readonly refused: 'unknown' | 'disabled' };

/**
 * A link by which a person sets a new password, for whoever runs the installation: where no mail leaves it, and no
 * provider is linked, there is no other way back in. It is the reset link of the mail, without the mail.
 */
export function createOperatorLink({ database, tokens, audit, accounts, links }: Options) {
  return (email: string): Promise<OperatorLink> =>
    database.system(async (tx) => {
      const account = await accounts.findByEmail(tx, email);
      if (!account) return { refused: 'unknown' };
      if (!account.isActive) return { refused: 'disabled' };
      await tokens.singleUse.cancel(tx, account.id, ['password_reset']);
      const { token } = await tokens.singleUse.issue(tx, 'password_reset', { userId: account.id });
      const [membership] = await tx
        .select({ organizationId: memberships.organizationId })
        .from(memberships)
        .where(eq(memberships.userId, account.id));
      await audit.record(tx, {
        action: 'password.reset_link_printed',
        organizationId: membership?.organizationId ?? null,
        target: { type: 'user', id: account.id },
        details: { by: 'operator' },
      });
      return { url: links.resetPassword(token) };
    });
}
