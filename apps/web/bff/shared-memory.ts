import type { Secret } from '@sonde/server-kit';
import { Redis } from 'ioredis';

/** Short-lived notes that requests leave for each other, in one process or in Redis between several. */
export interface SharedMemory {
  read(key: string): Promise<string | undefined>;
  write(key: string, value: string, seconds: number): Promise<void>;
  /** Writes only where nothing is; true when it did. */
  claim(key: string, value: string, seconds: number): Promise<boolean>;
  /** Removes the note if it still says this. */
  release(key: string, value: string): Promise<void>;
  close(): Promise<void>;
}

/** Beyond this the oldest notes go: a note lives an hour at most, and each belongs to one rotation. */
const maxNotes = 200_000;

export function createLocalMemory(options: { nowMs: () => number }): SharedMemory {
  const notes = new Map<string, { value: string; until: number }>();
  const find = (key: string): string | undefined => {
    const note = notes.get(key);
    if (note && note.until > options.nowMs()) return note.value;
    notes.delete(key);
    return undefined;
  };
  const put = (key: string, value: string, seconds: number): void => {
    notes.delete(key);
    notes.set(key, { value, until: options.nowMs() + seconds * 1000 });
    for (const [oldest, note] of notes) {
      // Looks at the front only: insertion order is close to age, so a few steps keep the map tidy.
      if (notes.size <= maxNotes && note.until > options.nowMs()) break;
      notes.delete(oldest);
    }
  };
  return {
    read: async (key) => find(key),
    write: async (key, value, seconds) => put(key, value, seconds),
    claim: async (key, value, seconds) => {
      if (find(key) !== undefined) return false;
      put(key, value, seconds);
      return true;
    },
    release: async (key, value) => {
      if (find(key) === value) notes.delete(key);
    },
    close: async () => notes.clear(),
  };
}

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/**
 * Redis, with the process's own memory behind it: while Redis is away everybody stays signed in, and only the
 * agreement between processes is lost (callers that race are still reconciled by the platform).
 */
export function createRedisMemory(options: {
  url: Secret;
  local: SharedMemory;
  onFault: (error: unknown) => void;
}): SharedMemory {
  const redis = new Redis(options.url.reveal(), {
    keyPrefix: 'sonde:web:',
    commandTimeout: 1000,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (attempt) => Math.min(200 * attempt, 5000),
  });
  redis.on('error', options.onFault);
  const { local } = options;
  const attempt = async <T>(command: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      if (redis.status === 'connecting' || redis.status === 'connect') await connected(redis);
      return await command();
    } catch (error) {
      options.onFault(error);
      return otherwise();
    }
  };
  return {
    read: (key) =>
      attempt(
        async () => (await redis.get(key)) ?? (await local.read(key)),
        () => local.read(key),
      ),
    write: async (key, value, seconds) => {
      await local.write(key, value, seconds);
      await attempt(
        async () => void (await redis.set(key, value, 'EX', seconds)),
        async () => {},
      );
    },
    claim: (key, value, seconds) =>
      attempt(
        async () => (await redis.set(key, value, 'EX', seconds, 'NX')) === 'OK',
        () => local.claim(key, value, seconds),
      ),
    release: async (key, value) => {
      await local.release(key, value);
      await attempt(
        async () => void (await redis.eval(releaseScript, 1, key, value)),
        async () => {},
      );
    },
    close: async () => {
      redis.disconnect();
      await local.close();
    },
  };
}

/** The first request may arrive before the first connection stands; half a second decides. */
const connected = (redis: Redis): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, 500);
    function done(): void {
      clearTimeout(timer);
      redis.off('ready', done);
      resolve();
    }
    redis.once('ready', done);
  });
