import { z } from 'zod';
import type { Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { nobody, type Mail, type Message } from '#mail';
import { tokenInvalid, type Tokens } from '#tokens';
import type { Admission } from './admission.ts';
import type { Links } from './links.ts';
import { closedMessage, existingAccountMessage, verificationMessage } from './messages.ts';
import type { PasswordHashes } from './passwords/hash.ts';
import type { PasswordPolicy } from './passwords/policy.ts';
import type { Prove } from './proof.ts';

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
  readonly admission: Admission;
  readonly prove: Prove;
}

/**
 * A password given at registration waits inside the token of the mail until that is used: whoever proves to own the
 * mailbox gets the password of their own registration, never one that a stranger planted before or after.
 */
export function createRegistration(options: Options) {
  const { database, clock, tokens, mail, audit, accounts, hashes, policy, links, admission, prove } = options;

  /** The same work for everybody: whom the letter reaches, and what it says, is decided beside it. */
  async function sendVerification(
    tx: Tx,
    to: { userId: string | null; email: string },
    pending: Pending,
    instead?: Message,
  ): Promise<void> {
    const { token } = await tokens.singleUse.issue(tx, 'email_verification', {
      userId: to.userId,
      data: pending,
    });
    const url = links.verifyEmail(token, pending.return_to);
    const message = verificationMessage(url, new Date(clock.now()).toUTCString());
    await mail.send(tx, to.email, instead ?? message);
  }

  /**
   * Where no mail is sent, the link that an admin has handed over lets its holder in. It is the word of that admin and no
   * proof of the address: it opens an account that nobody uses yet, and other organizations do not take it.
   */
  async function registerInvited(
    input: { email: string; password: string; name?: string | undefined; token: string },
    caller: Caller,
  ): Promise<string | null> {
    const claims = await tokens.jwt.verify('invitation', input.token);
    if (!claims) throw tokenInvalid();
    await policy.require(input.password, input, 'password');
    const passwordHash = await hashes.hash(input.password);
    return database.system(async (tx) => {
      if (!(await admission.isInvited(tx, claims.jti, input.email))) throw tokenInvalid();
      const account = await accounts.findOrCreate(tx, input.email);
      if (account.isInUse || !account.isActive) return null;
      await accounts.vouch(tx, account.id, { passwordHash, name: input.name });
      await audit.record(tx, {
        action: 'user.register',
        actorId: account.id,
        caller,
        details: { by: 'invitation' },
      });
      return tokens.authCodes.issue(tx, account.id, 'invitation', caller);
    });
  }

  return {
    async register(
      input: {
        email: string;
        password: string;
        name?: string | undefined;
        return_to?: string | undefined;
        invitation_token?: string | undefined;
      },
      caller: Caller,
    ): Promise<string | null> {
      if (!mail.enabled && input.invitation_token !== undefined)
        return registerInvited({ ...input, token: input.invitation_token }, caller);
      mail.requireEnabled();
      await policy.require(input.password, input, 'password');
      const passwordHash = await hashes.hash(input.password);
      const isQuiet = !(await mail.mayReach('register', input.email));
      await database.system(async (tx) => {
        const isAdmitted = await admission.admits(tx, input.email);
        const account = isAdmitted
          ? await accounts.findOrCreate(tx, input.email)
          : await accounts.findByEmail(tx, input.email);
        const isOpen = isAdmitted || account?.isInUse === true;
        const isReachable = !isQuiet && account?.isActive !== false;
        const known = account?.isVerified
          ? existingAccountMessage(links.signIn(), links.forgotPassword())
          : undefined;
        await sendVerification(
          tx,
          {
            userId: isReachable && isOpen && account && !account.isVerified ? account.id : null,
            email: isReachable ? (account?.email ?? input.email) : nobody,
          },
          {
            password_hash: passwordHash,
            name: input.name ?? null,
            return_to: input.return_to ?? null,
          },
          known ?? (isOpen ? undefined : closedMessage()),
        );
        await audit.record(tx, { action: 'user.register', actorId: account?.id ?? null, caller });
      });
      return null;
    },

    /** What a confirmation would do, so that nobody confirms blindly what a stranger typed. */
    async preview(token: string): Promise<{ email: string; name: string | null; sets_password: boolean }> {
      const id = await tokens.singleUse.identify('email_verification', token);
      const open = await tokens.singleUse.peek('email_verification', id);
      const account = open?.userId ? await accounts.findById(database.query, open.userId) : undefined;
      if (!account?.isActive) throw tokenInvalid();
      const pending = Pending.safeParse(open?.data).data;
      return {
        email: account.email,
        name: account.isVerified ? null : (pending?.name ?? null),
        sets_password: !account.isVerified && Boolean(pending?.password_hash),
      };
    },

    async verify(token: string, input: { discard: boolean }, caller: Caller): Promise<string> {
      const id = await tokens.singleUse.identify('email_verification', token);
      return database.system(async (tx) => {
        const spent = await tokens.singleUse.consume(tx, 'email_verification', id);
        const account = spent?.userId ? await accounts.findById(tx, spent.userId) : undefined;
        if (!account?.isActive) throw tokenInvalid();
        if (!account.isInUse && !(await admission.admits(tx, account.email))) throw tokenInvalid();
        const pending = input.discard ? undefined : Pending.safeParse(spent?.data).data;
        if (!account.isVerified)
          await prove(tx, account, {
            passwordHash: pending?.password_hash ?? null,
            name: pending?.name,
          });
        // Links of other registrations with this address hold other passwords, and are over now.
        await tokens.singleUse.cancel(tx, account.id, ['email_verification']);
        await audit.record(tx, { action: 'user.email_verified', actorId: account.id, caller });
        return tokens.authCodes.issue(tx, account.id, 'email_verification', caller);
      });
    },

    async resend(email: string, caller: Caller): Promise<void> {
      mail.requireEnabled();
      const isQuiet = !(await mail.mayReach('resend', email));
      await database.system(async (tx) => {
        const found = await accounts.findByEmail(tx, email);
        const isOpen = (await admission.admits(tx, email)) || found?.isInUse === true;
        const account = isQuiet || !isOpen || !found?.isActive || found.isVerified ? undefined : found;
        const before = await tokens.singleUse.newest(tx, 'email_verification', account?.id ?? newId());
        await sendVerification(
          tx,
          { userId: account?.id ?? null, email: account?.email ?? nobody },
          pendingAgain(before.map(({ data }) => Pending.safeParse(data).data)),
        );
        await audit.record(tx, { action: 'user.verification_resent', actorId: found?.id ?? null, caller });
      });
    },
  };
}

/**
 * What a mail that is sent again stands for. When several registrations wait for one address, whoever asks may have made
 * any of them: then no password is carried over, and the one who confirms chooses another.
 */
function pendingAgain(registrations: readonly (Pending | undefined)[]): Pending {
  const [newest] = registrations;
  const passwords = new Set(registrations.map((pending) => pending?.password_hash));
  return newest && passwords.size === 1 ? newest : { password_hash: null, name: null, return_to: null };
}
