import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Organization, FreshTokens } from './organizations.ts';
import { roles } from './permissions.ts';
import { ApiToken } from './tokens.ts';
import { Session } from './auth.ts';
import { Email, Id, Timestamp, TokenText, idParams, listQuery } from './primitives.ts';

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
  scope: 'organization',
  takes: 'moment',
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
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  audit: 'by service',
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
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:delete', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: Member },
  problems: ['member.not_found', 'member.last_owner', 'member.rank_too_low'],
});

export const endMemberSessions = defineOperation({
  id: 'members.end_sessions',
  method: 'POST',
  path: '/members/{id}/end-sessions',
  tag: 'Members',
  summary: 'End every session and API token of a member',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: z.object({ ended: z.number().int(), api_tokens_revoked: z.number().int() }) },
  problems: ['member.not_found', 'member.rank_too_low'],
});

export const resetMemberSecondFactor = defineOperation({
  id: 'members.reset_second_factor',
  method: 'POST',
  path: '/members/{id}/reset-second-factor',
  tag: 'Members',
  summary: 'Take away the second factor of a member who has lost it, and end their sessions',
  description:
    'The member is told by mail and signs in without it; where the organization asks for one, they set it up again.',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: z.object({ ended: z.number().int() }) },
  problems: [
    'member.not_found',
    'member.rank_too_low',
    'member.no_second_factor',
    'member.own_second_factor',
  ],
});

const owned = { user_id: Id, user_email: z.string() };
export const MemberToken = ApiToken.extend(owned);
export type MemberToken = z.output<typeof MemberToken>;
export const MemberSession = Session.omit({ is_current: true }).extend(owned);
export type MemberSession = z.output<typeof MemberSession>;

export const listMemberTokens = defineOperation({
  id: 'members.tokens_list',
  method: 'GET',
  path: '/members/api-tokens',
  tag: 'Members',
  summary: 'API tokens of all members',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  query: listQuery,
  answers: { 200: z.array(MemberToken) },
});

export const deleteMemberToken = defineOperation({
  id: 'members.token_delete',
  method: 'DELETE',
  path: '/members/api-tokens/{id}',
  tag: 'Members',
  summary: 'Revoke an API token of a member',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: z.object({ success: z.literal(true) }) },
  problems: ['token.not_found', 'member.rank_too_low'],
});

export const listMemberSessions = defineOperation({
  id: 'members.sessions_list',
  method: 'GET',
  path: '/members/sessions',
  tag: 'Members',
  summary: 'Sessions of all members',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  query: listQuery,
  answers: { 200: z.array(MemberSession) },
});

export const deleteMemberSession = defineOperation({
  id: 'members.session_delete',
  method: 'DELETE',
  path: '/members/sessions/{id}',
  tag: 'Members',
  summary: 'End a session of a member',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:update', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: z.object({ success: z.literal(true) }) },
  problems: ['session.not_found', 'member.rank_too_low'],
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
  summary: 'Invite someone by mail, or by a link to hand on',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:invite', sessionOnly: true },
  audit: 'by service',
  body: z.strictObject({ email: Email, role: z.enum(roles).default('member') }),
  answers: {
    201: Invitation.extend({
      link: z
        .string()
        .meta({ description: 'What the mail leads to; shown once, to hand on where no mail is sent' }),
    }),
  },
  problems: ['member.rank_too_low', 'member.already_member'],
  limit: { bucket: 'invite', max: 100, windowSeconds: 3600, per: 'organization' },
});

export const getInvitationLink = defineOperation({
  id: 'invitations.link',
  method: 'POST',
  path: '/invitations/{id}/link',
  tag: 'Members',
  summary: 'The link of an open invitation, to hand on',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:invite', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: z.object({ link: z.string() }) },
  problems: ['invitation.not_found', 'member.rank_too_low'],
});

export const listInvitations = defineOperation({
  id: 'invitations.list',
  method: 'GET',
  path: '/invitations',
  tag: 'Members',
  summary: 'Open invitations',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:invite' },
  query: listQuery,
  answers: { 200: z.array(Invitation) },
});

export const deleteInvitation = defineOperation({
  id: 'invitations.delete',
  method: 'DELETE',
  path: '/invitations/{id}',
  tag: 'Members',
  summary: 'Revoke an invitation',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'member:invite', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: Invitation },
  problems: ['invitation.not_found'],
});

export const InvitationPreview = z.object({
  organization_name: z.string(),
  email: z.string().meta({ description: 'The address that was invited' }),
  invited_by: z.string().nullable().meta({ description: 'The email of the inviting member' }),
  role: z.enum(roles),
});
export type InvitationPreview = z.output<typeof InvitationPreview>;

export const previewInvitation = defineOperation({
  id: 'invitations.preview',
  method: 'POST',
  path: '/invitations/preview',
  tag: 'Members',
  summary: 'Who invites to which organization',
  description: 'For whoever holds the link of the mail, and no more than that mail says. Nothing is used up.',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'public' },
  audit: { none: 'it only reads' },
  body: z.strictObject({ token: TokenText }),
  answers: { 200: InvitationPreview },
  problems: ['auth.token_invalid'],
  limit: { bucket: 'invitation-preview', max: 300, windowSeconds: 3600, per: 'ip' },
});

export const OwnInvitation = InvitationPreview.omit({ email: true }).extend({
  id: Id,
  expires_at: Timestamp,
});
export type OwnInvitation = z.output<typeof OwnInvitation>;

export const listOwnInvitations = defineOperation({
  id: 'invitations.own',
  method: 'GET',
  path: '/users/me/invitations',
  tag: 'Members',
  summary: 'Invitations that wait for the signed-in person',
  scope: 'person',
  takes: 'moment',
  access: { who: 'onboarding' },
  answers: { 200: z.array(OwnInvitation) },
});

export const joinInvitation = defineOperation({
  id: 'invitations.join',
  method: 'POST',
  path: '/users/me/invitations/{id}/accept',
  tag: 'Members',
  summary: 'Join by an invitation to the own confirmed address, without its mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'onboarding' },
  audit: 'by service',
  params: idParams,
  answersTokens: true,
  answers: { 200: Organization.extend(FreshTokens.shape) },
  problems: ['auth.refresh_invalid', 'invitation.not_found', 'organization.already_member'],
});

export const acceptInvitation = defineOperation({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  tag: 'Members',
  summary: 'Join the organization that sent an invitation',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'onboarding' },
  audit: 'by service',
  body: z.strictObject({ token: TokenText }),
  answersTokens: true,
  answers: { 200: Organization.extend(FreshTokens.shape) },
  problems: [
    'auth.token_invalid',
    'auth.refresh_invalid',
    'invitation.other_address',
    'organization.already_member',
  ],
});
