import type { Audit } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { createHook } from '#kernel/hook';
import type { Mount, Principal } from '#kernel/http';
import type { Jobs } from '#kernel/jobs';
import type { Limiter } from '#kernel/limiter';
import type { Log } from '#kernel/log';
import type { Sealer } from '#kernel/seal';
import { createApiTokens } from './api-tokens.ts';
import { createAuthCodes } from './auth-codes.ts';
import type { CredentialsEnded } from './credentials-ended.ts';
import { createCredentials } from './credentials.ts';
import { createDeviceWatch, type NewDevice } from './device-watch.ts';
import { createEndSessions } from './ending.ts';
import { createExchange } from './exchange.ts';
import { createFamilies } from './families.ts';
import { registerTokenJobs } from './jobs.ts';
import { createJwt } from './jwt.ts';
import { createKeys } from './keys.ts';
import { createLending } from './lending.ts';
import { createLicense } from './license.ts';
import { createSecondFactors } from './second-factors.ts';
import { tokenRoutes } from './routes.ts';
import { holdCredential } from './session-hold.ts';
import { createSingleUse } from './single-use.ts';
import { principalOf } from './principal.ts';
import { createSocketTickets } from './socket-tickets.ts';

export interface TokensOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly jobs: Jobs;
  readonly limiter: Limiter;
  readonly audit: Audit;
  readonly events: Pick<Events, 'tell'>;
  readonly log: Log;
  readonly settings: {
    /** The operator says that the former ENCRYPTION_KEY is gone for good. */
    readonly isKeyLost: boolean;
    readonly issuer: string;
    readonly license: { readonly token: string | undefined; readonly publicKey: string | undefined };
  };
}

export type Tokens = Awaited<ReturnType<typeof createTokens>>;

/** Everything that proves who is calling: keys, sessions, codes, single-use tokens, API tokens, exchange, licence. */
export async function createTokens(options: TokensOptions) {
  const { database, clock, sealer, jobs, limiter, audit, events, log, settings } = options;
  const keys = await createKeys({ database, clock, sealer, log, isKeyLost: settings.isKeyLost });
  const jwt = createJwt({ keys, clock, issuer: settings.issuer });
  const credentialsEnded: CredentialsEnded = createHook();
  const families = createFamilies({ database, clock, sealer, jwt, audit, events, credentialsEnded });
  const lending = createLending();
  const credentials = createCredentials({ database, clock, jwt, lending });
  const singleUse = createSingleUse({ database, clock, sealer, jwt });
  const socketTickets = createSocketTickets({ database, credentials, singleUse });
  const maintenance = registerTokenJobs({ database, clock, jobs, log, families, keys });
  const secondFactors = createSecondFactors({ database, clock, sealer });
  const newDevice = createHook<[tx: Tx, seen: NewDevice]>();
  const authCodes = createAuthCodes({
    database,
    clock,
    jwt,
    families,
    secondFactors,
    audit,
    sessionStarting: createDeviceWatch({ clock, newDevice }),
  });
  const tokens = {
    keys,
    jwt,
    families,
    credentials,
    lending,
    singleUse,
    authCodes,
    secondFactors,
    credentialsEnded,
    holdCredential,
    /** Somebody signs in where they never did before. */
    newDevice,
    endSessions: createEndSessions({ clock, families, authCodes }),
    apiTokens: createApiTokens({ database, clock, jwt, audit, events, credentialsEnded }),
    exchange: createExchange({ database, clock, jwt, credentials, limiter, audit }),
    license: await createLicense({ ...settings.license, clock, log }),
    database,
    audit,
    cleanUp: maintenance.cleanUpTokens,
    issueSocketTicket: (principal: Principal) => socketTickets.issue(principal),
    consumeSocketTicket: (token: string) => socketTickets.consume(token),
    recheckPrincipal: socketTickets.recheck,
    /** The same for whoever came with a bearer, of any kind: with the project they asked for, if they did. */
    async recheckBearer(
      principal: Principal,
      { token, requestedProjectId }: { readonly token: string; readonly requestedProjectId: string | null },
    ): Promise<Principal | undefined> {
      if (principal.kind === 'session' || principal.kind === 'api_token')
        return socketTickets.recheck(principal);
      // It ends by itself, and with the session or API token that it was made from.
      const current = await credentials.resolve(token, requestedProjectId);
      if (!current || (requestedProjectId && !current.hasRequestedProject)) return undefined;
      return principalOf(current, requestedProjectId);
    },
  };
  return { ...tokens, routes: (mount: Mount): void => tokenRoutes(mount, tokens) };
}
