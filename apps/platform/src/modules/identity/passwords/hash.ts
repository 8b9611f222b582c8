import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { Problem } from '@sonde/server-kit';

const derive = promisify(argon2);

/** OWASP's second choice for Argon2id: 19 MiB, two passes. */
const current = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
/** Beyond this many waiting, an honest refusal is better than a queue of minutes. */
const longestQueue = 1_000;

type Cost = { memory: number; passes: number; parallelism: number };

export interface PasswordCheck {
  readonly matches: boolean;
  /** The hash was made with other parameters than today's. */
  readonly isOutdated: boolean;
}

export type PasswordHashes = ReturnType<typeof createPasswordHashes>;

/**
 * Argon2id of Node itself, at most `concurrency` at a time: it runs beside the event loop, and what waits here does not
 * fill the pool that name look-ups and files need too.
 */
export function createPasswordHashes({ concurrency = 2 }: { concurrency?: number } = {}) {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= longestQueue)
        throw new Problem(
          'unavailable',
          'service.busy',
          'Too many people sign in at the moment. Try again shortly.',
          {
            headers: { 'retry-after': '5' },
          },
        );
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed over rather than freed, so that nobody overtakes.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  const tag = (password: string, nonce: Buffer, cost: Cost, length: number): Promise<Buffer> =>
    inTurn(() =>
      derive('argon2id', {
        ...cost,
        message: normalized(password),
        nonce,
        tagLength: length,
      } as Argon2Parameters),
    );

  const dummySalt = randomBytes(16);

  return {
    async hash(password: string): Promise<string> {
      const nonce = randomBytes(16);
      return encode(nonce, await tag(password, nonce, current, tagLength));
    },

    /** Without a stored hash as much is computed as with one, so that time tells nothing about the account. */
    async verify(password: string, stored: string | null | undefined): Promise<PasswordCheck> {
      const parsed = stored ? decode(stored) : undefined;
      if (!parsed) {
        await tag(password, dummySalt, current, tagLength);
        return { matches: false, isOutdated: false };
      }
      const given = await tag(password, parsed.nonce, parsed.cost, parsed.tag.length);
      return {
        matches: timingSafeEqual(given, parsed.tag),
        isOutdated:
          parsed.cost.memory !== current.memory ||
          parsed.cost.passes !== current.passes ||
          parsed.cost.parallelism !== current.parallelism,
      };
    },
  };
}

/** The same password typed on another keyboard comes as other code points; NFKC makes them one. */
export const normalized = (password: string): string => password.normalize('NFKC');

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const encode = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;

function decode(text: string): { cost: Cost; nonce: Buffer; tag: Buffer } | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (!match) return undefined;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
