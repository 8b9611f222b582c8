import { isSecretName } from '@sonde/secrets';
import { EgressError } from './errors.ts';

export type Hop = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  /** The status that sent us here; 0 for the first hop. */
  status: number;
};

export type RedirectQuestion = {
  current: Hop;
  status: number;
  location: string | string[] | undefined;
  input: { maxRedirects?: number; secretHeaderNames?: readonly string[]; bodyIsSecret?: boolean };
  hopCount: number;
};

/** The request a redirect asks for, or undefined when the answer is not a redirect to follow. */
export function nextHop({ current, status, location, input, hopCount }: RedirectQuestion): Hop | undefined {
  if (!REDIRECT_STATUSES.has(status)) return undefined;
  const target = Array.isArray(location) ? location[0] : location;
  const maxRedirects = input.maxRedirects ?? 5;
  if (target === undefined || maxRedirects === 0) return undefined;
  if (hopCount >= maxRedirects) {
    throw redirectError(
      'too_many_redirects',
      status,
      `The application redirected more than ${maxRedirects} times.`,
    );
  }
  if (!URL.canParse(target, current.url.href)) {
    throw redirectError(
      'invalid_redirect',
      status,
      'The application redirected to something that is not an address.',
    );
  }
  const url = new URL(target, current.url);
  const becomesGet =
    (status === 303 && current.method !== 'HEAD') ||
    ((status === 301 || status === 302) && current.method === 'POST');
  const crossesOrigin = url.origin !== current.url.origin;
  const body = becomesGet ? null : current.body;
  if (crossesOrigin && body !== null && input.bodyIsSecret === true) {
    throw redirectError(
      'redirect_with_secret',
      status,
      'The application redirected to another origin and the body holds a secret, so it was not sent on. Use the final address in the configuration.',
    );
  }
  let headers = current.headers;
  if (crossesOrigin) headers = withoutCredentials(headers, input.secretHeaderNames ?? []);
  if (becomesGet) headers = withoutNames(headers, BODY_HEADERS);
  return { url, method: becomesGet ? 'GET' : current.method, headers, body, status };
}

/** Headers a caller may set: framing and routing belong to the connection, and a foreign Host would mislead TLS and proxies. */
export function headersForHop(headers: Readonly<Record<string, string>>): Record<string, string> {
  return withoutNames(headers, CONNECTION_HEADERS);
}

/** Drops every header that can carry a credential, by its usual names and by the caller's own list. */
function withoutCredentials(
  headers: Record<string, string>,
  secretHeaderNames: readonly string[],
): Record<string, string> {
  const named = new Set(secretHeaderNames.map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()) && !namesCredential(name)),
  );
}

export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.has(name.toLowerCase());
}

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const BODY_HEADERS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
]);
const CONNECTION_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
]);
/** What tells who is calling without being a credential by its name. */
const TELLS_WHO = /auth|cookie|session/i;
const namesCredential = (name: string): boolean => isSecretName(name, 'header') || TELLS_WHO.test(name);

function withoutNames(
  headers: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase())));
}

function redirectError(code: string, status: number, message: string): EgressError {
  return new EgressError({ stage: 'redirect', code, status, message });
}
