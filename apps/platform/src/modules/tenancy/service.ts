import type { Audit } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal, Mount } from '#kernel/http';
import type { Mail } from '#mail';
import type { Tokens } from '#tokens';
import { createGate } from './gate.ts';
import { createInvitations } from './invitations.ts';
import { createMembers, type OnLeave } from './members.ts';
import { createOrganizations, type InitialData } from './organizations.ts';
import { createPeople } from './people.ts';
import { createProjects } from './projects.ts';
import { tenancyRoutes } from './routes.ts';

export interface TenancyOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly events: Events;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly config: { readonly frontendUrl: string };
  readonly initialData: readonly InitialData[];
  readonly onLeave: OnLeave;
  /** Whether a model exists in an organization. Without an answer none does. */
  readonly hasModel?: (tx: Tx, organizationId: string, modelId: string) => Promise<boolean>;
}

export type Tenancy = ReturnType<typeof createTenancy>;

/** Organizations, the people in them, what these may do, and their projects. */
export function createTenancy(options: TenancyOptions) {
  const { config, ...kernel } = options;
  const organizations = createOrganizations(kernel);
  const services = {
    tokens: options.tokens,
    organizations,
    people: createPeople(kernel),
    members: createMembers(kernel),
    invitations: createInvitations({ ...kernel, organizations, frontendUrl: config.frontendUrl }),
    projects: createProjects(kernel),
  };
  return {
    ...services,
    gate: createGate(kernel),
    getProject: (principal: MemberPrincipal, id: string) => services.projects.get(principal, id),
    resolveParameters: services.projects.resolveParameters,
    routes: (mount: Mount): void => tenancyRoutes(mount, services),
  };
}
