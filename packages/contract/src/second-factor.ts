import { z } from 'zod';
import { TokenPair } from './auth.ts';
import { defineOperation } from './operation.ts';
import { Timestamp, TokenText } from './primitives.ts';

const hour = 3600;
const tag = 'Authentication';

/** Six digits of an authenticator app, or a recovery code as it was shown. */
export const SecondFactorCode = z.string().trim().min(6).max(64);
const RecoveryCodes = z
  .array(z.string())
  .meta({ description: 'Each signs in once in place of a code. Shown now and never again' });
const tries = { bucket: 'second-factor', max: 60, windowSeconds: hour, per: 'user' } as const;

export const SecondFactor = z.object({
  enabled: z.boolean(),
  enabled_at: Timestamp.nullable(),
  recovery_codes_left: z.number().int(),
  required: z.boolean().meta({ description: 'The organization asks for it: without one it is closed' }),
});
export type SecondFactor = z.output<typeof SecondFactor>;

export const getSecondFactor = defineOperation({
  id: 'auth.second_factor',
  method: 'GET',
  path: '/auth/second-factor',
  tag,
  summary: 'Whether signing in asks for a second factor',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  answers: { 200: SecondFactor },
});

export const setUpSecondFactor = defineOperation({
  id: 'auth.second_factor_setup',
  method: 'POST',
  path: '/auth/second-factor/setup',
  tag,
  summary: 'Begin with an authenticator app (TOTP, RFC 6238)',
  description:
    'Nothing changes before a first code is shown. Takes the password, or a session younger than 15 minutes where there is none; where a second factor is on, one of its codes.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({
    current_password: z.string().max(4096).optional(),
    code: SecondFactorCode.optional(),
  }),
  bodyOptional: true,
  answers: {
    200: z.object({
      secret: z.string(),
      otpauth_url: z.string().meta({ description: 'What a QR code for the app holds' }),
      expires_at: Timestamp,
    }),
  },
  problems: ['auth.password_wrong', 'auth.reauthentication_required', 'auth.second_factor_wrong'],
  limit: tries,
});

export const enableSecondFactor = defineOperation({
  id: 'auth.second_factor_enable',
  method: 'POST',
  path: '/auth/second-factor/enable',
  tag,
  summary: 'Show a first code: from now on every sign-in asks for one',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({ code: SecondFactorCode }),
  answersTokens: true,
  answers: { 200: TokenPair.extend({ recovery_codes: RecoveryCodes }) },
  problems: ['auth.second_factor_wrong', 'auth.refresh_invalid'],
  limit: tries,
});

export const renewRecoveryCodes = defineOperation({
  id: 'auth.second_factor_codes',
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  tag,
  summary: 'New recovery codes; the former ones end',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({ code: SecondFactorCode }),
  answers: { 200: z.object({ recovery_codes: RecoveryCodes }) },
  problems: ['auth.second_factor_wrong', 'auth.second_factor_missing'],
  limit: tries,
});

export const disableSecondFactor = defineOperation({
  id: 'auth.second_factor_disable',
  method: 'POST',
  path: '/auth/second-factor/disable',
  tag,
  summary: 'Sign in without a second factor again',
  description: 'Takes a code or a recovery code. Not while the organization asks for a second factor.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'self' },
  audit: 'by service',
  body: z.strictObject({ code: SecondFactorCode }),
  answers: { 200: z.object({ success: z.literal(true) }) },
  problems: ['auth.second_factor_wrong', 'auth.second_factor_missing'],
  limit: tries,
});

export const completeSignIn = defineOperation({
  id: 'auth.second_factor_verify',
  method: 'POST',
  path: '/auth/second-factor/verify',
  tag,
  summary: 'The second half of a sign-in: a challenge and a code for tokens',
  description:
    'Where a second factor is on, exchanging an auth code is refused with `auth.second_factor_required` and a `challenge`, good for ten minutes and five tries. A code works once.',
  scope: 'person',
  takes: 'moment',
  access: { who: 'public' },
  audit: 'by service',
  body: z.strictObject({ challenge: TokenText, code: SecondFactorCode }),
  answersTokens: true,
  answers: { 200: TokenPair },
  problems: ['auth.code_invalid', 'auth.second_factor_wrong'],
  limit: { bucket: 'second-factor-verify', max: 60, windowSeconds: hour, per: 'ip' },
});
