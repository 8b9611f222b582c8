import type { Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Database } from '#kernel/database';
import { tokenInvalid, type Tokens } from '#tokens';
import type { Links } from './links.ts';
import type { PasswordHashes } from './passwords/hash.ts';
import type { PasswordPolicy } from './passwords/policy.ts';
import { passwordMissing } from './problems.ts';
import type { Prove } from './proof.ts';

interface Options {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly hashes: PasswordHashes;
  readonly policy: PasswordPolicy;
  readonly links: Links;
  readonly prove: Prove;
  /** Neither mail nor a provider: whoever left the password out could never sign in again. */
  readonly isPasswordNeeded: boolean;
}

/** The link for the first owner, or undefined once somebody exists. */
export const createFirstLink =
  ({ database, tokens, accounts, links }: Pick<Options, 'database' | 'tokens' | 'accounts' | 'links'>) =>
  async (): Promise<string | undefined> => {
    if (await accounts.isAnybodyThere(database.query)) return undefined;
    const { token } = await database.system((tx) => tokens.singleUse.issue(tx, 'owner_link', {}));
    return links.owner(token);
  };

/** The way in for the very first person: a link printed where only the operator looks, good until somebody exists. */
export function createOwnerLink(options: Options) {
  const { database, tokens, audit, accounts, hashes, policy, prove, isPasswordNeeded } = options;
  return {
    link: createFirstLink(options),
    /** Somebody is there, so no owner link opens anything any more. */
    isUsed: (): Promise<boolean> => accounts.isAnybodyThere(database.query),

    async use(
      input: { token: string; email: string; name?: string | undefined; password?: string | undefined },
      caller: Caller,
    ): Promise<string> {
      const id = await tokens.singleUse.identify('owner_link', input.token);
      if (!(await tokens.singleUse.peek('owner_link', id))) throw tokenInvalid();
      if (input.password === undefined && isPasswordNeeded) throw passwordMissing();
      if (input.password !== undefined) await policy.require(input.password, input, 'password');
      const passwordHash = input.password === undefined ? null : await hashes.hash(input.password);
      return database.system(async (tx) => {
        // Several starts print several links; whoever is first makes all of them worthless.
        await accounts.keepOthersOut(tx);
        if (await accounts.isAnybodyThere(tx)) throw tokenInvalid();
        if (!(await tokens.singleUse.consume(tx, 'owner_link', id))) throw tokenInvalid();
        const account = await accounts.findOrCreate(tx, input.email);
        await prove(tx, account, { passwordHash, name: input.name });
        await accounts.letFound(tx, account.id, true);
        await audit.record(tx, { action: 'login.owner_link', actorId: account.id, caller });
        return tokens.authCodes.issue(tx, account.id, 'owner_link', caller);
      });
    },
  };
}
