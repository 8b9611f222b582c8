import type { Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Principal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { nobody, type Mail } from '#mail';
import { tokenInvalid, type Tokens } from '#tokens';
import type { Admission } from './admission.ts';
import type { Links } from './links.ts';
import { fromOperator } from './operator-link.ts';
import { passwordChangedMessage, resetMessage } from './messages.ts';
import type { PasswordHashes } from './passwords/hash.ts';
import type { PasswordPolicy } from './passwords/policy.ts';
import type { Presence } from './presence.ts';
import type { Prove } from './proof.ts';
import { passwordUnchanged, passwordWrong } from './problems.ts';

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly hashes: PasswordHashes;
  readonly policy: PasswordPolicy;
  readonly presence: Presence;
  readonly links: Links;
  readonly admission: Admission;
  readonly prove: Prove;
}

export function createRecovery(options: Options) {
  const {
    database,
    clock,
    tokens,
    mail,
    audit,
    accounts,
    hashes,
    policy,
    presence,
    links,
    admission,
    prove,
  } = options;

  /** What a new password ends: sessions, codes on their way to one, and links in mails. */
  async function endOthers(
    tx: Tx,
    userId: string,
    more: { exceptSession?: string; apiTokens: boolean },
  ): Promise<void> {
    await tokens.singleUse.cancel(tx, userId, ['password_reset', 'magic_link', 'email_verification']);
    await tokens.endSessions(tx, userId, 'password_changed', more.exceptSession);
    if (more.apiTokens) await tokens.apiTokens.revokeAll(tx, userId);
  }

  const notice = () => passwordChangedMessage(new Date(clock.now()).toUTCString(), links.forgotPassword());

  return {
    async requestReset(email: string, caller: Caller): Promise<void> {
      mail.requireEnabled();
      const isQuiet = !(await mail.mayReach('reset', email));
      await database.system(async (tx) => {
        const found = await accounts.findByEmail(tx, email);
        const isOpen = (await admission.admits(tx, email)) || found?.isInUse === true;
        const account = isQuiet || !isOpen || !found?.isActive ? undefined : found;
        await tokens.singleUse.cancel(tx, account?.id ?? newId(), ['password_reset']);
        const { token } = await tokens.singleUse.issue(tx, 'password_reset', {
          userId: account?.id ?? null,
        });
        await mail.send(tx, account?.email ?? nobody, resetMessage(links.resetPassword(token)));
        await audit.record(tx, { action: 'password.reset_requested', actorId: found?.id ?? null, caller });
      });
    },

    /** The policy is judged before the token is spent: a weak choice costs a try, not the link. */
    async reset(
      { token, password, apiTokens }: { token: string; password: string; apiTokens: boolean },
      caller: Caller,
    ): Promise<void> {
      const id = await tokens.singleUse.identify('password_reset', token);
      const open = await tokens.singleUse.peek('password_reset', id);
      const before = open?.userId ? await accounts.findById(database.query, open.userId) : undefined;
      if (!before?.isActive) throw tokenInvalid();
      await policy.require(password, before, 'new_password');
      const passwordHash = await hashes.hash(password);
      await database.system(async (tx) => {
        const spent = await tokens.singleUse.consume(tx, 'password_reset', id);
        const account = spent?.userId ? await accounts.findById(tx, spent.userId) : undefined;
        if (!account?.isActive) throw tokenInvalid();
        // The link of whoever runs the installation is the way in for somebody whose phone is gone as well.
        const isOfOperator = spent?.data === fromOperator;
        const factorRemoved = isOfOperator && (await tokens.secondFactors.remove(tx, account.id));
        await prove(tx, account, { passwordHash });
        // Nor is there another way to an organization where nobody may found one unasked.
        const mayFound = isOfOperator && (await accounts.organizationOf(tx, account.id)) === null;
        if (mayFound) await accounts.letFound(tx, account.id, true);
        await endOthers(tx, account.id, { apiTokens });
        await mail.send(tx, account.email, notice());
        await audit.record(tx, {
          action: 'password.reset',
          actorId: account.id,
          caller,
          details: {
            api_tokens_revoked: apiTokens || !account.isVerified,
            second_factor_removed: factorRemoved,
            may_found_organization: mayFound,
          },
        });
      });
    },

    async change(
      principal: Principal,
      input: { current_password?: string | undefined; new_password: string; revoke_api_tokens: boolean },
      caller: Caller,
    ): Promise<void> {
      const account = await accounts.findById(database.query, principal.userId);
      if (!account) throw passwordWrong();
      const stored = await presence.require(principal, input.current_password, 'password.changed', caller);
      if (input.new_password === input.current_password) throw passwordUnchanged();
      await policy.require(input.new_password, account, 'new_password');
      const passwordHash = await hashes.hash(input.new_password);
      await database.system(async (tx) => {
        if (!(await accounts.replacePassword(tx, account.id, passwordHash, stored))) throw passwordWrong();
        await endOthers(tx, account.id, {
          exceptSession: principal.credentialId,
          apiTokens: input.revoke_api_tokens,
        });
        await mail.send(tx, account.email, notice());
        await audit.record(tx, { action: 'password.changed', actorId: account.id, caller });
      });
    },
  };
}
