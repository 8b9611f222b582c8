import { Problem } from '@sonde/server-kit';

/** One refusal for every bad credential: why it is bad is for the log, not for whoever holds it. */
export const unauthenticated = (wasShown = false): Problem =>
  new Problem('unauthenticated', 'auth.unauthenticated', 'A valid access token or API token is required.', {
    // RFC 6750: a client that showed a token learns that it is over, and not that it forgot to show one.
    headers: { 'www-authenticate': wasShown ? 'Bearer error="invalid_token"' : 'Bearer' },
  });

export const codeInvalid = (): Problem =>
  new Problem('malformed', 'auth.code_invalid', 'This sign-in code is not valid. Sign in again.');

/** The first factor was right, and the code is spent: the challenge goes on from here. */
export const secondFactorRequired = (challenge: string): Problem =>
  new Problem(
    'forbidden',
    'auth.second_factor_required',
    'Enter the code of your authenticator app, or a recovery code.',
    { details: { challenge } },
  );

export const secondFactorWrong = (): Problem =>
  new Problem(
    'forbidden',
    'auth.second_factor_wrong',
    'This code is not right, or was used already. Wait for the next one.',
  );

export const refreshInvalid = (): Problem =>
  new Problem('unauthenticated', 'auth.refresh_invalid', 'This session has ended. Sign in again.');

export const tokenInvalid = (): Problem =>
  new Problem(
    'malformed',
    'auth.token_invalid',
    'This link or code is not valid any more. Ask for a new one.',
  );

export const apiTokenNotFound = (): Problem =>
  new Problem('not_found', 'token.not_found', 'There is no such API token.');

export const sessionNotFound = (): Problem =>
  new Problem('not_found', 'session.not_found', 'There is no such session.');

export const permissionTooWide = (names: readonly string[]): Problem =>
  new Problem(
    'forbidden',
    'token.permission_too_wide',
    `A token cannot hold what its owner does not: ${names.join(', ')}.`,
  );

export const secondFactorPaused = (seconds: number): Problem =>
  new Problem('limited', 'rate_limited', `Too many wrong codes. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

export function tooManyExchanges(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Problem('limited', 'rate_limited', `Too many exchanges. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
