import { Problem } from '@sonde/server-kit';

export const passwordWrong = (): Problem =>
  new Problem('forbidden', 'auth.password_wrong', 'The current password is not right.');

export const reauthenticate = (): Problem =>
  new Problem(
    'forbidden',
    'auth.reauthentication_required',
    'Sign in again before you set a first password, or ask for a reset mail.',
  );

export const providerUnknown = (): Problem =>
  new Problem('not_found', 'auth.provider_unknown', 'There is no such sign-in provider.');
