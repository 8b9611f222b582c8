import type { Principal } from '#kernel/http';
import { Problem } from '@sonde/server-kit';
import type { Credential } from './credentials.ts';
import { grantedPermissions } from './grants.ts';

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What an X-Project-Id header asks for; a repeated or misspelt one is told, not ignored. */
export function requestedProject(
  header: string | string[] | undefined,
): { readonly id: string | null } | { readonly id: null; readonly fault: Problem } {
  if (header === undefined || header === '') return { id: null };
  if (typeof header === 'string' && uuid.test(header)) return { id: header.toLowerCase() };
  const errors = [
    { path: 'header.X-Project-Id', code: 'type', message: 'One project id (UUID) is expected.' },
  ];
  return {
    id: null,
    fault: new Problem('invalid', 'request.invalid', 'The input is not valid.', { errors }),
  };
}

/** Who is calling. A project that is not the caller's to see does not exist, whatever the reason. */
export function principalOf(credential: Credential, requestedId: string | null): Principal {
  const { boundProjectId } = credential;
  if (requestedId && (!credential.hasRequestedProject || (boundProjectId && boundProjectId !== requestedId)))
    throw new Problem('not_found', 'project.not_found', 'There is no such project.');
  return {
    kind: credential.kind,
    userId: credential.userId,
    email: credential.email,
    organizationId: credential.organizationId,
    role: credential.role,
    permissions: grantedPermissions(credential.role, credential.scope, boundProjectId !== null),
    projectId: boundProjectId ?? requestedId,
    boundProjectId,
    credentialId: credential.id,
  };
}
