import { z } from 'zod';
import { CurrentUser } from './auth.ts';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, idParams } from './primitives.ts';
import { SecondFactorCode } from './second-factor.ts';

const tag = 'Organization';

export const Organization = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
  default_generation_model_id: Id.nullable(),
  require_second_factor: z.boolean().meta({
    description: 'Members without a second factor act for the organization once they have set one up',
  }),
});
export type Organization = z.output<typeof Organization>;

/** Joining an organization changes what the token says, so the answer carries fresh tokens. */
export const FreshTokens = z.object({ session_token: z.string(), refresh_token: z.string() });

/** It stands in mails to strangers: an address in it would be a link there, with our name above it. */
const OrganizationName = Name.min(1).refine((text) => !/:\/\/|\bwww\.|\S\.\S+\//i.test(text), {
  error: 'A name holds no web address.',
});

export const createOrganization = defineOperation({
  id: 'organizations.create',
  method: 'POST',
  path: '/organizations',
  tag,
  summary: 'Create an organization and become its owner',
  description:
    'The initial data load creates a project and the endpoint "Insurance Chatbot"; with `flawed_demo` also the endpoint "Parcel Desk", a demo with planted flaws to find.',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'onboarding' },
  audit: 'by service',
  body: z.strictObject({ name: OrganizationName, flawed_demo: z.boolean().default(false) }),
  answersTokens: true,
  answers: { 201: Organization.extend(FreshTokens.shape) },
  problems: ['organization.already_member', 'organization.founding_closed', 'auth.refresh_invalid'],
  limit: { bucket: 'organization-create', max: 10, windowSeconds: 3600, per: 'user' },
});

export const getOrganization = defineOperation({
  id: 'organizations.get',
  method: 'GET',
  path: '/organizations/{id}',
  tag,
  summary: 'The own organization',
  scope: 'organization',
  takes: 'moment',
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
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'organization:update' },
  audit: 'by service',
  params: idParams,
  body: z.strictObject({
    name: OrganizationName.optional(),
    default_generation_model_id: Id.nullable().optional(),
    require_second_factor: z.boolean().optional().meta({
      description: 'Set by an owner who has a second factor, signed in as a person',
    }),
  }),
  answers: { 200: Organization },
  problems: [
    'organization.not_found',
    'model.not_found',
    'member.rank_too_low',
    'auth.second_factor_missing',
  ],
});

export const deleteOrganization = defineOperation({
  id: 'organizations.delete',
  method: 'DELETE',
  path: '/organizations/{id}',
  tag,
  summary: 'Delete the organization with everything in it',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'organization:delete', sessionOnly: true },
  audit: 'by service',
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
  scope: 'person',
  takes: 'moment',
  access: { who: 'onboarding' },
  answers: { 200: CurrentUser },
});

export const updateUser = defineOperation({
  id: 'users.update',
  method: 'PUT',
  path: '/users/{id}',
  tag: 'Users',
  summary: 'Change the own profile',
  scope: 'person',
  takes: 'moment',
  access: { who: 'onboarding' },
  audit: 'user.updated',
  params: idParams,
  body: z.strictObject({ name: Name.min(1).nullable().optional() }),
  answers: { 200: CurrentUser },
  problems: ['user.not_found'],
});

export const leaveOrganization = defineOperation({
  id: 'users.leave_organization',
  method: 'PATCH',
  path: '/users/leave-organization',
  tag: 'Users',
  summary: 'Leave the organization; the account stays',
  description:
    'API tokens of the person in it end. The last owner cannot leave. The answer carries fresh tokens.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  answersTokens: true,
  answers: { 200: FreshTokens },
  problems: ['organization.not_found', 'member.last_owner', 'auth.refresh_invalid'],
});

export const deleteMe = defineOperation({
  id: 'users.delete_me',
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Delete the own account',
  description:
    'Takes the password, or a session younger than 15 minutes where there is none; where a second factor is on, one of its codes.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({
    current_password: z.string().max(4096).optional(),
    code: SecondFactorCode.optional(),
  }),
  bodyOptional: true,
  answers: { 200: z.object({ success: z.literal(true) }) },
  problems: [
    'member.last_owner',
    'auth.password_wrong',
    'auth.reauthentication_required',
    'auth.second_factor_wrong',
  ],
  limit: { bucket: 'delete-account', max: 10, windowSeconds: 3600, per: 'user' },
});
