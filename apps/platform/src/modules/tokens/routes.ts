import * as contract from '@sonde/contract';
import { callerOf, type Audit } from '#audit';
import type { Database } from '#kernel/database';
import { Answer, type Mount } from '#kernel/http';
import type { createApiTokens } from './api-tokens.ts';
import { bearerToken } from './bearer.ts';
import type { Credentials } from './credentials.ts';
import type { createAuthCodes } from './auth-codes.ts';
import type { EndSessions } from './ending.ts';
import type { createExchange } from './exchange.ts';
import type { Families } from './families.ts';
import type { Keys } from './keys.ts';
import type { createLicense } from './license.ts';
import { sessionNotFound } from './problems.ts';

interface Services {
  readonly keys: Keys;
  readonly families: Families;
  readonly credentials: Credentials;
  readonly authCodes: ReturnType<typeof createAuthCodes>;
  readonly apiTokens: ReturnType<typeof createApiTokens>;
  readonly exchange: ReturnType<typeof createExchange>;
  readonly endSessions: EndSessions;
  readonly license: Awaited<ReturnType<typeof createLicense>>;
  readonly database: Database;
  readonly audit: Audit;
}

export function tokenRoutes(mount: Mount, services: Services): void {
  const { keys, families, authCodes, apiTokens, credentials, exchange, license } = services;

  mount(
    contract.jwks,
    async () => new Answer(200, { keys: await keys.published() }, { 'cache-control': 'public, max-age=300' }),
  );
  mount(contract.exchangeCode, async ({ body, request }) => {
    const pair = await authCodes.exchange(body.code, callerOf(request));
    return { session_token: pair.accessToken, refresh_token: pair.refreshToken };
  });
  mount(contract.completeSignIn, async ({ body, request }) => {
    const pair = await authCodes.complete(body.challenge, body.code, callerOf(request));
    return { session_token: pair.accessToken, refresh_token: pair.refreshToken };
  });
  mount(contract.refresh, async ({ body, request }) => {
    const pair = await families.refresh(body.refresh_token, callerOf(request));
    return {
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      token_type: 'bearer',
      expires_in: pair.expiresInSeconds,
    };
  });
  mount(contract.logout, async ({ body, request }) => {
    if (body?.refresh_token) await families.logout(body.refresh_token, callerOf(request));
    const bearer = bearerToken(request.headers.authorization);
    const credential = bearer && (await credentials.resolve(bearer));
    // A program may hold its access token alone; an API token is ended by its own name.
    if (credential && credential.kind === 'session')
      await families.logoutSession(credential.id, callerOf(request));
    return { success: true };
  });
  sessionRoutes(mount, services);

  mount(contract.listTokens, ({ principal, query }) => apiTokens.list(principal, query));
  mount(contract.deleteToken, ({ principal, params, request }) =>
    apiTokens.remove(principal, params.id, callerOf(request)),
  );
  mount(contract.currentToken, async ({ principal }) => ({
    kind: principal.kind,
    user_id: principal.userId,
    user_email: principal.email,
    organization_id: principal.organizationId,
    project_id: principal.projectId,
    permissions: [...principal.permissions],
  }));
  mount(contract.tokenExchange, async ({ body, request }) => {
    const result = await exchange(body, callerOf(request));
    return new Answer('error' in result ? 400 : 200, result, { pragma: 'no-cache' });
  });
  mount(contract.getFeatures, async () => license.features());
}

function sessionRoutes(mount: Mount, { families, endSessions, database, audit }: Services): void {
  mount(contract.listSessions, ({ principal }) => families.list(principal.userId, principal.credentialId));
  mount(contract.endSessions, ({ principal, request }) =>
    database.system(async (tx) => {
      const ended = await endSessions(tx, principal.userId, 'ended_by_user', principal.credentialId);
      await audit.record(tx, {
        action: 'session.others_ended',
        actorId: principal.userId,
        caller: callerOf(request),
        details: { ended },
      });
      return { ended };
    }),
  );
  mount(contract.endSession, ({ principal, params, request }) =>
    database.system(async (tx) => {
      if (!(await families.revokeOwn(tx, principal.userId, params.id))) throw sessionNotFound();
      await audit.record(tx, {
        action: 'session.ended',
        actorId: principal.userId,
        target: { type: 'session', id: params.id },
        caller: callerOf(request),
      });
      return { ended: 1 };
    }),
  );
}
