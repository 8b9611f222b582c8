import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Secret } from '@sonde/server-kit';

/** Encrypts credentials at rest. `context` binds a value to its place: moved to another row it does not open. */
export interface Sealer {
  seal(plain: string, context: string): string;
  /** The plain value, or undefined when neither key opens it (lost key, tampering, wrong place). */
  open(sealed: string, context: string): string | undefined;
  /** Tells whether two secrets of one place are the same, and nothing to whoever has not the key. */
  digest(plain: string, context: string): string;
  /** True when the value should be sealed anew with the current key. */
  isStale(sealed: string): boolean;
}

interface Key {
  readonly id: string;
  /** Not the bytes: Node would make a key of them anew for every value, which costs more than the encryption. */
  readonly secret: KeyObject;
}

// Told to Node as well: a shortened tag would otherwise be accepted, and could be guessed.
const authTagLength = 16;

/** AES-256-GCM; text form `v1.<key id>.<nonce>.<tag>.<ciphertext>`, so that keys can be rotated. */
export function createSealer(keys: { key: Secret; previousKey?: Secret | undefined }): Sealer {
  const current = deriveKey(keys.key);
  const known = [current, ...(keys.previousKey ? [deriveKey(keys.previousKey)] : [])];
  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.secret, nonce, { authTagLength }).setAAD(
        Buffer.from(context),
      );
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', current.id, encode(nonce), encode(cipher.getAuthTag()), encode(text)].join('.');
    },
    open(sealed, context) {
      const [version, id, nonce, tag, text] = sealed.split('.');
      const key = known.find((candidate) => candidate.id === id);
      if (version !== 'v1' || !key || !nonce || !tag || text === undefined) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key.secret, decode(nonce), { authTagLength })
          .setAAD(Buffer.from(context))
          .setAuthTag(decode(tag));
        return Buffer.concat([decipher.update(decode(text)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    digest: (plain, context) =>
      createHmac('sha256', current.secret)
        .update(JSON.stringify([context, plain]))
        .digest('hex'),
    isStale: (sealed) => sealed.split('.')[1] !== current.id,
  };
}

function deriveKey(secret: Secret): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret.reveal(), 'sonde', 'credentials-at-rest', 32));
  return { secret: createSecretKey(bytes), id: createHash('sha256').update(bytes).digest('hex').slice(0, 8) };
}

const encode = (bytes: Buffer): string => bytes.toString('base64url');
const decode = (text: string): Buffer => Buffer.from(text, 'base64url');
