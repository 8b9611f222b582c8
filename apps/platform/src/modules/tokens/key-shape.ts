import { z } from 'zod';

const PublicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

/** An Ed25519 public key out of JSON text; undefined for anything else. */
export function keyShape(text: string): z.output<typeof PublicJwk> | undefined {
  try {
    const result = PublicJwk.safeParse(JSON.parse(text));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}
