import { ApiError } from './api-error.ts';

/** A list shows tokens shortened, and what was copied from there cannot even be sent. Throws an `ApiError`. */
export function requireWhole(token: string): void {
  if (/^[!-~]*$/.test(token.trim()) && !token.includes('..')) return;
  throw new ApiError({
    status: 0,
    code: 'token.not_whole',
    detail:
      'This is not a whole token: it is shortened, or something else is in it. An API token is `snd_` and three long parts of letters, digits, “-” and “_”, with one dot between them. It is shown whole only once, when it is made; make another under Settings, API tokens.',
  });
}
