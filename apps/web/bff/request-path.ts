import { Problem } from '@sonde/server-kit';

/** Segments of unreserved characters. Nothing we serve needs an escape in its path, so none can hide a trick. */
const apiPath = /^(?:\/[A-Za-z0-9._~-]+)+\/?$/;
/** Pages may carry escaped text, but nothing that another reader could take for a separator or a step upwards. */
const pagePath = /^\/(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%(?!2[ef]|5c|25|0|1|7f)[0-9a-f]{2})*$/i;

/** The path of a request target without its query; throws for every spelling that two readers may read apart. */
export function strictPath(target: string): string {
  const path = target.split('?', 1)[0] ?? '';
  // The router reads escapes before it looks for a route, so what they say decides which rule holds.
  const meant = decoded(path);
  const isApi = meant === '/api' || meant.startsWith('/api/');
  const segments = path.split('/');
  const isStrange =
    !(isApi ? apiPath : pagePath).test(path) ||
    path.includes('//') ||
    segments.includes('.') ||
    segments.includes('..') ||
    !isDecodable(path);
  if (isStrange) {
    throw new Problem(
      'malformed',
      'request.path_refused',
      'The path of this request holds escapes or steps that are not accepted. Write it plainly, without "..", "//" or encoded separators.',
    );
  }
  return path;
}

/** A path on this site that a redirect may lead to, or undefined. */
export function sameSitePath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2000) return undefined;
  try {
    strictPath(text);
  } catch {
    return undefined;
  }
  return /^[\x21-\x7e]*$/.test(text) && !text.includes('\\') && !text.startsWith('/api/') ? text : undefined;
}

const decoded = (path: string): string => (isDecodable(path) ? decodeURIComponent(path) : path);

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
