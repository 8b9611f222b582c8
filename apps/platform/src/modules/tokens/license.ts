import { compactVerify, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Log } from '#kernel/log';
import { keyShape } from './key-shape.ts';

const Claims = z.object({
  aud: z.literal('sonde'),
  nbf: z.number().int().optional(),
  sub: z.string().min(1).max(200),
  exp: z.number().int().optional(),
  edition: z.literal('enterprise').default('enterprise'),
  features: z.array(z.string().max(64)).max(100).default([]),
});

export interface Features {
  readonly edition: 'community' | 'enterprise';
  readonly features: readonly string[];
  readonly license: {
    readonly subject: string;
    readonly expires_at: string | null;
    readonly valid: boolean;
    readonly reason: string | null;
  } | null;
}

const communityFeatures = [
  'password',
  'magic_link',
  'oauth',
  'api_tokens',
  'token_exchange',
  'audit',
] as const;

interface Options {
  readonly token: string | undefined;
  readonly publicKey: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** The licence is read at start and its end is judged at every question; whatever is wrong with it, the house stays open. */
export async function createLicense({ token, publicKey, clock, log }: Options) {
  const read = await readLicense(token, publicKey);
  if (read && 'reason' in read) log.warn({ reason: read.reason }, 'the licence is not valid');

  return {
    features(): Features {
      const community = { edition: 'community' as const, features: [...communityFeatures] };
      if (!read) return { ...community, license: null };
      if ('reason' in read)
        return {
          ...community,
          license: { subject: '', expires_at: null, valid: false, reason: read.reason },
        };
      const { sub, nbf, exp, edition, features } = read.claims;
      const isOver = exp !== undefined && exp * 1000 <= clock.now();
      const isEarly = nbf !== undefined && nbf * 1000 > clock.now();
      const license = {
        subject: sub,
        expires_at: exp === undefined ? null : new Date(exp * 1000).toISOString(),
        valid: !isOver && !isEarly,
        reason: isOver ? 'The licence has expired.' : isEarly ? 'The licence has not begun yet.' : null,
      };
      if (!license.valid) return { ...community, license };
      return { edition, features: [...new Set([...communityFeatures, ...features])], license };
    },
  };
}

type Reading = { claims: z.output<typeof Claims> } | { reason: string } | undefined;

async function readLicense(token: string | undefined, publicKey: string | undefined): Promise<Reading> {
  if (!token) return undefined;
  if (!publicKey) return { reason: 'SONDE_LICENSE_PUBLIC_KEY is not set, so the licence cannot be checked.' };
  const jwk = keyShape(publicKey);
  if (!jwk) return { reason: 'SONDE_LICENSE_PUBLIC_KEY is not an Ed25519 public key as a JWK.' };
  try {
    // Its end is judged when features are asked for, so that it takes effect without a restart.
    const { payload, protectedHeader } = await compactVerify(token, await importJWK(jwk as JWK, 'EdDSA'), {
      algorithms: ['EdDSA'],
    });
    if (protectedHeader.typ !== 'license+jwt') throw new Error('Another kind of token.');
    return { claims: Claims.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))) };
  } catch {
    return { reason: 'The licence was not signed for this product by the key in SONDE_LICENSE_PUBLIC_KEY.' };
  }
}
