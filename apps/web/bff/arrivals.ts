import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from './platform.ts';
import { Session } from './session.ts';
import { readCookies } from './session-cookie.ts';
import type { SharedMemory } from './shared-memory.ts';
import type { Vault } from './vault.ts';

export type Arrivals = ReturnType<typeof createArrivals>;
export type CodeBond = ReturnType<typeof createCodeBond>;

/** A page that is reloaded, or a double click, submits its code again within this time. */
const rememberSeconds = 10;
/** Longer than an exchange may take. */
const lockSeconds = 30;

/**
 * One exchange for a code, however often one browser submits it: the platform takes a second exchange for theft and ends
 * what the first one gave. Another browser, told by its address and its name, has no share in the answer.
 */
export function createArrivals(options: {
  memory: SharedMemory;
  vault: Vault;
  /** The browser signed out of it, or has newer tokens. */
  isOver: (session: Session) => Promise<boolean>;
}) {
  const { memory, vault } = options;
  const flights = new Map<string, Promise<Session>>();

  async function recall(key: string): Promise<Session | undefined> {
    const sealed = await memory.read(`arrived:${key}`);
    const session = sealed === undefined ? undefined : Session.safeParse(await vault.open(sealed)).data;
    return session && (await options.isOver(session)) ? undefined : session;
  }

  async function fly(key: string, exchange: () => Promise<Session>): Promise<Session> {
    const ticket = randomUUID();
    for (;;) {
      const known = await recall(key);
      if (known) return known;
      if (await memory.claim(`arriving:${key}`, ticket, lockSeconds)) break;
      await delay(50);
    }
    try {
      // Another process may have finished between the look and the lock.
      const known = await recall(key);
      if (known) return known;
      const session = await exchange();
      await memory.write(`arrived:${key}`, await vault.seal(session), rememberSeconds);
      return session;
    } finally {
      await memory.release(`arriving:${key}`, ticket);
    }
  }

  return {
    /** `code` is all that is submitted: the second half of a sign-in is a challenge and a code. */
    redeem(code: string, caller: Caller, exchange: () => Promise<Session>): Promise<Session> {
      const key = digest([code, caller.address, caller.userAgent ?? ''].join('\n'));
      const flight = flights.get(key) ?? fly(key, exchange).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}

/**
 * Says which code a provider's answer brought to this browser. A code in an address that came another way may be a
 * stranger's, who wants to be this browser's account (login CSRF).
 */
export function createCodeBond({ https, base }: { https: boolean; base: string }) {
  const name = `${https ? '__Host-' : ''}sonde_arrival`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;
  return {
    /** The cookie that goes with a redirect to our sign-in page, when that carries a code. */
    cookieFor(location: string): string[] {
      const url = URL.parse(location);
      const code = url?.pathname === `${base}/auth/signin` ? url.searchParams.get('code') : null;
      return code ? [`${name}=${digest(code)}; ${attributes}; Max-Age=120`] : [];
    },
    holds(cookies: string | undefined, code: string): boolean {
      return readCookies(cookies).get(name)?.includes(digest(code)) ?? false;
    },
    clear: (cookies: string | undefined): string[] =>
      readCookies(cookies).has(name) ? [`${name}=; ${attributes}; Max-Age=0`] : [],
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
