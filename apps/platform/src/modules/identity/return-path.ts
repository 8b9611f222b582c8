const longestPath = 2_000;

/**
 * Where to go after signing in: a path of our own site, or nothing. Read by the same parser browsers use, so that a
 * spelling they would take for another site is found out here.
 */
export function safeReturnPath(wish: string | null | undefined): string | undefined {
  if (!wish || wish.length > longestPath || !wish.startsWith('/')) return undefined;
  if (/[\u0000-\u0020\u007f\\]/.test(wish)) return undefined;
  const base = 'https://site.invalid';
  if (!URL.canParse(wish, base)) return undefined;
  const url = new URL(wish, base);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === base && !path.startsWith('//') ? path : undefined;
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin to return to: our frontend, or outside production a loopback origin with exactly one of three names.
 * Anything else is as if nothing had been said.
 */
export function safeReturnOrigin(
  wish: string | undefined,
  { frontendUrl, allowLoopback }: { frontendUrl: string; allowLoopback: boolean },
): string {
  if (!wish || !URL.canParse(wish)) return frontendUrl;
  const url = new URL(wish);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password;
  return allowLoopback && isPlain && loopbackNames.has(url.hostname) ? url.origin : frontendUrl;
}
