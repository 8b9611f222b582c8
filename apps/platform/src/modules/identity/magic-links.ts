import type { Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import { nobody, type Mail } from '#mail';
import { tokenInvalid, type SpentToken, type Tokens } from '#tokens';
import type { Admission } from './admission.ts';
import type { Links } from './links.ts';
import { magicLinkMessage } from './messages.ts';
import type { Prove } from './proof.ts';

interface Options {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly links: Links;
  readonly admission: Admission;
  readonly prove: Prove;
}

/** Signing in by mail: a link for this browser, six digits for another device. The newest mail is the only good one. */
export function createMagicLinks({
  database,
  tokens,
  mail,
  audit,
  accounts,
  links,
  admission,
  prove,
}: Options) {
  async function use(tx: Tx, spent: SpentToken | undefined, caller: Caller): Promise<string> {
    const account = spent?.userId ? await accounts.findById(tx, spent.userId) : undefined;
    if (!account?.isActive) throw tokenInvalid();
    // The mailbox is proved by this; passwords of registrations that never proved it must not become good later.
    await tokens.singleUse.cancel(tx, account.id, ['magic_link', 'email_verification']);
    await prove(tx, account, {});
    await audit.record(tx, { action: 'login.magic_link', actorId: account.id, caller });
    return tokens.authCodes.issue(tx, account.id, 'magic_link', caller);
  }

  return {
    async request(email: string, returnTo: string | undefined, caller: Caller): Promise<void> {
      mail.requireEnabled();
      const isQuiet = !(await mail.mayReach('magic-link', email));
      await database.system(async (tx) => {
        const found = await accounts.findByEmail(tx, email);
        // An address that never was confirmed is confirmed by this link, which only an admitted one may be.
        const isOpen = (await admission.admits(tx, email)) || found?.isInUse === true;
        const account = isQuiet || !isOpen || !found?.isActive ? undefined : found;
        await tokens.singleUse.cancel(tx, account?.id ?? newId(), ['magic_link']);
        const { token, code } = await tokens.singleUse.issue(tx, 'magic_link', {
          userId: account?.id ?? null,
          recipient: email,
        });
        const message = magicLinkMessage(links.magicLink(token, returnTo), code);
        await mail.send(tx, account?.email ?? nobody, message);
        await audit.record(tx, {
          action: 'login.magic_link_requested',
          actorId: found?.id ?? null,
          caller,
        });
      });
    },

    async verifyToken(token: string, caller: Caller): Promise<string> {
      const id = await tokens.singleUse.identify('magic_link', token);
      return database.system(async (tx) =>
        use(tx, await tokens.singleUse.consume(tx, 'magic_link', id), caller),
      );
    },

    async verifyCode(email: string, code: string, caller: Caller): Promise<string> {
      const account = await accounts.findByEmail(database.query, email);
      // By the address that was typed: for nobody as much is written and opened as for somebody.
      const consume = await tokens.singleUse.consumeByCode('magic_link', email, code);
      if (!consume) {
        await audit.record(database.query, {
          action: 'login.magic_link_code',
          outcome: 'refused',
          actorId: account?.id ?? null,
          caller,
        });
        throw tokenInvalid();
      }
      return database.system(async (tx) => use(tx, await consume(tx), caller));
    },
  };
}
