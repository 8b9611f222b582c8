const longestPath = 2_000;

/**
 * Where to go after signing in: a path of our own site, or nothing. Read by the same parser browsers use, so that a
 * spelling they would take for another site is found out here.
 */
export function safeReturnPath(input: string | null | undefined): string | undefined {
  if (!input || input.length > longestPath || !input.startsWith('/')) return undefined;
  if (/[\u0000-\u0020\u007f\\]/.test(input)) return undefined;
  const base = 'https://site.invalid';
  if (!URL.canParse(input, base)) return undefined;
  const url = new URL(input, base);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === base && !path.startsWith('//') ? path : undefined;
}

const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin to return to: our frontend, or outside production a loopback origin with exactly one of three names.
 * Anything else is as if nothing had been said.
 */
export function safeReturnOrigin(
  input: string | undefined,
  { frontendUrl, allowLoopback }: { frontendUrl: string; allowLoopback: boolean },
): string {
  const { origin } = new URL(frontendUrl);
  if (!input || !URL.canParse(input)) return origin;
  const url = new URL(input);
  const isPlain = (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password;
  return allowLoopback && isPlain && loopbackNames.has(url.hostname) ? url.origin : origin;
}
