import type { IncomingHttpHeaders } from 'node:http';
import { basePath } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import { takesNoToken } from './problems.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'] as const;
/** A provider sends the browser here from its own site; the platform checks the state cookie. */
const openFromElsewhere: readonly string[] = [`${basePath}/auth/callback`];

export interface OriginGate {
  accepts(origin: string | undefined): boolean;
  /** Throws for a request that another site caused. */
  check(request: { method: string; path: string; headers: IncomingHttpHeaders }): void;
}

/**
 * CSRF defence by Fetch Metadata and Origin, beside SameSite cookies. The accepted origin comes from configuration;
 * the Host header is never asked. A loopback frontend may be opened under any of its three names.
 */
export function createOriginGate(frontendOrigin: string, base = ''): OriginGate {
  const url = new URL(frontendOrigin);
  const isLoopback = loopback.some((name) => name === url.hostname);
  const accepted = new Set(
    isLoopback
      ? loopback.map((name) => new URL(`${url.protocol}//${name}${url.port ? `:${url.port}` : ''}`).origin)
      : [url.origin],
  );
  const accepts = (origin: string | undefined): boolean => origin !== undefined && accepted.has(origin);
  return {
    accepts,
    check({ method, path, headers }) {
      const site = headers['sec-fetch-site'];
      const isReading = method === 'GET' || method === 'HEAD';
      const isOwn = isReading
        ? !path.startsWith('/api/') || openFromElsewhere.includes(path) || isOwnRead(site)
        : isOwnWrite(site, headers.origin, accepts);
      if (!isOwn && isProgram(headers)) throw takesNoToken();
      if (!isOwn) {
        throw new Problem(
          'forbidden',
          'request.cross_site',
          `This request did not come from a page of ${frontendOrigin}${base}. Open the app there and try again; if that is not its address, set FRONTEND_URL.`,
        );
      }
    },
  };
}

/** `none` is the person typing an address. Without the header CORS alone keeps other sites from reading. */
const isOwnRead = (site: string | string[] | undefined): boolean =>
  site === undefined || site === 'same-origin' || site === 'none';

/** A write must prove where it comes from; one that says nothing is no browser of ours. */
function isOwnWrite(
  site: string | string[] | undefined,
  origin: string | undefined,
  accepts: (origin: string | undefined) => boolean,
): boolean {
  if (origin !== undefined && !accepts(origin)) return false;
  return site === undefined ? origin !== undefined : site === 'same-origin';
}

/** What no browser sends by itself: a bearer token, without a word of where the request comes from, and no cookie. */
export const isProgram = ({ authorization, cookie, origin, ...headers }: IncomingHttpHeaders): boolean =>
  /^bearer /i.test(authorization ?? '') &&
  cookie === undefined &&
  origin === undefined &&
  headers['sec-fetch-site'] === undefined;
