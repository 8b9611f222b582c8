import { createHash, sign } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Clock } from '#kernel/clock';
import type { Keys } from './keys.ts';
import { audienceOf, kinds, typeOf, type ClaimsOf, type TokenKind } from './kinds.ts';

const longestTokenCharacters = 8192;
const clockLeewaySeconds = 60;
const rememberedSignatures = 5_000;

type Own<Kind extends TokenKind> = Omit<ClaimsOf<Kind>, 'iss' | 'aud' | 'iat' | 'exp'>;

export type Jwt = ReturnType<typeof createJwt>;

/** Signs and checks every token of the house. What is wrong with a bad one is nobody's business: the answer is undefined. */
export function createJwt({ keys, clock, issuer }: { keys: Keys; clock: Clock; issuer: string }) {
  /** Tokens whose signature has been checked already. It vouches for the signature alone: time is judged every time. */
  const verified = new Map<string, { kid: string; claims: unknown }>();

  function remember(digest: string, kid: string, claims: unknown): void {
    if (verified.size >= rememberedSignatures) {
      const oldest = verified.keys().next().value;
      if (oldest !== undefined) verified.delete(oldest);
    }
    verified.set(digest, { kid, claims });
  }

  async function verifySignature(kind: TokenKind, token: string, kid: string): Promise<unknown> {
    const digest = createHash('sha256').update(kind).update(token).digest('base64');
    // The key is asked for even when the signature is remembered, since it may have retired meanwhile.
    const key = await keys.verifying(kid, { evenRetired: kind === 'api_token' });
    if (!key) return undefined;
    const before = verified.get(digest);
    if (before) return before.claims;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: typeOf(kind),
      issuer,
      audience: audienceOf(issuer, kind),
      currentDate: new Date(clock.now()),
      requiredClaims: ['jti', 'iat', 'exp'],
    });
    const claims = kinds[kind].claims.parse(payload);
    remember(digest, kid, claims);
    return claims;
  }

  return {
    sign<Kind extends TokenKind>(
      kind: Kind,
      claims: Own<Kind>,
      lifetimeSeconds: number = kinds[kind].lifetimeSeconds,
    ): { token: string; kid: string; expiresAtMs: number } {
      const { kid, key } = keys.signing();
      const issuedAt = Math.floor(clock.now() / 1000);
      const payload = {
        ...claims,
        iss: issuer,
        aud: audienceOf(issuer, kind),
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds,
      };
      // By hand, because it is this short and because the library's way takes a turn through the thread pool, where
      // password hashes are: a refresh would wait for logins.
      const input = `${encode({ alg: 'EdDSA', typ: typeOf(kind), kid })}.${encode(payload)}`;
      const token = `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`;
      return { token, kid, expiresAtMs: (issuedAt + lifetimeSeconds) * 1000 };
    },

    async verify<Kind extends TokenKind>(kind: Kind, token: string): Promise<ClaimsOf<Kind> | undefined> {
      const kid = keyIdOf(token, typeOf(kind));
      if (kid === undefined) return undefined;
      const claims = (await verifySignature(kind, token, kid).catch(() => undefined)) as
        | ClaimsOf<Kind>
        | undefined;
      const now = clock.now() / 1000;
      if (!claims || claims.exp <= now || claims.iat > now + clockLeewaySeconds) return undefined;
      return claims;
    },
  };
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const segments = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;

/**
 * Judges the outside of a token before any library reads it. Our own headers have exactly one spelling, so anything
 * else is refused by comparing text: other algorithms, further members, repeated keys, other spacing, `crit`, `jku`.
 */
function keyIdOf(token: string, typ: string): string | undefined {
  if (token.length > longestTokenCharacters || !segments.test(token)) return undefined;
  const parts = token.split('.');
  if (!parts.every(isCanonical)) return undefined;
  const text = Buffer.from(parts[0] ?? '', 'base64url').toString('latin1');
  const kid = /^\{"alg":"EdDSA","typ":"([a-z+-]+)","kid":"([A-Za-z0-9_-]{43})"\}$/.exec(text);
  return kid?.[1] === typ ? kid[2] : undefined;
}

/** The last character of a base64url text has bits that mean nothing; only the spelling with zeros is accepted. */
const isCanonical = (segment: string): boolean =>
  Buffer.from(segment, 'base64url').toString('base64url') === segment;
