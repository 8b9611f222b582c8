import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Email, Id, Name, Timestamp, TokenText } from './primitives.ts';
import { roles } from './permissions.ts';

const hour = 3600;
const tag = 'Authentication';

/** Length and strength are judged by the password policy, not by the schema, so that all failed rules come at once. */
const NewPassword = z.string().max(4096);

export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string().nullable(),
  is_email_verified: z.boolean(),
  has_password: z.boolean(),
  organization_id: Id.nullable(),
  needs_second_factor: z.boolean().meta({
    description: 'The organization asks for a second factor: until there is one, the person acts for none',
  }),
  may_create_organization: z.boolean().meta({
    description:
      'Whether they may found an organization now: they belong to none, and REGISTRATION takes their address, or they came by the owner link or a link of the operator',
  }),
  role: z.enum(roles).nullable(),
  permissions: z.array(z.string()),
});
export type CurrentUser = z.output<typeof CurrentUser>;

/** Claims of the access token; the web server decodes the same shape. */
export const AccessClaims = z.object({
  sub: z.string(),
  id: Id,
  organization_id: Id.nullable(),
  sid: Id,
  jti: z.string(),
  iss: z.string(),
  aud: z.string(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type AccessClaims = z.output<typeof AccessClaims>;

export const AuthCodeAnswer = z.object({
  success: z.boolean(),
  auth_code: z.string().nullable(),
  message: z.string().optional(),
});

export const TokenPair = z.object({ session_token: z.string(), refresh_token: z.string() });

const MailAnswer = z.object({ success: z.boolean(), message: z.string() });

export const register = defineOperation({
  id: 'auth.register',
  method: 'POST',
  path: '/auth/register',
  tag,
  summary: 'Register with email and password',
  description: 'Answers alike for new and known addresses; the mail that follows differs.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({
    email: Email,
    password: NewPassword,
    name: Name.optional(),
    return_to: z.string().max(2000).optional(),
    invitation_token: TokenText.optional().meta({
      description:
        'Where no mail is sent, the link of an invitation stands for the mail: the answer carries a code',
    }),
  }),
  answers: { 200: AuthCodeAnswer },
  problems: ['auth.password_policy', 'auth.token_invalid', 'mail.unavailable', 'service.busy'],
  limit: { bucket: 'register', max: 10, windowSeconds: hour, per: 'ip' },
});

export const loginEmail = defineOperation({
  id: 'auth.login_email',
  method: 'POST',
  path: '/auth/login/email',
  tag,
  summary: 'Sign in with email and password',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ email: Email, password: z.string().max(4096) }),
  answers: { 200: AuthCodeAnswer },
  problems: ['service.busy'],
  limit: { bucket: 'login', max: 20, windowSeconds: hour, per: 'ip' },
});

export const exchangeCode = defineOperation({
  id: 'auth.exchange_code',
  method: 'POST',
  path: '/auth/exchange-code',
  tag,
  summary: 'Exchange a single-use auth code for tokens',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ code: TokenText }),
  answersTokens: true,
  answers: { 200: TokenPair },
  problems: ['auth.code_invalid', 'auth.second_factor_required'],
});

export const refresh = defineOperation({
  id: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  tag,
  summary: 'Rotate a refresh token',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ refresh_token: TokenText }),
  answersTokens: true,
  answers: {
    200: z.object({
      access_token: z.string(),
      refresh_token: z.string(),
      token_type: z.literal('bearer'),
      expires_in: z.number().int().meta({ description: 'Seconds' }),
    }),
  },
  problems: ['auth.refresh_invalid'],
});

export const verifySession = defineOperation({
  id: 'auth.verify',
  method: 'POST',
  path: '/auth/verify',
  tag,
  summary: 'Check an access token and tell whose it is',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: { none: 'it only reads' },
  body: z.strictObject({ session_token: TokenText }),
  takesTokens: true,
  answers: { 200: z.object({ authenticated: z.literal(true), user: CurrentUser }) },
  problems: ['auth.unauthenticated'],
});

export const logout = defineOperation({
  id: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  tag,
  summary: 'End the session a refresh token belongs to, or the one of the access token that is shown',
  description: 'Whatever is sent, the answer is the same; what is no token of ours ends nothing.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  // Signing out never fails: a null or empty value is as good as none.
  body: z.strictObject({ refresh_token: z.string().max(8192).nullable().optional() }).catch({}),
  bodyOptional: true,
  takesTokens: true,
  answers: { 200: z.object({ success: z.literal(true) }) },
});

export const authProviders = defineOperation({
  id: 'auth.providers',
  method: 'GET',
  path: '/auth/providers',
  tag,
  summary: 'Enabled sign-in providers and the password policy',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  answers: {
    200: z.object({
      providers: z.array(z.object({ name: z.string(), display_name: z.string(), type: z.literal('oauth') })),
      password_policy: z.object({
        min_length: z.number().int(),
        max_length: z.number().int(),
        min_strength_score: z.number().int(),
      }),
      registration: z.enum(['open', 'invite', 'domains']).meta({
        description: 'Who may make an account; `invite` and `domains` also take whoever is invited',
      }),
      registration_domains: z.array(z.string()),
      is_set_up: z.boolean().meta({
        description:
          'False until the first owner has come in, by the link that is printed where Sonde was started',
      }),
      mail_enabled: z.boolean().meta({ description: 'False: no magic link, no reset, no verification mail' }),
    }),
  },
});

export const loginProvider = defineOperation({
  id: 'auth.login_provider',
  method: 'GET',
  path: '/auth/login/{provider}',
  tag,
  summary: 'Start signing in through a provider',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  params: z.strictObject({ provider: z.string().max(64) }),
  query: z.object({ return_to: z.string().max(2000).optional(), origin: z.string().max(500).optional() }),
  answers: { 302: z.null() },
  problems: ['auth.provider_unknown'],
  // Each begins a row, and so does each return that is refused.
  limit: { bucket: 'login-provider', max: 300, windowSeconds: hour, per: 'ip' },
  raw: true,
});

export const authCallback = defineOperation({
  id: 'auth.callback',
  method: 'GET',
  path: '/auth/callback',
  tag,
  summary: 'Where a provider returns to',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])) as unknown as z.ZodObject,
  answers: { 302: z.null() },
  described: {
    query: z.object({
      state: z.string().meta({ description: 'Ties the return to the browser that began' }),
      code: z.string().optional().meta({ description: 'From the provider, when it signed the person in' }),
      error: z.string().optional().meta({ description: 'From the provider, when it did not' }),
      iss: z.string().optional().meta({ description: 'RFC 9207' }),
    }),
  },
  limit: { bucket: 'auth-callback', max: 300, windowSeconds: hour, per: 'ip' },
  raw: true,
});

export const magicLink = defineOperation({
  id: 'auth.magic_link',
  method: 'POST',
  path: '/auth/magic-link',
  tag,
  summary: 'Ask for a sign-in link by mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ email: Email, return_to: z.string().max(2000).optional() }),
  answers: { 200: MailAnswer },
  problems: ['mail.unavailable'],
  limit: { bucket: 'magic-link', max: 5, windowSeconds: hour, per: 'ip' },
});

export const magicLinkVerify = defineOperation({
  id: 'auth.magic_link_verify',
  method: 'POST',
  path: '/auth/magic-link/verify',
  tag,
  summary: 'Use a sign-in link, or the six-digit code of its mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.union([
    z.strictObject({ token: TokenText }),
    z.strictObject({ email: Email, code: z.string().regex(/^\d{6}$/, 'The code is six digits.') }),
  ]),
  answers: { 200: AuthCodeAnswer },
  problems: ['auth.token_invalid'],
  limit: { bucket: 'magic-link-verify', max: 60, windowSeconds: hour, per: 'ip' },
});

export const ownerLink = defineOperation({
  id: 'auth.owner_link',
  method: 'POST',
  path: '/auth/owner-link',
  tag,
  summary: 'Become the first owner through the link printed at start',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({
    token: TokenText,
    email: Email,
    name: Name.optional(),
    password: NewPassword.optional(),
  }),
  answers: { 200: AuthCodeAnswer },
  problems: ['auth.token_invalid', 'auth.password_policy', 'service.busy'],
  limit: { bucket: 'owner-link', max: 30, windowSeconds: hour, per: 'ip' },
});

export const previewVerification = defineOperation({
  id: 'auth.verify_email_preview',
  method: 'POST',
  path: '/auth/verify-email/preview',
  tag,
  summary: 'What the token of a verification mail would confirm',
  description: 'Nothing is used up.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: { none: 'It changes nothing.' },
  body: z.strictObject({ token: TokenText }),
  answers: {
    200: z.object({ email: z.string(), name: z.string().nullable(), sets_password: z.boolean() }),
  },
  problems: ['auth.token_invalid'],
  limit: { bucket: 'verify-preview', max: 300, windowSeconds: hour, per: 'ip' },
});

export const verifyEmail = defineOperation({
  id: 'auth.verify_email',
  method: 'POST',
  path: '/auth/verify-email',
  tag,
  summary: 'Confirm an address with the token of the verification mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({
    token: TokenText,
    discard_registration: z.boolean().default(false).meta({
      description:
        'The address is confirmed without the password and the name that were typed at registration',
    }),
  }),
  answers: { 200: AuthCodeAnswer },
  problems: ['auth.token_invalid'],
});

export const resendVerification = defineOperation({
  id: 'auth.resend_verification',
  method: 'POST',
  path: '/auth/resend-verification',
  tag,
  summary: 'Send the verification mail again',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ email: Email }),
  answers: { 200: MailAnswer },
  problems: ['mail.unavailable'],
  limit: { bucket: 'resend', max: 5, windowSeconds: hour, per: 'ip' },
});

export const forgotPassword = defineOperation({
  id: 'auth.forgot_password',
  method: 'POST',
  path: '/auth/forgot-password',
  tag,
  summary: 'Ask for a password reset mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ email: Email }),
  answers: { 200: MailAnswer },
  problems: ['mail.unavailable'],
  limit: { bucket: 'reset', max: 5, windowSeconds: hour, per: 'ip' },
});

export const resetPassword = defineOperation({
  id: 'auth.reset_password',
  method: 'POST',
  path: '/auth/reset-password',
  tag,
  summary: 'Set a new password with the token of the reset mail',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({
    token: TokenText,
    new_password: NewPassword,
    revoke_api_tokens: z.boolean().default(true).meta({
      description: 'API tokens of the person end too: whoever was in the account may have made some',
    }),
  }),
  answers: { 200: MailAnswer },
  problems: ['auth.token_invalid', 'auth.password_policy', 'service.busy'],
  limit: { bucket: 'reset-use', max: 30, windowSeconds: hour, per: 'ip' },
});

export const changePassword = defineOperation({
  id: 'auth.change_password',
  method: 'POST',
  path: '/auth/change-password',
  tag,
  summary: 'Change the own password; every other session ends',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({
    current_password: z.string().max(4096).optional(),
    new_password: NewPassword,
    revoke_api_tokens: z.boolean().default(false),
  }),
  answers: { 200: MailAnswer },
  problems: ['auth.password_wrong', 'auth.reauthentication_required', 'auth.password_policy', 'service.busy'],
  limit: { bucket: 'change-password', max: 10, windowSeconds: hour, per: 'user' },
});

export const checkPassword = defineOperation({
  id: 'auth.check_password',
  method: 'POST',
  path: '/auth/check-password',
  tag,
  summary: 'Judge a password against the policy without storing anything',
  description: 'Without the breach check, so that typing sends nothing anywhere.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: { none: 'nothing is stored' },
  body: z.strictObject({
    password: NewPassword,
    email: z.string().max(254).optional(),
    name: z.string().max(200).optional(),
  }),
  answers: {
    200: z.object({
      acceptable: z.boolean(),
      score: z.number().int().min(0).max(4),
      failures: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
  },
  limit: { bucket: 'check-password', max: 600, windowSeconds: hour, per: 'ip' },
});

export const Session = z.object({
  id: Id,
  device: z.string(),
  ip: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  is_current: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const listSessions = defineOperation({
  id: 'auth.sessions_list',
  method: 'GET',
  path: '/auth/sessions',
  tag,
  summary: 'The own sessions',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  answers: { 200: z.array(Session) },
});

export const endSessions = defineOperation({
  id: 'auth.sessions_end',
  method: 'DELETE',
  path: '/auth/sessions',
  tag,
  summary: 'End the own sessions, all but the current one',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  answers: { 200: z.object({ ended: z.number().int() }) },
});

export const endSession = defineOperation({
  id: 'auth.session_end',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag,
  summary: 'End one of the own sessions',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  params: z.strictObject({ id: Id }),
  answers: { 200: z.object({ ended: z.number().int() }) },
  problems: ['session.not_found'],
});

export const tokenExchange = defineOperation({
  id: 'auth.token_exchange',
  method: 'POST',
  path: '/auth/token-exchange',
  tag,
  summary: 'Exchange a token for a project-scoped one (RFC 8693)',
  scope: 'person',
  takes: 'moment',
  access: { who: 'own', how: 'the subject_token of the form is the credential' },
  audit: 'by service',
  body: z.record(z.string(), z.unknown()),
  bodyType: 'form',
  takesTokens: true,
  answers: {
    200: z.object({
      access_token: z.string(),
      issued_token_type: z.string(),
      token_type: z.string(),
      expires_in: z.number().int(),
      scope: z.string().optional(),
    }),
  },
  described: {
    body: z.object({
      grant_type: z.literal('urn:ietf:params:oauth:grant-type:token-exchange'),
      subject_token: z.string().meta({ description: 'An access token or an API token (`snd_…`)' }),
      subject_token_type: z.enum([
        'urn:ietf:params:oauth:token-type:access_token',
        'urn:ietf:params:oauth:token-type:jwt',
      ]),
      actor_token: z.string().optional(),
      actor_token_type: z.string().optional(),
      requested_token_type: z.literal('urn:ietf:params:oauth:token-type:access_token').optional(),
      resource: z.string().optional().meta({ description: 'The project, as `urn:sonde:project:<id>`' }),
      audience: z.string().optional().meta({ description: 'The project, in place of `resource`' }),
      scope: z.string().optional().meta({ description: 'Permissions, separated by single spaces' }),
    }),
    faults: {
      400: z
        .object({
          error: z.enum([
            'invalid_request',
            'invalid_grant',
            'invalid_target',
            'invalid_scope',
            'unsupported_grant_type',
          ]),
          error_description: z.string(),
        })
        .meta({ description: 'RFC 6749 section 5.2' }),
    },
  },
  limit: { bucket: 'token-exchange', max: 600, windowSeconds: hour, per: 'ip' },
  raw: true,
});
