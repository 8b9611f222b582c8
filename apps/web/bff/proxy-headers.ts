import type { IncomingHttpHeaders } from 'node:http';
import { readCookies } from './session-cookie.ts';

/** What a browser may say to the platform. Cookies, credentials and forwarding headers are not among it. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'content-encoding',
  'if-none-match',
  'if-match',
  'if-modified-since',
  'range',
  'if-range',
  'last-event-id',
  'x-project-id',
] as const;

const answerHeaders = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-language',
  'content-range',
  'accept-ranges',
  'etag',
  'last-modified',
  'vary',
  'link',
  'retry-after',
  'x-request-id',
  'x-total-count',
  'x-total-count-exact',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
] as const;

/** Cookies that bind a provider's answer to the browser that asked; no other cookie crosses in either direction. */
const providerCookie = /^(?:__Host-|__Secure-)?sonde_oauth[\w.-]*$/;

type Headers = Record<string, string | string[]>;

export function pick(headers: IncomingHttpHeaders, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Compression passes through untouched, unless the answer must be read here. */
export const upstreamHeaders = (headers: IncomingHttpHeaders, readHere: boolean): Headers =>
  pick(headers, readHere ? requestHeaders : [...requestHeaders, 'accept-encoding']);

export function downstreamHeaders(headers: IncomingHttpHeaders, base = ''): Headers {
  const caching = String(headers['cache-control'] ?? '');
  return {
    ...pick(headers, answerHeaders),
    ...(typeof headers.link === 'string' ? { link: presentLink(headers.link, base) } : {}),
    // What somebody uploaded may be a page: opened by itself it can do nothing in our name.
    ...(headers['content-disposition'] === undefined
      ? {}
      : { 'content-security-policy': "default-src 'none'; sandbox" }),
    // A stored file may be kept by this one browser and asked about by its ETag; all else is never kept.
    'cache-control': headers.etag && /\bprivate\b|\bno-cache\b/.test(caching) ? caching : 'no-store',
  };
}

export function providerCookiesOf(header: string | undefined): Headers {
  const kept = [...readCookies(header)]
    .filter(([name]) => providerCookie.test(name))
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`));
  return kept.length > 0 ? { cookie: kept.join('; ') } : {};
}

/** Host-only, whatever the platform thought its own host to be. */
export const providerSetCookies = (value: string | string[] | undefined): string[] =>
  [value ?? []]
    .flat()
    .filter((cookie) => providerCookie.test(cookie.split('=', 1)[0] ?? ''))
    .map((cookie) => cookie.replace(/;\s*domain=[^;]*/gi, ''));

/** Our platform's own address never reaches the page: a location there becomes a path here. */
export function presentLocation(
  location: string,
  { platformOrigin, base }: { platformOrigin: string; base: string },
): string {
  const url = URL.parse(location);
  return url?.origin === platformOrigin ? `${base}${url.pathname}${url.search}${url.hash}` : location;
}

/** The next page of a list is asked for here, below our own path and not below that of the platform. */
const presentLink = (link: string, base: string): string =>
  link.replace(/<[\w./~-]*?(?=\/api\/v1\/)/, `<${base}`);
