import type { Pair } from './pair.ts';

/** The header that carries the token or key; undefined where it goes as a bearer token. */
export function tokenHeader(headers: readonly Pair[]): string | undefined {
  const carrying = headers.find(({ value }) => /\{\{[^}]*\bauth_token\b/.test(value));
  const isBearer = carrying?.name.toLowerCase() === 'authorization' && /^\s*bearer\s/i.test(carrying.value);
  return isBearer ? undefined : carrying?.name;
}
