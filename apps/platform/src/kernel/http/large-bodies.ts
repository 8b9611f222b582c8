import { defaultBodyLimitBytes } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Bytes of large bodies that may be under way in this process at once. A body is in memory several times over, as text,
 * as a value and as what is sent on, until its call is answered; thirty of the largest would take gigabytes. A large answer
 * counts as one until its caller has taken it.
 */
export interface LargeBodies {
  /** Takes room until the returned function is called, or says whose room is used up: of a person within the organization too. */
  take(organizationId: string, bytes: number, userId?: string): (() => void) | 'own share' | 'all';
}

const megabyte = 1024 * 1024;

export function createLargeBodies({
  totalBytes = 256 * megabyte,
  shareBytes = 128 * megabyte,
  /** One member alone leaves as much to the others as the largest body needs. */
  personBytes = (shareBytes * 3) / 4,
}: { totalBytes?: number; shareBytes?: number; personBytes?: number } = {}): LargeBodies {
  let total = 0;
  const shares = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const rest = (shares.get(key) ?? 0) + by;
    if (rest > 0) shares.set(key, rest);
    else shares.delete(key);
  };
  return {
    take(organizationId, bytes, userId) {
      const own = shares.get(organizationId) ?? 0;
      const share = own + bytes;
      if (share > shareBytes) return 'own share';
      const person = `${organizationId} ${userId}`;
      if (userId !== undefined && (shares.get(person) ?? 0) + bytes > personBytes) return 'own share';
      const left = totalBytes - total - bytes;
      if (left < 0) return 'all';
      // Whoever has some leaves as much to others, or two would have all of it between them.
      if (own > 0 && share > left) return 'own share';
      const keys = userId === undefined ? [organizationId] : [organizationId, person];
      total += bytes;
      for (const key of keys) change(key, bytes);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        total -= bytes;
        for (const key of keys) change(key, -bytes);
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

/** What a request takes of it. */
interface Room {
  /** Takes more once it is known what the body becomes, or refuses it for now. */
  grow(bytes: number): void;
  /** Somebody has the body in hand, until the returned function is called. */
  hold(): () => void;
  /** Called once the call is answered and its work is over. */
  atEnd(release: () => void): void;
}

const rooms = new WeakMap<FastifyRequest, Room>();

interface Taking {
  readonly key: string;
  readonly userId: string;
  readonly bytes: number;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Takes room until the call is answered and its work is over, or refuses it for now. A caller who hangs up ends neither
 * the parsing nor the handler, which have the value in memory until they are done.
 */
export function makeRoom(largeBodies: LargeBodies, { key, userId, bytes, request, reply }: Taking): void {
  const releases: (() => void)[] = [];
  let holders = 0;
  let isAnswered = false;
  const leave = (): void => {
    if (isAnswered && holders === 0) for (const release of releases.splice(0)) release();
  };
  const take = (more: number): void => {
    const taken = largeBodies.take(key, more, userId);
    if (typeof taken !== 'function') throw noRoom(taken);
    releases.push(taken);
  };
  let known = bytes > defaultBodyLimitBytes ? bytes : 0;
  if (known > 0) take(known);
  const answered = (): void => {
    isAnswered = true;
    leave();
  };
  reply.raw.once('finish', answered).once('close', answered);
  rooms.set(request, {
    grow(all) {
      if (all <= Math.max(known, defaultBodyLimitBytes)) return;
      take(all - known);
      known = all;
    },
    atEnd: (release) => void releases.push(release),
    hold() {
      let isHeld = true;
      holders += 1;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        leave();
      };
    },
  });
}

export const roomOf = (request: FastifyRequest): Room | undefined => rooms.get(request);

/** With the code that every operation may answer: the body of any may turn out to be more than it said. */
function noRoom(taken: 'own share' | 'all'): Problem {
  const headers = { 'retry-after': '5' };
  return taken === 'own share'
    ? new Problem(
        'limited',
        'rate_limited',
        'Too many large requests at once. Wait until some are answered.',
        {
          headers,
        },
      )
    : new Problem(
        'unavailable',
        'service.unavailable',
        'Too many large requests are under way. Try again shortly.',
        { headers },
      );
}
