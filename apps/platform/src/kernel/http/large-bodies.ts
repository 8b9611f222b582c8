import { defaultBodyLimitBytes } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes of large bodies that may be under way in this process at once. A body is in memory several times over, as text,
 * as a value and as what is sent on, until its call is answered; thirty of the largest would take gigabytes.
 */
export interface LargeBodies {
  /** Takes room until the returned function is called, or says whose room is used up. */
  take(organizationId: string, bytes: number): (() => void) | 'own share' | 'all';
}

const megabyte = 1024 * 1024;

export function createLargeBodies({
  totalBytes = 256 * megabyte,
  shareBytes = 128 * megabyte,
} = {}): LargeBodies {
  let total = 0;
  const shares = new Map<string, number>();
  return {
    take(organizationId, bytes) {
      const share = (shares.get(organizationId) ?? 0) + bytes;
      if (share > shareBytes) return 'own share';
      if (total + bytes > totalBytes) return 'all';
      total += bytes;
      shares.set(organizationId, share);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= bytes;
        const left = (shares.get(organizationId) ?? 0) - bytes;
        if (left > 0) shares.set(organizationId, left);
        else shares.delete(organizationId);
      };
    },
  };
}

/** What the caller says is coming; without a word it may be anything. */
export function announcedBytes({ headers }: FastifyRequest): number {
  const announced = headers['content-length'];
  return announced === undefined && headers['transfer-encoding'] !== undefined
    ? Infinity
    : Number(announced ?? 0);
}

interface Room {
  readonly key: string;
  readonly bytes: number;
  readonly reply: FastifyReply;
}

/** Takes room until the call is answered, or refuses it for now. */
export function makeRoom(largeBodies: LargeBodies, { key, bytes, reply }: Room): void {
  if (bytes <= defaultBodyLimitBytes) return;
  const taken = largeBodies.take(key, bytes);
  if (typeof taken === 'function') {
    reply.raw.once('finish', taken).once('close', taken);
    return;
  }
  const headers = { 'retry-after': '5' };
  if (taken === 'own share')
    throw new Problem(
      'limited',
      'rate_limited',
      'Too many large requests at once. Wait until some are answered.',
      { headers },
    );
  throw new Problem(
    'unavailable',
    'service.busy',
    'Too many large requests are under way. Try again shortly.',
    { headers },
  );
}
