import { hkdfSync } from 'node:crypto';
import type { Secret } from '@sonde/server-kit';
import { CompactEncrypt, compactDecrypt } from 'jose';

export interface Vault {
  seal(value: unknown): Promise<string>;
  /** What was sealed, or undefined for anything that is not exactly our own text under a known key. */
  open(text: string): Promise<unknown>;
}

/** Encrypts small values for one purpose (JWE, dir + A256GCM). Keys of two purposes are unrelated. */
export function createVault(options: {
  secret: Secret;
  previousSecret: Secret | undefined;
  purpose: string;
}): Vault {
  const keyOf = (secret: Secret): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret.reveal(), '', `sonde web ${options.purpose} v1`, 32));
  const key = keyOf(options.secret);
  const readable = [key, ...(options.previousSecret ? [keyOf(options.previousSecret)] : [])];
  return {
    seal: (value) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    async open(text) {
      if (!isCanonical(text)) return undefined;
      for (const candidate of readable) {
        const opened = await decrypt(text, candidate);
        if (opened !== undefined) return opened;
      }
      return undefined;
    },
  };
}

async function decrypt(text: string, key: Uint8Array): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(text, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return JSON.parse(new TextDecoder().decode(plaintext)) as unknown;
  } catch {
    // Tampered, cut short or under another key: all of them simply mean that there is nothing to read.
    return undefined;
  }
}

/** base64url has spare bits at its end; two spellings of one text would let a flipped bit pass unseen. */
const isCanonical = (text: string): boolean =>
  text.split('.').length === 5 &&
  text.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
