import * as contract from '@sonde/contract';
import { callerOf } from '#audit';
import type { Mount } from '#kernel/http';
import type { Mail } from '#mail';
import type { Tokens } from '#tokens';
import type { createInvitations } from './invitations.ts';
import type { createMemberAccess } from './member-access.ts';
import { newTokenMessage } from './messages.ts';
import type { createMembers } from './members.ts';
import type { createOrganizations } from './organizations.ts';
import type { createPeople } from './people.ts';
import type { createProjects } from './projects.ts';

interface Services {
  readonly tokens: Pick<Tokens, 'apiTokens'>;
  readonly mail: Pick<Mail, 'send'>;
  readonly frontendUrl: string;
  readonly memberAccess: ReturnType<typeof createMemberAccess>;
  readonly organizations: ReturnType<typeof createOrganizations>;
  readonly people: ReturnType<typeof createPeople>;
  readonly members: ReturnType<typeof createMembers>;
  readonly invitations: ReturnType<typeof createInvitations>;
  readonly projects: ReturnType<typeof createProjects>;
}

export function tenancyRoutes(mount: Mount, services: Services): void {
  const { tokens, organizations, people, projects, mail, frontendUrl } = services;
  mount(contract.createOrganization, ({ principal, body, request }) =>
    organizations.create(principal, body, callerOf(request)),
  );
  mount(contract.getOrganization, ({ principal, params }) => organizations.get(principal, params.id));
  mount(contract.updateOrganization, ({ principal, params, body, request }) =>
    organizations.update(principal, params.id, body, callerOf(request)),
  );
  mount(contract.deleteOrganization, ({ principal, params, request }) =>
    organizations.remove(principal, params.id, callerOf(request)),
  );

  mount(contract.getMe, ({ principal }) => people.me(principal));
  mount(contract.verifySession, ({ body }) => people.verifySession(body.session_token));
  mount(contract.updateUser, ({ principal, params, body }) => people.update(principal, params.id, body));
  mount(contract.leaveOrganization, ({ principal, request }) => people.leave(principal, callerOf(request)));
  // Here rather than with the tokens, since its project must exist for as long as it takes to make it.
  mount(contract.createToken, ({ principal, body, request }) =>
    tokens.apiTokens.create(principal, body, callerOf(request), {
      holdProject: (tx, projectId) => projects.hold(tx, principal, projectId),
      tell: (tx, made) =>
        mail.send(tx, principal.email, newTokenMessage(made, `${frontendUrl}/settings/tokens`)),
    }),
  );
  memberRoutes(mount, services);
  projectRoutes(mount, services);
}

function memberRoutes(mount: Mount, { members, memberAccess, invitations }: Services): void {
  mount(contract.listMembers, ({ principal, query }) => members.list(principal, query));
  mount(contract.updateMember, ({ principal, params, body, request }) =>
    members.update(principal, params.id, body, callerOf(request)),
  );
  mount(contract.deleteMember, ({ principal, params, request }) =>
    members.remove(principal, params.id, callerOf(request)),
  );
  mount(contract.endMemberSessions, ({ principal, params, request }) =>
    members.endSessions(principal, params.id, callerOf(request)),
  );
  mount(contract.resetMemberSecondFactor, ({ principal, params, request }) =>
    members.resetSecondFactor(principal, params.id, callerOf(request)),
  );
  mount(contract.listMemberTokens, ({ principal, query }) => memberAccess.listTokens(principal, query));
  mount(contract.deleteMemberToken, async ({ principal, params, request }) => {
    await memberAccess.endToken(principal, params.id, callerOf(request));
    return { success: true };
  });
  mount(contract.listMemberSessions, ({ principal, query }) => memberAccess.listSessions(principal, query));
  mount(contract.deleteMemberSession, async ({ principal, params, request }) => {
    await memberAccess.endSession(principal, params.id, callerOf(request));
    return { success: true };
  });
  mount(contract.createInvitation, ({ principal, body, request }) =>
    invitations.create(principal, body, callerOf(request)),
  );
  mount(contract.getInvitationLink, ({ principal, params, request }) =>
    invitations.link(principal, params.id, callerOf(request)),
  );
  mount(contract.listInvitations, ({ principal, query }) => invitations.list(principal, query));
  mount(contract.deleteInvitation, ({ principal, params, request }) =>
    invitations.remove(principal, params.id, callerOf(request)),
  );
  mount(contract.previewInvitation, ({ body }) => invitations.preview(body.token));
  mount(contract.listOwnInvitations, ({ principal }) => invitations.own(principal));
  mount(contract.joinInvitation, ({ principal, params, request }) =>
    invitations.join(principal, params.id, callerOf(request), 'id'),
  );
  mount(contract.acceptInvitation, ({ principal, body, request }) =>
    invitations.accept(principal, body.token, callerOf(request)),
  );
}

function projectRoutes(mount: Mount, { projects }: Services): void {
  mount(contract.createProject, ({ principal, body, request }) =>
    projects.create(principal, body, callerOf(request)),
  );
  mount(contract.listProjects, ({ principal, query }) => projects.list(principal, query));
  mount(contract.getProject, ({ principal, params }) => projects.get(principal, params.id));
  mount(contract.updateProject, ({ principal, params, body, request }) =>
    projects.update(principal, params.id, body, callerOf(request)),
  );
  mount(contract.deleteProject, ({ principal, params, request }) =>
    projects.remove(principal, params.id, callerOf(request)),
  );
}
