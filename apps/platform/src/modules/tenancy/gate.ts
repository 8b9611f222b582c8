import { operations, permissionsOf, type Operation } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { callerOf, type Audit } from '#audit';
import type { AccessGate, Principal } from '#kernel/http';
import { bearerToken, principalOf, unauthenticated, requestedProject, type Tokens } from '#tokens';
import { permissionDenied, secondFactorNeeded } from './problems.ts';

interface Options {
  readonly tokens: Pick<Tokens, 'credentials' | 'recheckBearer'>;
  readonly audit: Audit;
}

/** The backstop in front of every route. What is not in the contract, or not understood, is refused. */
export function createGate({ tokens, audit }: Options): AccessGate {
  const known: ReadonlySet<Operation> = new Set(operations);

  async function deny(
    operation: Operation,
    principal: Principal,
    request: FastifyRequest,
    detail: string,
  ): Promise<never> {
    await audit.recordRefusal({
      action: 'access.denied',
      organizationId: principal.organizationId,
      actorId: principal.userId,
      target: { type: 'operation', id: operation.id },
      caller: callerOf(request),
      details: { credential: principal.kind },
    });
    throw permissionDenied(detail);
  }

  return {
    async check(operation, request) {
      if (!known.has(operation)) throw permissionDenied('This operation is not in the table of operations.');
      const { access } = operation;
      if (access.who === 'public' || access.who === 'own') return undefined;
      const isMemberRoute = access.who === 'member' || access.who === 'credential';
      const requested = isMemberRoute ? requestedProject(request.headers['x-project-id']) : { id: null };
      const token = bearerToken(request.headers.authorization);
      const credential = token && (await tokens.credentials.resolve(token, requested.id));
      if (!credential) throw unauthenticated(request.headers.authorization !== undefined);
      if ('fault' in requested) throw requested.fault;
      const principal = principalOf(credential, requested.id);
      const refuse = (detail: string) => deny(operation, principal, request, detail);
      if (principal.kind !== 'session' && (!isMemberRoute || (access.who === 'member' && access.sessionOnly)))
        return refuse('This needs a signed-in person; API tokens are refused.');
      if (!isMemberRoute) return principal;
      if (credential.awaitsSecondFactor) throw secondFactorNeeded();
      if (!principal.organizationId) return refuse('Create or join an organization first.');
      const lacking = permissionsOf(access).find((permission) => !principal.permissions.has(permission));
      if (lacking) return refuse(`This needs the permission ${lacking}.`);
      return principal;
    },

    async recheck({ access }, principal, request) {
      const requested = requestedProject(request.headers['x-project-id']);
      const now = await tokens.recheckBearer(principal, {
        token: bearerToken(request.headers.authorization) ?? '',
        requestedProjectId: requested.id,
      });
      if (now?.organizationId !== principal.organizationId) return undefined;
      return permissionsOf(access).every((permission) => now.permissions.has(permission)) ? now : undefined;
    },
  };
}
