import type { Operation, Permission, Role } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';

/** Who is calling, as every service sees it. */
export interface Principal {
  readonly kind: 'session' | 'api_token' | 'exchanged' | 'background';
  readonly userId: string;
  readonly email: string;
  /** Null only on onboarding and self routes. */
  readonly organizationId: string | null;
  readonly role: Role | null;
  readonly permissions: ReadonlySet<Permission>;
  /** Set by a project-bound token or the X-Project-Id header: nothing outside this project exists for the caller. */
  readonly projectId: string | null;
  /** The project of a token that is bound to one: unlike a header, it is not the caller's to leave off. */
  readonly boundProjectId: string | null;
  /** The session (refresh family) or API token this call comes from. */
  readonly credentialId: string;
}

/** A principal whom the gate has found to belong to an organization. */
export interface MemberPrincipal extends Principal {
  readonly organizationId: string;
  readonly role: Role;
}

/** Decides who may call an operation; throws the refusal. Without one nothing but public operations can be mounted. */
export interface AccessGate {
  check(operation: Operation, request: FastifyRequest): Promise<Principal | undefined>;
  /**
   * A call that was let in as this principal, and goes on: who it is at this moment, or nothing if the rights for it have
   * ended. A bearer that has only run out meanwhile is no reason.
   */
  recheck(
    operation: Operation,
    principal: Principal,
    request: FastifyRequest,
  ): Promise<Principal | undefined>;
}
