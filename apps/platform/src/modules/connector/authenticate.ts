import type { IncomingMessage } from 'node:http';
import type { MemberPrincipal, Principal } from '#kernel/http';
import { bearerToken, principalOf, unauthenticated, requestedProject, type Tokens } from '#tokens';
import { connectorDenied } from './problems.ts';

export interface Caller {
  readonly principal: MemberPrincipal;
  /** The same caller with the rights of this moment, or nothing when the credential has ended. */
  readonly recheck: () => Promise<Principal | undefined>;
}

/** Who opens a connection. The token comes in the header alone: addresses end up in logs. */
export async function authenticate(
  tokens: Pick<Tokens, 'credentials' | 'recheckBearer'>,
  request: IncomingMessage,
  /** Told as soon as it is known who it is, also when it is refused after that; it may refuse itself. */
  onKnown: (principal: MemberPrincipal) => Promise<void>,
): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  const requested = requestedProject(request.headers['x-project-id']);
  const credential = token && (await tokens.credentials.resolve(token, requested.id));
  if (!credential) throw unauthenticated();
  if ('fault' in requested) throw requested.fault;
  const principal = principalOf(credential, requested.id);
  const { organizationId, role } = principal;
  if (!organizationId || !role) throw connectorDenied();
  const member = { ...principal, organizationId, role };
  await onKnown(member);
  if (!member.permissions.has('connector:use')) throw connectorDenied();
  return {
    principal: member,
    recheck: () => tokens.recheckBearer(member, { token, requestedProjectId: requested.id }),
  };
}

/** Whether the credential behind a connection would still be let in. */
export async function isStillWelcome({ principal, recheck }: Caller): Promise<boolean> {
  const current = await recheck();
  return current?.organizationId === principal.organizationId && current.permissions.has('connector:use');
}
