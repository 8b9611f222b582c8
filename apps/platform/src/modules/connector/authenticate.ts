import type { IncomingMessage } from 'node:http';
import type { MemberPrincipal } from '#kernel/http';
import { bearerToken, principalOf, unauthenticated, wishedProject, type Tokens } from '#tokens';
import { connectorDenied } from './problems.ts';

export interface Caller {
  readonly principal: MemberPrincipal;
  /** When an exchanged token ends; other credentials are asked about as long as the connection lasts. */
  readonly expiresAtMs: number | undefined;
}

/** Who opens a connection. The token comes in the header alone: addresses end up in logs. */
export async function authenticate(
  tokens: Pick<Tokens, 'credentials'>,
  request: IncomingMessage,
  /** Told as soon as it is known who it is, also when it is refused after that. */
  onKnown: (principal: MemberPrincipal) => void,
): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  const wish = wishedProject(request.headers['x-project-id']);
  const credential = token && (await tokens.credentials.resolve(token, wish.id));
  if (!credential) throw unauthenticated();
  if ('fault' in wish) throw wish.fault;
  const principal = principalOf(credential, wish.id);
  const { organizationId, role } = principal;
  if (!organizationId || !role) throw connectorDenied();
  const member = { ...principal, organizationId, role };
  onKnown(member);
  if (!member.permissions.has('connector:use')) throw connectorDenied();
  return {
    principal: member,
    expiresAtMs: credential.kind === 'exchanged' ? credential.expiresAtMs : undefined,
  };
}

/** Whether the credential behind a connection would still be let in. */
export async function isStillWelcome(
  tokens: Pick<Tokens, 'recheckPrincipal'>,
  { principal, expiresAtMs }: Caller,
  nowMs: number,
): Promise<boolean> {
  if (expiresAtMs !== undefined) return expiresAtMs > nowMs;
  const current = await tokens.recheckPrincipal(principal);
  return current?.organizationId === principal.organizationId && current.permissions.has('connector:use');
}
