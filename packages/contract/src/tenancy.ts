import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Email, Id, JsonObject, Timestamp, TokenText, idParams, listQuery } from './primitives.ts';
import { CurrentUser } from './auth.ts';
import { roles } from './permissions.ts';

const tag = 'Organization';

export const Organization = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  default_generation_model_id: Id.nullable(),
});
export type Organization = z.output<typeof Organization>;

/** Joining an organization changes what the token says, so the answer carries fresh tokens. */
const FreshTokens = z.object({ session_token: z.string(), refresh_token: z.string() });

const OrganizationName = z.string().trim().min(1).max(200);

export const createOrganization = defineOperation({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  tag,
  summary: 'Create an organization and become its owner',
  description: 'The initial data load creates a project and the endpoint "Insurance Chatbot".',
  access: { who: 'onboarding' },
  body: z.strictObject({ name: OrganizationName }),
  answers: { 201: Organization.extend(FreshTokens.shape) },
  problems: ['organization.already_member'],
  limit: { bucket: 'organization-create', max: 10, windowSeconds: 3600, per: 'user' },
});

export const getOrganization = defineOperation({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/{id}',
  tag,
  summary: 'The own organization',
  access: { who: 'member', permission: 'organization:read' },
  params: idParams,
  answers: { 200: Organization },
  problems: ['organization.not_found'],
});

export const updateOrganization = defineOperation({
  id: 'organizations.update',
  method: 'PUT',
  path: '/organizations/{id}',
  tag,
  summary: 'Rename the organization or set its defaults',
  access: { who: 'member', permission: 'organization:update' },
  params: idParams,
  body: z.strictObject({
    name: OrganizationName.optional(),
    default_generation_model_id: Id.nullable().optional(),
  }),
  answers: { 200: Organization },
  problems: ['organization.not_found', 'model.not_found'],
});

export const deleteOrganization = defineOperation({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/{id}',
  tag,
  summary: 'Delete the organization with everything in it',
  access: { who: 'member', permission: 'organization:delete', sessionOnly: true },
  params: idParams,
  answers: { 200: Organization },
  problems: ['organization.not_found'],
});

export const getMe = defineOperation({
  id: 'users.me',
  method: 'GET',
  path: '/users/me',
  tag: 'Users',
  summary: 'The signed-in user',
  access: { who: 'onboarding' },
  answers: { 200: CurrentUser },
});

export const updateUser = defineOperation({
  id: 'users.update',
  method: 'PUT',
  path: '/users/{id}',
  tag: 'Users',
  summary: 'Change the own profile',
  access: { who: 'onboarding' },
  params: idParams,
  body: z.strictObject({ name: z.string().trim().min(1).max(200).nullable().optional() }),
  answers: { 200: CurrentUser },
  problems: ['user.not_found'],
});

export const deleteMe = defineOperation({
  id: 'users.delete_me',
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Delete the own account',
  access: { who: 'self' },
  answers: { 200: z.object({ success: z.literal(true) }) },
  problems: ['member.last_owner'],
});

export const Member = z.object({
  id: Id.meta({ description: 'The user id' }),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  is_active: z.boolean(),
  is_email_verified: z.boolean(),
  joined_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
});
export type Member = z.output<typeof Member>;

export const listMembers = defineOperation({
  id: 'members.list',
  method: 'GET',
  path: '/members',
  tag: 'Members',
  summary: 'Members of the organization',
  access: { who: 'member', permission: 'member:read' },
  query: listQuery,
  answers: { 200: z.array(Member) },
});

export const updateMember = defineOperation({
  id: 'members.update',
  method: 'PATCH',
  path: '/members/{id}',
  tag: 'Members',
  summary: 'Change the role of a member, disable or enable them',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  params: idParams,
  body: z.strictObject({ role: z.enum(roles).optional(), is_active: z.boolean().optional() }),
  answers: { 200: Member },
  problems: ['member.not_found', 'member.last_owner', 'member.rank_too_low'],
});

export const deleteMember = defineOperation({
  id: 'members.delete',
  method: 'DELETE',
  path: '/members/{id}',
  tag: 'Members',
  summary: 'Remove a member from the organization',
  access: { who: 'member', permission: 'member:delete', sessionOnly: true },
  params: idParams,
  answers: { 200: Member },
  problems: ['member.not_found', 'member.last_owner', 'member.rank_too_low'],
});

export const endMemberSessions = defineOperation({
  id: 'members.end_sessions',
  method: 'POST',
  path: '/members/{id}/end-sessions',
  tag: 'Members',
  summary: 'End every session of a member',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  params: idParams,
  answers: { 200: z.object({ ended: z.number().int() }) },
  problems: ['member.not_found', 'member.rank_too_low'],
});

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  invited_by: Id.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type Invitation = z.output<typeof Invitation>;

export const createInvitation = defineOperation({
  id: 'invitations.create',
  method: 'POST',
  path: '/invitations',
  tag: 'Members',
  summary: 'Invite someone by mail',
  access: { who: 'member', permission: 'member:invite', sessionOnly: true },
  body: z.strictObject({ email: Email, role: z.enum(roles).default('member') }),
  answers: { 201: Invitation },
  problems: ['member.rank_too_low', 'member.already_member', 'mail.unavailable'],
  limit: { bucket: 'invite', max: 100, windowSeconds: 3600, per: 'organization' },
});

export const listInvitations = defineOperation({
  id: 'invitations.list',
  method: 'GET',
  path: '/invitations',
  tag: 'Members',
  summary: 'Open invitations',
  access: { who: 'member', permission: 'member:invite' },
  query: listQuery,
  answers: { 200: z.array(Invitation) },
});

export const deleteInvitation = defineOperation({
  id: 'invitations.delete',
  method: 'DELETE',
  path: '/invitations/{id}',
  tag: 'Members',
  summary: 'Withdraw an invitation',
  access: { who: 'member', permission: 'member:invite', sessionOnly: true },
  params: idParams,
  answers: { 200: Invitation },
  problems: ['invitation.not_found'],
});

export const acceptInvitation = defineOperation({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  tag: 'Members',
  summary: 'Join the organization that sent an invitation',
  access: { who: 'onboarding' },
  body: z.strictObject({ token: TokenText }),
  answers: { 200: Organization.extend(FreshTokens.shape) },
  problems: ['auth.token_invalid', 'organization.already_member'],
});

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = z.output<typeof Project>;

const ProjectBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2000).nullable().optional(),
});

export const createProject = defineOperation({
  id: 'projects.create',
  method: 'POST',
  path: '/projects',
  tag: 'Projects',
  summary: 'Create a project',
  access: { who: 'member', permission: 'project:create' },
  body: ProjectBody,
  answers: { 201: Project },
});

export const listProjects = defineOperation({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  tag: 'Projects',
  summary: 'Projects of the organization',
  access: { who: 'member', permission: 'project:read' },
  query: listQuery,
  answers: { 200: z.array(Project) },
  tool: true,
});

export const getProject = defineOperation({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'One project',
  access: { who: 'member', permission: 'project:read' },
  params: idParams,
  answers: { 200: Project },
  problems: ['project.not_found'],
});

export const updateProject = defineOperation({
  id: 'projects.update',
  method: 'PUT',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'Change a project',
  access: { who: 'member', permission: 'project:update' },
  params: idParams,
  body: ProjectBody.partial(),
  answers: { 200: Project },
  problems: ['project.not_found'],
});

export const deleteProject = defineOperation({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'Delete a project; refused while it still has endpoints',
  access: { who: 'member', permission: 'project:delete' },
  params: idParams,
  answers: { 200: Project },
  problems: ['project.not_found', 'project.not_empty'],
});

/** Parameter name → value per environment; `default` serves every environment that has none of its own. */
export const ProjectParameters = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
  z.strictObject({
    description: z.string().max(500).optional(),
    default: z.unknown().optional(),
    Development: z.unknown().optional(),
    Staging: z.unknown().optional(),
    Production: z.unknown().optional(),
  }),
);
export type ProjectParameters = z.output<typeof ProjectParameters>;

export const getProjectParameters = defineOperation({
  id: 'projects.parameters_get',
  method: 'GET',
  path: '/projects/{id}/parameters',
  tag: 'Projects',
  summary: 'Parameter values, by name and environment, as templates see them in `params.*`',
  access: { who: 'member', permission: 'project:read' },
  params: idParams,
  answers: { 200: ProjectParameters },
  problems: ['project.not_found'],
});

export const putProjectParameters = defineOperation({
  id: 'projects.parameters_put',
  method: 'PUT',
  path: '/projects/{id}/parameters',
  tag: 'Projects',
  summary: 'Replace the parameter values of a project',
  access: { who: 'member', permission: 'project:update' },
  params: idParams,
  body: ProjectParameters,
  answers: { 200: ProjectParameters },
  problems: ['project.not_found'],
});

const UsageResource = z.object({
  resource: z.string(),
  kind: z.enum(['stock', 'flow']),
  used: z.number().int(),
  limit: z.number().int().nullable(),
});

export const getUsage = defineOperation({
  id: 'usage.get',
  method: 'GET',
  path: '/usage',
  tag: 'Usage',
  summary: 'What the organization uses now',
  access: { who: 'member', permission: 'usage:read' },
  answers: {
    200: z.object({ period_start: Timestamp, period_end: Timestamp, resources: z.array(UsageResource) }),
  },
});

export const getUsageHistory = defineOperation({
  id: 'usage.history',
  method: 'GET',
  path: '/usage/history',
  tag: 'Usage',
  summary: 'Flow resources by day',
  access: { who: 'member', permission: 'usage:read' },
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(366).default(30),
    resource: z.string().max(64).optional(),
  }),
  answers: {
    200: z.array(z.object({ day: z.iso.date(), resource: z.string(), amount: z.number().int() })),
  },
});

export const AuditEvent = z.object({
  id: Id,
  at: Timestamp,
  action: z.string(),
  outcome: z.enum(['success', 'refused']),
  actor_id: Id.nullable(),
  actor_email: z.string().nullable(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  details: JsonObject,
});
export type AuditEvent = z.output<typeof AuditEvent>;

export const listAuditEvents = defineOperation({
  id: 'audit.list',
  method: 'GET',
  path: '/audit-events',
  tag: 'Audit',
  summary: 'Authentication and authorization events',
  access: { who: 'member', permission: 'audit:read' },
  query: listQuery,
  answers: { 200: z.array(AuditEvent) },
});

export const getFeatures = defineOperation({
  id: 'features.get',
  method: 'GET',
  path: '/features',
  tag: 'System',
  summary: 'Edition and enabled features',
  access: { who: 'member', permission: 'feature:read' },
  answers: {
    200: z.object({
      edition: z.enum(['community', 'enterprise']),
      features: z.array(z.string()),
      license: z
        .object({
          subject: z.string(),
          expires_at: Timestamp.nullable(),
          valid: z.boolean(),
          reason: z.string().nullable(),
        })
        .nullable(),
    }),
  },
});
