import type { Audit, Caller } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { Limiter } from '#kernel/limiter';
import type { Credential, Credentials } from './credentials.ts';
import { grantedPermissions } from './grants.ts';
import { grantType, readExchange, tokenTypes, type ExchangeError } from './exchange-request.ts';
import type { Jwt } from './jwt.ts';
import { kinds } from './kinds.ts';
import { tooManyExchanges } from './problems.ts';

export { grantType };

export type ExchangeResult =
  | {
      readonly access_token: string;
      readonly issued_token_type: string;
      readonly token_type: 'Bearer';
      readonly expires_in: number;
      readonly scope: string;
    }
  | ExchangeError;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jwt: Jwt;
  readonly credentials: Credentials;
  readonly limiter: Limiter;
  readonly audit: Audit;
}

/** How often one subject may exchange, beside the limit per address. */
const perSubject = { max: 300, windowSeconds: 3600 };

const refuse = (error: ExchangeError['error'], description: string): ExchangeError => ({
  error,
  error_description: description,
});

/** RFC 8693: a token for one project out of a session or an API token; never wider, never longer, and never out of itself. */
export function createExchange({ database, clock, jwt, credentials, limiter, audit }: Options) {
  async function decide(
    form: Record<string, unknown>,
    seen: {
      subject?: Credential;
      projectId?: string;
      scope?: readonly string[];
      actorId?: string;
      /** Milliseconds until the subject may exchange again; set when it did so too often. */
      limitedForMs?: number;
    },
  ): Promise<ExchangeResult> {
    const request = readExchange(form);
    if ('error' in request) return request;
    const { projectId } = request;
    seen.projectId = projectId;
    const subject = await credentials.resolve(request.subjectToken, projectId);
    if (!subject) return refuse('invalid_grant', 'The subject_token is not valid.');
    seen.subject = subject;
    if (subject.kind === 'exchanged' || subject.kind === 'background')
      return refuse('invalid_grant', 'An exchanged token cannot be exchanged again.');
    const taken = await limiter.take(
      `token-exchange-subject:${subject.id}`,
      perSubject.max,
      perSubject.windowSeconds,
    );
    if (!taken.allowed) {
      seen.limitedForMs = taken.resetMs;
      return refuse('invalid_request', 'Too many exchanges for this subject.');
    }
    if (
      !subject.hasRequestedProject ||
      !subject.organizationId ||
      (subject.boundProjectId && subject.boundProjectId !== projectId)
    )
      return refuse('invalid_target', 'There is no such project.');
    const granted = grantedPermissions(subject.role, subject.scope, true);
    const requested = request.scope ?? [...granted];
    if (!requested.every((name) => (granted as ReadonlySet<string>).has(name)))
      return refuse('invalid_scope', 'The scope asks for more than the subject_token holds in a project.');
    seen.scope = requested;
    const actor = request.actorToken ? await credentials.resolve(request.actorToken) : undefined;
    if (
      request.actorToken &&
      (!actor || actor.kind === 'exchanged' || actor.organizationId !== subject.organizationId)
    )
      return refuse('invalid_grant', 'The actor_token is not valid.');
    if (actor) seen.actorId = actor.userId;
    const remainingSeconds = Math.floor((subject.expiresAtMs - clock.now()) / 1000);
    const lifetimeSeconds = Math.min(kinds.exchanged.lifetimeSeconds, remainingSeconds);
    if (lifetimeSeconds < 1) return refuse('invalid_grant', 'The subject_token is about to expire.');
    const { token } = jwt.sign(
      'exchanged',
      {
        jti: newId(),
        sub: subject.userId,
        organization_id: subject.organizationId,
        project_id: projectId,
        subject: { kind: subject.kind, id: subject.id },
        scope: [...requested],
        ...(actor ? { act: { sub: actor.userId } } : {}),
      },
      lifetimeSeconds,
    );
    return {
      access_token: token,
      issued_token_type: tokenTypes.access,
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      scope: requested.join(' '),
    };
  }

  return async (form: Record<string, unknown>, caller: Caller): Promise<ExchangeResult> => {
    const seen: Parameters<typeof decide>[1] = {};
    const result = await decide(form, seen);
    await audit.record(database.query, {
      action: 'token.exchanged',
      outcome: 'error' in result ? 'refused' : 'success',
      organizationId: seen.subject?.organizationId ?? null,
      actorId: seen.subject?.userId ?? null,
      ...(seen.projectId ? { target: { type: 'project', id: seen.projectId } } : {}),
      caller,
      details: {
        ...('error' in result ? { error: result.error } : {}),
        ...(seen.scope ? { scope: seen.scope } : {}),
        ...(seen.actorId ? { acting_user_id: seen.actorId } : {}),
      },
    });
    if (seen.limitedForMs !== undefined) throw tooManyExchanges(seen.limitedForMs);
    return result;
  };
}
