import type { SecondFactor } from '@sonde/contract';
import { eq } from 'drizzle-orm';
import { holdPerson, memberships, type Accounts } from '#people';
import type { Audit, Caller } from '#audit';
import type { Database, Tx } from '#kernel/database';
import type { Principal } from '#kernel/http';
import type { Mail } from '#mail';
import { organizations } from '#tenancy';
import {
  otpauthUrl,
  secondFactorPaused,
  secondFactorWrong,
  unauthenticated,
  type NewDevice,
  type Tokens,
} from '#tokens';
import { newDeviceMessage, secondFactorMessage } from './messages.ts';
import type { Presence } from './presence.ts';
import { secondFactorKept, secondFactorMissing } from './problems.ts';

interface Options {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly tokens: Tokens;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly accounts: Accounts;
  readonly presence: Presence;
  readonly frontendUrl: string;
}

/** A second factor as its person sets it up, renews and removes it. What happens to it is told by mail. */
export function createSecondFactor(options: Options) {
  const { database, clock, tokens, mail, audit, accounts, presence, frontendUrl } = options;
  const { secondFactors } = tokens;
  const settingsUrl = `${frontendUrl}/settings`;
  const installation = `Sonde (${new URL(frontendUrl).host})`;

  const tell = (tx: Tx, principal: Principal, what: string) =>
    mail.send(tx, principal.email, secondFactorMessage(what, new Date(clock.now()), settingsUrl));

  const hold = async (tx: Tx, { userId }: Principal): Promise<void> => {
    if (!(await holdPerson(tx, userId))) throw unauthenticated(true);
  };

  /** The word in the trail, the letter, and the deed: in one transaction, which a wrong code ends with its count alone. */
  async function withCode<T extends object | boolean>(
    principal: Principal,
    code: string,
    caller: Caller,
    deed: { readonly action: string; readonly told: string; readonly do: (tx: Tx) => Promise<T> },
  ): Promise<T> {
    const done = await database.system(async (tx) => {
      await hold(tx, principal);
      if (!(await secondFactors.isOn(tx, principal.userId))) throw secondFactorMissing();
      const checked = await secondFactors.check(tx, principal.userId, code);
      const isRefused = checked === 'wrong' || typeof checked === 'object';
      await audit.record(tx, {
        action: deed.action,
        ...(isRefused ? { outcome: 'refused' as const } : {}),
        actorId: principal.userId,
        caller,
      });
      if (isRefused) return { checked, result: undefined };
      await tell(tx, principal, deed.told);
      const result = await deed.do(tx);
      return { checked, result };
    });
    if (done.result !== undefined) return done.result;
    throw typeof done.checked === 'object'
      ? secondFactorPaused(done.checked.pauseSeconds)
      : secondFactorWrong();
  }

  async function isRequired(principal: Principal): Promise<boolean> {
    const [row] = await database.query
      .select({ required: organizations.requireSecondFactor })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(eq(memberships.userId, principal.userId));
    return row?.required === true;
  }

  const state = async (principal: Principal): Promise<SecondFactor> => {
    const { enabledAt, codesLeft } = await secondFactors.stateOf(principal.userId);
    return {
      enabled: enabledAt !== null,
      enabled_at: enabledAt?.toISOString() ?? null,
      recovery_codes_left: enabledAt === null ? 0 : codesLeft,
      required: await isRequired(principal),
    };
  };

  async function begin(tx: Tx, principal: Principal, hasShownCode: boolean) {
    const begun = await secondFactors.begin(tx, principal.userId, { hasShownCode });
    if (!begun) throw secondFactorWrong();
    const { secret, expiresAt } = begun;
    return {
      secret,
      otpauth_url: otpauthUrl(secret, principal.email, installation),
      expires_at: expiresAt.toISOString(),
    };
  }

  return {
    state,

    async setUp(
      principal: Principal,
      input: { current_password?: string | undefined; code?: string | undefined },
      caller: Caller,
    ) {
      const deed = { action: 'second_factor.replacing', told: 'is being replaced' };
      if ((await state(principal)).enabled)
        return withCode(principal, input.code ?? '', caller, {
          ...deed,
          do: (tx) => begin(tx, principal, true),
        });
      await presence.require(principal, input.current_password, 'second_factor.setup', caller);
      return database.system(async (tx) => {
        await hold(tx, principal);
        await audit.record(tx, { action: 'second_factor.setup', actorId: principal.userId, caller });
        return begin(tx, principal, false);
      });
    },

    /** Whether it is the person who wants what cannot be taken back: by a code where there is a second factor, else as they sign in. */
    async confirm(
      principal: Principal,
      given: { current_password?: string | undefined; code?: string | undefined },
      action: string,
      caller: Caller,
    ): Promise<void> {
      if (!(await state(principal)).enabled) {
        await presence.require(principal, given.current_password, action, caller);
        return;
      }
      const checked = await database.system(async (tx) => {
        const outcome = await secondFactors.check(tx, principal.userId, given.code ?? '');
        if (outcome === 'wrong' || typeof outcome === 'object')
          await audit.record(tx, { action, outcome: 'refused', actorId: principal.userId, caller });
        return outcome;
      });
      if (typeof checked === 'object') throw secondFactorPaused(checked.pauseSeconds);
      if (checked === 'wrong') throw secondFactorWrong();
    },

    /** With fresh tokens: an organization that waited for this is open from now on. */
    async enable(principal: Principal, code: string, caller: Caller) {
      const enabled = await database.system(async (tx) => {
        await hold(tx, principal);
        const codes = await secondFactors.enable(tx, principal.userId, code);
        await audit.record(tx, {
          action: 'second_factor.enabled',
          ...(codes === undefined ? { outcome: 'refused' as const } : {}),
          actorId: principal.userId,
          caller,
        });
        if (codes === undefined) return undefined;
        await tell(tx, principal, 'was added');
        // Whoever signed in without it has not shown it.
        await tokens.endSessions(tx, principal.userId, 'second_factor_changed', principal.credentialId);
        const pair = await tokens.families.reissue(tx, principal.credentialId, {
          userId: principal.userId,
          organizationId: await accounts.organizationOf(tx, principal.userId),
        });
        return {
          session_token: pair.accessToken,
          refresh_token: pair.refreshToken,
          recovery_codes: codes,
        };
      });
      if (!enabled) throw secondFactorWrong();
      return enabled;
    },

    renewCodes: async (principal: Principal, code: string, caller: Caller) => ({
      recovery_codes: await withCode(principal, code, caller, {
        action: 'second_factor.codes_renewed',
        told: 'has new recovery codes',
        do: (tx) => secondFactors.replaceCodes(tx, principal.userId),
      }),
    }),

    async disable(principal: Principal, code: string, caller: Caller) {
      if (await isRequired(principal)) throw secondFactorKept();
      await withCode(principal, code, caller, {
        action: 'second_factor.disabled',
        told: 'was removed',
        do: (tx) => secondFactors.remove(tx, principal.userId),
      });
      return { success: true as const };
    },

    /** Told to the person in whose name somebody has just signed in. */
    tellNewDevice: (tx: Tx, seen: NewDevice): Promise<void> =>
      mail.send(tx, seen.email, newDeviceMessage(seen, settingsUrl)),
  };
}
