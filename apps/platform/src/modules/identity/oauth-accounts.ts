import { and, eq } from 'drizzle-orm';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Mail } from '#mail';
import type { Tokens } from '#tokens';
import type { Account, Accounts } from '#people';
import type { Admission } from './admission.ts';
import { providerLinkedMessage } from './messages.ts';
import type { Prove } from './proof.ts';
import type { Provider, ProviderProfile } from './providers/provider.ts';
import { providerAccounts } from './tables.ts';

export type SignInRefusal =
  | 'oauth_email_missing'
  | 'oauth_email_unverified'
  | 'oauth_account_unusable'
  | 'oauth_registration_closed';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly admission: Admission;
  readonly prove: Prove;
}

/** Whose account a sign-in at a provider is. The one place that links, whatever the provider. */
export function createOAuthAccounts(options: Options) {
  const { database, clock, tokens, mail, audit, accounts, admission, prove } = options;
  async function findLinked(tx: Tx, issuer: string, subject: string): Promise<Account | undefined> {
    const isIdentity = and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject));
    const [row] = await tx
      .select({ userId: providerAccounts.userId })
      .from(providerAccounts)
      .where(isIdentity);
    // The person before what belongs to them.
    const account = row && (await accounts.findById(tx, row.userId));
    if (account)
      await tx
        .update(providerAccounts)
        .set({ lastUsedAt: new Date(clock.now()) })
        .where(isIdentity);
    return account;
  }

  /**
   * A new identity belongs to whoever owns its verified address. An account whose own address was never proved is
   * taken over, with nothing in it that a stranger may have planted.
   */
  async function link(tx: Tx, provider: Provider, profile: ProviderProfile, email: string): Promise<Account> {
    const account = await accounts.findOrCreate(tx, email);
    const at = new Date(clock.now());
    const linked = await tx
      .insert(providerAccounts)
      .values({
        issuer: provider.issuer,
        subject: profile.subject,
        userId: account.id,
        email,
        createdAt: at,
        lastUsedAt: at,
      })
      .onConflictDoNothing()
      .returning({ userId: providerAccounts.userId });
    if (linked.length === 0) throw new LinkedMeanwhile();
    if (account.isVerified)
      await mail.send(tx, account.email, providerLinkedMessage(provider.displayName, at.toUTCString()));
    await prove(tx, account, { name: plainName(profile.name) });
    return account;
  }

  const signIn = (
    provider: Provider,
    profile: ProviderProfile,
    caller: Caller,
  ): Promise<{ code: string } | SignInRefusal> =>
    database.system(async (tx) => {
      const linked = await findLinked(tx, provider.issuer, profile.subject);
      if (!linked && !profile.email) return 'oauth_email_missing';
      if (!linked && !profile.isEmailVerified) return 'oauth_email_unverified';
      const email = profile.email ?? '';
      const isKnown = linked ?? (await accounts.findByEmail(tx, email))?.isInUse;
      if (!isKnown && !(await admission.admits(tx, email))) return 'oauth_registration_closed';
      const account = linked ?? (await link(tx, provider, profile, email));
      // Linked by a former version to an account that it took for proved.
      if (linked && !linked.isVerified) await prove(tx, linked, {});
      const isUsable = account.isActive;
      await audit.record(tx, {
        action: 'login.oauth',
        outcome: isUsable ? 'success' : 'refused',
        actorId: account.id,
        caller,
        details: { provider: provider.name, linked: !linked },
      });
      if (!isUsable) return 'oauth_account_unusable';
      return { code: await tokens.authCodes.issue(tx, account.id, `oauth:${provider.name}`, caller) };
    });

  return (...given: Parameters<typeof signIn>) =>
    signIn(...given).catch((error: unknown) => {
      if (error instanceof LinkedMeanwhile) return signIn(...given);
      throw error;
    });
}

/** The same identity came twice at once, perhaps with another address: whose it is now is known, and nothing else is made. */
class LinkedMeanwhile extends Error {}

/** What somebody typed at a provider obeys the rule that names have here; what does not fit it is left out. */
function plainName(name: string | null): string | undefined {
  const text = name?.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return text ? text.slice(0, 200) : undefined;
}
