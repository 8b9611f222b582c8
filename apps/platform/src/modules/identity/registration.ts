import { z } from 'zod';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Mail } from '#mail';
import { tokenInvalid, type Tokens } from '#tokens';
import type { Account, Accounts } from './accounts.ts';
import type { Links } from './links.ts';
import { existingAccountMessage, verificationMessage } from './messages.ts';
import type { PasswordHashes } from './passwords/hash.ts';
import type { PasswordPolicy } from './passwords/policy.ts';
import type { RecipientLimit } from './recipient-limit.ts';

const Pending = z.object({
  password_hash: z.string().nullable(),
  name: z.string().nullable(),
  return_to: z.string().nullable(),
});
type Pending = z.output<typeof Pending>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly hashes: PasswordHashes;
  readonly policy: PasswordPolicy;
  readonly links: Links;
  readonly mayMail: RecipientLimit;
}

/**
 * A password given at registration waits inside the token of the mail until that is used: whoever proves to own the
 * mailbox gets the password of their own registration, never one that a stranger planted before or after.
 */
export function createRegistration(options: Options) {
  const { database, clock, tokens, mail, audit, accounts, hashes, policy, links, mayMail } = options;

  async function sendVerification(tx: Tx, account: Account, pending: Pending): Promise<void> {
    const { token } = await tokens.singleUse.issue(tx, 'email_verification', {
      userId: account.id,
      data: pending,
    });
    const url = links.verifyEmail(token, pending.return_to);
    await mail.send(tx, account.email, verificationMessage(url, new Date(clock.now()).toUTCString()));
  }

  return {
    async register(
      wish: {
        email: string;
        password: string;
        name?: string | undefined;
        return_to?: string | undefined;
      },
      caller: Caller,
    ): Promise<void> {
      mail.requireEnabled();
      await policy.require(wish.password, wish, 'password');
      const passwordHash = await hashes.hash(wish.password);
      const isQuiet = !(await mayMail('register', wish.email));
      await database.system(async (tx) => {
        const account = await accounts.findOrCreate(tx, wish.email);
        if (isQuiet || !account.isActive) await mail.sendNothing(tx);
        else if (account.isVerified)
          await mail.send(tx, account.email, existingAccountMessage(links.signIn(), links.forgotPassword()));
        else
          await sendVerification(tx, account, {
            password_hash: passwordHash,
            name: wish.name ?? null,
            return_to: wish.return_to ?? null,
          });
        await audit.record(tx, { action: 'user.register', actorId: account.id, caller });
      });
    },

    async verify(token: string, caller: Caller): Promise<string> {
      return database.system(async (tx) => {
        const spent = await tokens.singleUse.consume(tx, 'email_verification', token);
        const account = spent?.userId ? await accounts.findById(tx, spent.userId) : undefined;
        if (!account?.isActive) throw tokenInvalid();
        const pending = Pending.safeParse(spent?.data);
        if (!account.isVerified)
          await accounts.confirm(tx, account.id, {
            passwordHash: pending.data?.password_hash,
            name: pending.data?.name,
          });
        // Links of other registrations with this address hold other passwords, and are over now.
        await tokens.singleUse.cancel(tx, account.id, ['email_verification']);
        await audit.record(tx, { action: 'user.email_verified', actorId: account.id, caller });
        return tokens.authCodes.issue(tx, account.id, 'email_verification', caller);
      });
    },

    async resend(email: string, caller: Caller): Promise<void> {
      mail.requireEnabled();
      const isQuiet = !(await mayMail('resend', email));
      await database.system(async (tx) => {
        const account = await accounts.findByEmail(tx, email);
        if (isQuiet || !account?.isActive || account.isVerified) await mail.sendNothing(tx);
        else {
          const before = await tokens.singleUse.latest(tx, 'email_verification', account.id);
          const pending = Pending.safeParse(before?.data);
          await sendVerification(
            tx,
            account,
            pending.data ?? { password_hash: null, name: null, return_to: null },
          );
        }
        await audit.record(tx, { action: 'user.verification_resent', actorId: account?.id ?? null, caller });
      });
    },
  };
}
