import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SealMark, type Neighbours } from './neighbours.ts';
import { Session, sessionLifetimeSeconds } from './session.ts';
import type { Vault } from './vault.ts';

export type OpenedCookie =
  | { readonly state: 'none' }
  | { readonly state: 'unreadable' }
  | { readonly state: 'open'; readonly session: Session };

export interface SessionCookie {
  readonly name: string;
  /** Set-Cookie values that store the session and remove leftovers of a longer one. */
  write(session: Session, requestCookies: string | undefined): Promise<string[]>;
  open(requestCookies: string | undefined): Promise<OpenedCookie>;
  /** Set-Cookie values that remove every chunk, whether or not this request carried it. */
  clear(): string[];
}

/** Browsers drop a cookie above 4096 bytes, name and attributes included, without a word. */
const chunkLength = 3700;
/** Two tokens at the contract's cap of 8192 characters fit; more would not fit into request headers. */
const maxChunks = 7;

/**
 * The one cookie of a session: sealed, and cut into `name.0`, `name.1`, … when it is long.
 *
 * At the root its name begins with `__Host-`. Below a path it would then go to every neighbour on the host, so it is bound
 * to the path instead (`__Secure-`), and a second cookie of the former kind, which says only whose session it is, keeps
 * a server of the same domain from planting a session of its own.
 */
export function createSessionCookie(options: {
  vault: Vault;
  https: boolean;
  nowSeconds: () => number;
  name?: string;
  lifetimeSeconds?: number;
  /** Where people open the app: browsers give one host's cookies to all its ports. */
  frontendOrigin?: string;
  /** The path below which the app lies; empty at the root. */
  base?: string;
  /** Told who sealed what comes in. */
  neighbours?: Neighbours;
}): SessionCookie {
  const { base = '' } = options;
  const plainName = `${options.name ?? 'sonde_session'}${portSuffix(options.frontendOrigin)}${base.replaceAll('/', '_')}`;
  const lifetimeSeconds = options.lifetimeSeconds ?? sessionLifetimeSeconds;
  const prefix = options.https ? (base === '' ? '__Host-' : '__Secure-') : '';
  const name = `${prefix}${plainName}`;
  const companion = prefix === '__Secure-' ? `__Host-${plainName}_of` : undefined;
  const attributesAt = (path: string): string =>
    `Path=${path}; HttpOnly; SameSite=Lax${options.https ? '; Secure' : ''}`;
  const chunkNames = Array.from({ length: maxChunks }, (_, index) => `${name}.${index}`);
  const set = (cookie: string, value: string, maxAge: number): string =>
    `${cookie}=${value}; ${attributesAt(cookie === companion ? '/' : base || '/')}; Max-Age=${maxAge}`;
  const expire = (cookie: string): string => `${set(cookie, '', 0)}; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;

  return {
    name,
    clear: () => [name, ...chunkNames, ...(companion ? [companion] : [])].map(expire),
    async write(session, requestCookies) {
      const parts = split(await options.vault.seal({ ...session, sealed: options.neighbours?.mark() }));
      if (parts.length > maxChunks) throw new Error('The tokens are too long for a session cookie.');
      const maxAge = Math.max(0, Math.min(lifetimeSeconds, session.ends - options.nowSeconds()));
      const written =
        parts.length === 1
          ? [[name, parts[0] ?? '']]
          : parts.map((part, index) => [`${name}.${index}`, part]);
      const leftovers = [...readCookies(requestCookies).keys()].filter(
        (cookie) => isOurs(name, cookie) && !written.some(([other]) => other === cookie),
      );
      return [
        ...written.map(([cookie = name, value = '']) => set(cookie, value, maxAge)),
        ...leftovers.map(expire),
        ...(companion ? [set(companion, digestOf(session), maxAge)] : []),
      ];
    },
    async open(requestCookies) {
      const sent = readCookies(requestCookies);
      const cookies = new Map([...sent].filter(([cookie]) => isOurs(name, cookie)));
      if (cookies.size === 0) return { state: 'none' };
      for (const sealed of readings(name, cookies)) {
        const content = await options.vault.open(sealed);
        const parsed = Session.safeParse(content);
        if (!parsed.success || parsed.data.ends <= options.nowSeconds()) continue;
        if (companion && !sent.get(companion)?.includes(digestOf(parsed.data))) continue;
        const marked = Marked.safeParse(content);
        if (marked.success) options.neighbours?.saw(marked.data.sealed);
        return { state: 'open', session: parsed.data };
      }
      return { state: 'unreadable' };
    },
  };
}

/** The same for all cookies of one sign-in, however often its tokens were renewed. */
const digestOf = ({ familyId }: Session): string => createHash('sha256').update(familyId).digest('base64url');

const Marked = z.object({ sealed: SealMark });

/** Two Sondes on one host keep their sessions apart; the usual port has the plain name. */
function portSuffix(origin: string | undefined): string {
  const { port } = new URL(origin ?? 'http://localhost');
  return port === '' || port === '3000' ? '' : `_${port}`;
}

const isOurs = (name: string, cookie: string): boolean =>
  cookie === name || (cookie.startsWith(`${name}.`) && /^\d{1,2}$/.test(cookie.slice(name.length + 1)));

function split(sealed: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < sealed.length; at += chunkLength) parts.push(sealed.slice(at, at + chunkLength));
  return parts;
}

/**
 * What the cookies may stand for: the single one, or the chunks from 0 up to the first gap, of which the last may be left
 * over from a longer session or set by a neighbour on another port. Only our own seal decides; a name that is sent twice
 * is nothing at all.
 */
function readings(name: string, cookies: ReadonlyMap<string, readonly string[]>): string[] {
  const valueOf = (cookie: string): string | undefined => {
    const values = cookies.get(cookie) ?? [];
    return values.length === 1 ? values[0] : undefined;
  };
  const single = valueOf(name);
  const parts: string[] = [];
  for (let index = 0; index < maxChunks; index += 1) {
    const part = valueOf(`${name}.${index}`);
    if (part === undefined) break;
    parts.push(part);
  }
  const joined = parts.map((_, index) => parts.slice(0, parts.length - index).join(''));
  return single === undefined ? joined : [single, ...joined];
}

/** Every value of every cookie, in the order sent. */
export function readCookies(header: string | undefined): Map<string, string[]> {
  const cookies = new Map<string, string[]>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const name = pair.slice(0, equals).trim();
    const value = pair.slice(equals + 1).trim();
    const said = cookies.get(name);
    if (said) said.push(value);
    else cookies.set(name, [value]);
  }
  return cookies;
}
