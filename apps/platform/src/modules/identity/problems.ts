import { Problem } from '@sonde/server-kit';

export const passwordWrong = (): Problem =>
  new Problem('forbidden', 'auth.password_wrong', 'The current password is not right.');

export const passwordPaused = (seconds: number): Problem =>
  new Problem('limited', 'rate_limited', `Too many wrong passwords. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

export const reauthenticate = (): Problem =>
  new Problem(
    'forbidden',
    'auth.reauthentication_required',
    'Sign in again before you set a first password, or ask for a reset mail.',
  );

export const secondFactorMissing = (): Problem =>
  new Problem('conflict', 'auth.second_factor_missing', 'There is no second factor.');

export const secondFactorKept = (): Problem =>
  new Problem(
    'forbidden',
    'auth.second_factor_setup_required',
    'Your organization asks for a second factor, so it cannot be removed. It can be replaced.',
  );

export const providerUnknown = (): Problem =>
  new Problem('not_found', 'auth.provider_unknown', 'There is no such sign-in provider.');

export const passwordMissing = (): Problem =>
  new Problem(
    'invalid',
    'auth.password_policy',
    'This installation sends no mail and knows no sign-in provider, so an account without a password could never be entered again.',
    { errors: [{ path: 'password', code: 'blank', message: 'Choose a password.' }] },
  );

export const passwordUnchanged = (): Problem =>
  new Problem('invalid', 'auth.password_policy', 'The password does not fit the policy.', {
    errors: [
      {
        path: 'new_password',
        code: 'unchanged',
        message: 'This is the password you have. Choose another one.',
      },
    ],
  });
