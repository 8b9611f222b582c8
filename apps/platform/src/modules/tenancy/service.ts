import type { Audit } from '#audit';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { MemberPrincipal } from '#kernel/http';
import type { Mail } from '#mail';
import { createAccounts, createMemberships, type RegistrationRule } from '#people';
import type { Tokens } from '#tokens';
import { createActors } from './actors.ts';
import { createGate } from './gate.ts';
import { createInvitations } from './invitations.ts';
import { createTenancyHooks } from './hooks.ts';
import { createMemberAccess } from './member-access.ts';
import { createMembers } from './members.ts';
import { createOrganizations } from './organizations.ts';
import { createPeople } from './people.ts';
import { createProjects } from './projects.ts';

export interface TenancyOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly events: Events;
  readonly mail: Mail;
  readonly audit: Audit;
  readonly settings: { readonly frontendUrl: string; readonly registration: RegistrationRule };
}

export type Tenancy = ReturnType<typeof createTenancy>;

/** Organizations, the people in them, what these may do, and their projects. */
export function createTenancy(options: TenancyOptions) {
  const { settings, ...rest } = options;
  const hooks = createTenancyHooks();
  const kernel = {
    ...rest,
    hooks,
    registration: settings.registration,
    accounts: createAccounts(rest),
    belonging: createMemberships(rest),
  };
  const organizations = createOrganizations(kernel);
  const services = {
    tokens: options.tokens,
    organizations,
    people: createPeople(kernel),
    members: createMembers({ ...kernel, frontendUrl: settings.frontendUrl }),
    memberAccess: createMemberAccess(kernel),
    mail: options.mail,
    frontendUrl: settings.frontendUrl,
    invitations: createInvitations({ ...kernel, organizations, frontendUrl: settings.frontendUrl }),
    projects: createProjects(kernel),
  };
  return {
    ...services,
    hooks,
    gate: createGate(kernel),
    actors: createActors(kernel),
    getProject: (principal: MemberPrincipal, id: string) => services.projects.get(principal, id),
    services,
  };
}
