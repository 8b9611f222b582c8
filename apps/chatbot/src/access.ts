import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { addressKey, createClientAddress, parseNetworks } from '@sonde/server-kit';
import type { Log } from './log.ts';

/** Who asks: `quotaKey` is what the daily quota counts by, `owner` is whom sessions belong to. */
export type Caller = Readonly<{ quotaKey: string; owner: string }>;

export type Access = Readonly<{
  mode: 'public' | 'authenticated';
  /** The caller, or undefined when authentication is configured and the bearer token is missing or wrong. */
  identify(request: AccessRequest): Caller | undefined;
}>;

export type AccessRequest = Readonly<{
  headers: IncomingHttpHeaders;
  remoteAddress: string | undefined;
}>;

type AccessOptions = Readonly<{
  log: Log;
  apiKey: string | undefined;
  trustedProxies: readonly string[];
}>;

/** The parts of an HTTP request that tell who asks. */
export function accessRequest(request: {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}): AccessRequest {
  return { headers: request.headers, remoteAddress: request.socket.remoteAddress };
}

export function createAccess({ apiKey, trustedProxies, log }: AccessOptions): Access {
  return apiKey === undefined ? publicAccess(trustedProxies, log) : keyedAccess(apiKey);
}

/** Without a key anybody may talk, counted by address; a session belongs to whoever knows its id. */
function publicAccess(trustedProxies: readonly string[], log: Log): Access {
  const clientAddress = createClientAddress(parseNetworks(trustedProxies.join(',')), {
    fallback: 'farthest',
  });
  let warned = false;
  // Behind a proxy nobody declared, all its callers share one quota: worth a line in the log.
  const warnOnce = (): void => {
    if (!warned) log.warn('X-Forwarded-For is ignored. Behind a proxy, set TRUSTED_PROXIES.', {});
    warned = true;
  };
  // One connection asks many times; the address of the latest is not worked out anew.
  let latest: { remoteAddress: string | undefined; caller: Caller } | undefined;
  return {
    mode: 'public',
    identify({ headers, remoteAddress }) {
      const forwardedFor = headers['x-forwarded-for'];
      if (forwardedFor === undefined && latest !== undefined && latest.remoteAddress === remoteAddress) {
        return latest.caller;
      }
      if (forwardedFor !== undefined && trustedProxies.length === 0) warnOnce();
      const address = clientAddress(remoteAddress, forwardedFor);
      const caller = { quotaKey: `ip:${addressKey(address)}`, owner: '' };
      if (forwardedFor === undefined) latest = { remoteAddress, caller };
      return caller;
    },
  };
}

/** The holder of the key speaks for its users: X-User-ID and X-Organization-ID are believed only behind it. */
function keyedAccess(apiKey: string): Access {
  const expected = digest(apiKey);
  return {
    mode: 'authenticated',
    identify({ headers }) {
      const token = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
      // Digests have one length, so the comparison takes the same time for every guess.
      if (token === undefined || !timingSafeEqual(digest(token), expected)) return undefined;
      const user = headerName(headers['x-user-id']) ?? 'default-user';
      const organization = headerName(headers['x-organization-id']) ?? 'default-organization';
      return { quotaKey: `user:${user}`, owner: `${organization} ${user}` };
    },
  };
}

function headerName(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value.join(',') : (value ?? '')).trim();
  if (text === '') return undefined;
  // Spaces are encoded so that an organization and a user never run together; a long id is kept as its digest.
  return text.length > 100 ? digest(text).toString('base64url') : encodeURIComponent(text.toWellFormed());
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
