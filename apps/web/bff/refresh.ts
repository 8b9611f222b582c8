import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller, Platform } from './platform.ts';
import { Session, sessionFrom, tokenDigest } from './session.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { Vault } from './vault.ts';

export type RefreshOutcome =
  /** `isRemembered`: renewed earlier, so this pair too may be near its end by now. */
  | { readonly outcome: 'rotated'; readonly session: Session; readonly isRemembered: boolean }
  /** The platform said 401: this session is over. */
  | { readonly outcome: 'refused' }
  /** Nobody knows; the session is kept and tried again later. */
  | { readonly outcome: 'unavailable'; readonly retryAfterSeconds: number };

export type Refresher = ReturnType<typeof createRefresher>;

/** Parallel requests still carry the old cookie for a moment; presenting its token again would look like theft. */
const rememberSeconds = 60;
/** As long as the slowest proxied call may hold back the answer that carries the new cookie. */
const holdSeconds = 3_720;
const pauseSeconds = [1, 2, 4, 8, 16, 30] as const;

/**
 * Renews token pairs: one upstream call per refresh token, in this process and, through Redis, in all of them. Notes
 * in the memory are named by the token's digest and hold sealed text only.
 */
export function createRefresher(options: {
  platform: Platform;
  memory: SharedMemory;
  vault: Vault;
  log: FastifyBaseLogger;
  patienceMs?: number;
}) {
  const { platform, memory, vault, log } = options;
  const flights = new Map<string, Promise<RefreshOutcome>>();

  /** A request waits only so long; the flight goes on and leaves its answer for the next one. */
  async function rotate(session: Session, caller: Caller): Promise<RefreshOutcome> {
    // Whoever kept an old cookie would otherwise be given the pair it became, which is as dead by now.
    if (await isEnded(session)) return { outcome: 'refused' };
    const digest = tokenDigest(session.refreshToken);
    const flight = flights.get(digest) ?? fly(digest, session, caller).finally(() => flights.delete(digest));
    flights.set(digest, flight);
    const patience = new AbortController();
    const waiting = delay(options.patienceMs ?? 10_000, undefined, { signal: patience.signal }).then(
      (): RefreshOutcome => ({ outcome: 'unavailable', retryAfterSeconds: 1 }),
    );
    waiting.catch(() => {});
    const first = await Promise.race([flight, waiting]);
    patience.abort();
    if (first.outcome === 'unavailable')
      void flight.then(
        () => hold(session),
        () => {},
      );
    return first;
  }

  const isEnded = async (session: Session): Promise<boolean> =>
    (await memory.read(`ended:${session.familyId}`)) !== undefined;

  async function fly(digest: string, session: Session, caller: Caller): Promise<RefreshOutcome> {
    const ticket = randomUUID();
    for (;;) {
      const known = await recall(digest);
      if (known) return { outcome: 'rotated', session: known, isRemembered: true };
      const paused = await memory.read(`pause:${digest}`);
      if (paused) return { outcome: 'unavailable', retryAfterSeconds: Number(paused) };
      if (await memory.claim(`lock:${digest}`, ticket, 90)) break;
      await delay(50);
    }
    try {
      // Another process may have finished between the look and the lock.
      const known = await recall(digest);
      return known
        ? { outcome: 'rotated', session: known, isRemembered: true }
        : await present(digest, session, caller);
    } finally {
      await memory.release(`lock:${digest}`, ticket);
    }
  }

  async function present(digest: string, session: Session, caller: Caller): Promise<RefreshOutcome> {
    const answer = await platform.refresh(session.refreshToken, caller);
    if (answer.outcome === 'refused' && answer.status === 401) {
      log.warn(
        { event: 'session.refused', family: session.familyId, code: answer.code },
        'refresh was refused',
      );
      return { outcome: 'refused' };
    }
    const next = answer.outcome === 'ok' ? sessionFrom(answer.value, session.user, session.ends) : undefined;
    if (!next) {
      const reason =
        answer.outcome === 'ok'
          ? 'the new access token cannot be read'
          : answer.outcome === 'refused'
            ? `the platform answered ${answer.status}`
            : answer.reason;
      return pause(digest, session, reason);
    }
    // Remembered before anything else may fail: from here on the old token is dead upstream.
    await remember(digest, next, rememberSeconds);
    const profile = await platform.me(next.accessToken, caller);
    const named = profile.outcome === 'ok' ? sessionFrom(next, profile.value, session.ends) : undefined;
    if (named) await remember(digest, named, rememberSeconds);
    return { outcome: 'rotated', session: named ?? next, isRemembered: false };
  }

  async function pause(digest: string, session: Session, reason: string): Promise<RefreshOutcome> {
    const failures = Number((await memory.read(`failures:${digest}`)) ?? 0);
    const seconds = pauseSeconds[Math.min(failures, pauseSeconds.length - 1)] ?? 30;
    await memory.write(`failures:${digest}`, String(failures + 1), 300);
    await memory.write(`pause:${digest}`, String(seconds), seconds);
    log.warn(
      { event: 'session.refresh_failed', family: session.familyId, reason, seconds },
      'session is kept',
    );
    return { outcome: 'unavailable', retryAfterSeconds: seconds };
  }

  async function recall(digest: string): Promise<Session | undefined> {
    const sealed = await memory.read(`answer:${digest}`);
    return sealed === undefined ? undefined : Session.safeParse(await vault.open(sealed)).data;
  }

  async function remember(digest: string, next: Session, seconds: number): Promise<void> {
    await memory.write(`answer:${digest}`, await vault.seal(next), seconds);
    await memory.write(`spent:${digest}`, 'yes', holdSeconds + rememberSeconds);
  }

  /** Keeps the answer for a browser that will get its new cookie late, or never got it. */
  async function hold(previous: Session): Promise<void> {
    const digest = tokenDigest(previous.refreshToken);
    const next = await recall(digest);
    if (!next) return;
    await remember(digest, next, holdSeconds);
    log.info({ event: 'session.answer_held', family: next.familyId }, 'a renewal is kept for a late cookie');
  }

  return {
    rotate,
    hold,
    /** Tokens that came another way, with the answer to joining an organization. */
    adopt: (previous: Session, next: Session) =>
      remember(tokenDigest(previous.refreshToken), next, rememberSeconds),
    /** True when the browser must not be given this pair any more: it has a newer one, or signed out. */
    isOutdated: async (session: Session) =>
      (await memory.read(`spent:${tokenDigest(session.refreshToken)}`)) !== undefined ||
      (await isEnded(session)),
    markEnded: (session: Session) => memory.write(`ended:${session.familyId}`, 'yes', holdSeconds),
  };
}
