import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '@sonde/contract';
import { activeSubjects } from '#people';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { createSharedLoads } from '#kernel/shared-loads';
import type { Jwt } from './jwt.ts';
import type { ClaimsOf } from './kinds.ts';
import type { Lending } from './lending.ts';
import { apiTokens, sessionFamilies } from './tables.ts';
import { hashOf } from './token-hash.ts';

/** A credential that is good at this moment, and whom it speaks for. */
export interface Credential {
  readonly kind: 'session' | 'api_token' | 'exchanged' | 'background';
  /** The session or API token behind it. */
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly organizationId: string | null;
  readonly role: Role | null;
  readonly awaitsSecondFactor: boolean;
  /** The project it is bound to, if it is. */
  readonly boundProjectId: string | null;
  /** Its own list of permissions; null means all that its owner holds. */
  readonly scope: readonly string[] | null;
  /** Whether the requested project exists in its organization. */
  readonly hasRequestedProject: boolean;
  readonly expiresAtMs: number;
}

export type Credentials = ReturnType<typeof createCredentials>;
export const apiTokenPrefix = 'snd_';

/**
 * Turns a bearer token into a credential, or into nothing. One signature each, and one prepared statement, which is
 * shared by those who come with the same while another runs: none is judged by anything older than its own call.
 */
export function createCredentials({
  database,
  clock,
  jwt,
  lending,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly jwt: Jwt;
  readonly lending: Pick<Lending, 'find'>;
}) {
  const statements = prepare(database);
  const sessionLoads = createSharedLoads<
    Awaited<ReturnType<typeof statements.session.execute>>[number] | undefined
  >();
  const apiTokenLoads = createSharedLoads<Credential | undefined>();
  const isoNow = (): string => new Date(clock.now()).toISOString();

  async function ofSession(
    familyId: string,
    userId: string,
    requestedId: string | null,
  ): Promise<Omit<Credential, 'expiresAtMs'> | undefined> {
    const row = await sessionLoads(`${familyId}:${userId}:${requestedId}`, async () => {
      const [found] = await statements.session.execute({
        familyId,
        userId,
        now: isoNow(),
        project: requestedId,
      });
      return found;
    });
    return row && { ...row, kind: 'session', id: familyId, boundProjectId: null, scope: null };
  }

  const ofApiToken = (
    id: string,
    hash: Buffer | null,
    requestedId: string | null,
  ): Promise<Credential | undefined> =>
    apiTokenLoads(`${id}:${hash?.toString('hex')}:${requestedId}`, () => loadApiToken(id, hash, requestedId));

  async function loadApiToken(
    id: string,
    hash: Buffer | null,
    requestedId: string | null,
  ): Promise<Credential | undefined> {
    const [row] = await statements.apiToken.execute({ id, hash, now: isoNow(), project: requestedId });
    if (!row) return undefined;
    const { expiresAt, scope, isUsedRecently, ...rest } = row;
    if (!isUsedRecently) await noteUse(id);
    return {
      ...rest,
      kind: 'api_token',
      id,
      scope,
      expiresAtMs: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    };
  }

  /** Last use, to the minute: reading must not become a write for every call. */
  async function noteUse(id: string): Promise<void> {
    await database.query
      .update(apiTokens)
      .set({ lastUsedAt: new Date(clock.now()) })
      .where(eq(apiTokens.id, id));
  }

  async function ofExchanged(
    claims: ClaimsOf<'exchanged'>,
    requestedId: string | null,
  ): Promise<Credential | undefined> {
    const { subject } = claims;
    const behind =
      subject.kind === 'session'
        ? await ofSession(subject.id, claims.sub, requestedId ?? claims.project_id)
        : await ofApiToken(subject.id, null, requestedId ?? claims.project_id);
    if (!behind || behind.userId !== claims.sub || behind.organizationId !== claims.organization_id)
      return undefined;
    // Another project that was asked for is refused later, as one that the token is not bound to.
    const isProjectAsked = requestedId === null || requestedId === claims.project_id;
    if (isProjectAsked && !behind.hasRequestedProject) return undefined;
    return {
      ...behind,
      kind: 'exchanged',
      boundProjectId: claims.project_id,
      // The token behind may have been narrowed by a role since; its own list never widens either.
      scope: claims.scope.filter((permission) => behind.scope === null || behind.scope.includes(permission)),
      expiresAtMs: claims.exp * 1000,
    };
  }

  /** With the rights of this moment, whatever they were when the work was asked for. */
  async function ofPerson(
    { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
    requestedId: string | null,
  ): Promise<Credential | undefined> {
    const [row] = await statements.person.execute({ userId, organizationId, project: requestedId });
    return (
      row && {
        ...row,
        kind: 'background',
        id: userId,
        boundProjectId: null,
        scope: null,
        expiresAtMs: Number.POSITIVE_INFINITY,
      }
    );
  }

  return {
    /** Looks again at the credential behind a call that has been going on for a while, or that comes by ticket. */
    async revive(principal: {
      kind: Credential['kind'];
      credentialId: string;
      behind: 'session' | 'api_token';
      userId: string;
      projectId: string | null;
    }): Promise<Credential | undefined> {
      const found =
        principal.behind === 'session'
          ? await ofSession(principal.credentialId, principal.userId, principal.projectId)
          : await ofApiToken(principal.credentialId, null, principal.projectId);
      if (found?.userId !== principal.userId) return undefined;
      return { expiresAtMs: Number.POSITIVE_INFINITY, ...found };
    },

    async resolve(token: string, requestedProjectId: string | null = null): Promise<Credential | undefined> {
      const lent = lending.find(token);
      if (lent) {
        if (lent.apiTokenId === null) return ofPerson(lent, requestedProjectId);
        const found = await ofApiToken(lent.apiTokenId, null, requestedProjectId);
        return found?.userId === lent.userId ? found : undefined;
      }
      if (token.startsWith(apiTokenPrefix)) {
        const claims = await jwt.verify('api_token', token.slice(apiTokenPrefix.length));
        const found = claims && (await ofApiToken(claims.jti, hashOf(token), requestedProjectId));
        return found?.userId === claims?.sub ? found : undefined;
      }
      const access = await jwt.verify('access', token);
      if (access) {
        const found = await ofSession(access.sid, access.sub, requestedProjectId);
        // A token made for one organization says nothing in another; the next refresh brings one that does.
        if (!found) return undefined;
        const isElsewhere =
          access.organization_id !== null && access.organization_id !== found.organizationId;
        if (isElsewhere && !found.awaitsSecondFactor) return undefined;
        return { ...found, expiresAtMs: access.exp * 1000 };
      }
      const exchanged = await jwt.verify('exchanged', token);
      return exchanged && ofExchanged(exchanged, requestedProjectId);
    },
  };
}

function prepare(database: Database) {
  const subject = {
    userId: activeSubjects.userId,
    email: activeSubjects.email,
    organizationId: activeSubjects.organizationId,
    role: activeSubjects.role,
    awaitsSecondFactor: activeSubjects.awaitsSecondFactor,
    hasRequestedProject: sql<boolean>`exists (
      select 1 from projects p where p.id = ${sql.placeholder('project')}::uuid and p.deleted_at is null
        and p.organization_id = ${activeSubjects.organizationId})`,
  };
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  return {
    session: database.query
      .select(subject)
      .from(sessionFamilies)
      .innerJoin(activeSubjects, eq(activeSubjects.userId, sessionFamilies.userId))
      .where(
        and(
          eq(sessionFamilies.id, sql.placeholder('familyId')),
          eq(sessionFamilies.userId, sql.placeholder('userId')),
          isNull(sessionFamilies.revokedAt),
          sql`${sessionFamilies.expiresAt} > ${now}`,
        ),
      )
      .prepare('credential_session'),
    person: database.query
      .select(subject)
      .from(activeSubjects)
      .where(
        and(
          eq(activeSubjects.userId, sql.placeholder('userId')),
          eq(activeSubjects.organizationId, sql.placeholder('organizationId')),
        ),
      )
      .prepare('credential_person'),
    apiToken: database.query
      .select({
        ...subject,
        boundProjectId: apiTokens.projectId,
        scope: apiTokens.permissions,
        expiresAt: apiTokens.expiresAt,
        isUsedRecently: sql<boolean>`coalesce(${apiTokens.lastUsedAt} > ${now} - interval '1 minute', false)`,
      })
      .from(apiTokens)
      .innerJoin(
        activeSubjects,
        and(
          eq(activeSubjects.userId, apiTokens.userId),
          // An API token belongs to one organization and does not follow its owner into another.
          eq(activeSubjects.organizationId, apiTokens.organizationId),
        ),
      )
      .where(
        and(
          eq(apiTokens.id, sql.placeholder('id')),
          sql`(${sql.placeholder('hash')}::bytea is null or ${apiTokens.tokenHash} = ${sql.placeholder('hash')}::bytea)`,
          isNull(apiTokens.revokedAt),
          // A deleted project does not come back: what was bound to it is worth nothing, also where no project is asked for.
          sql`(${apiTokens.projectId} is null or exists (
            select 1 from projects p where p.id = ${apiTokens.projectId} and p.deleted_at is null))`,
          or(isNull(apiTokens.expiresAt), sql`${apiTokens.expiresAt} > ${now}`),
        ),
      )
      .prepare('credential_api_token'),
  };
}
