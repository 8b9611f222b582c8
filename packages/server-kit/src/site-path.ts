/** Where people reach a server: the origin, and the path below which all of it lies, which is empty at the root. */
export interface Site {
  /** Origin and path, without a slash at the end. */
  readonly url: string;
  readonly origin: string;
  /** Such as `/sonde`. */
  readonly base: string;
}

/** Plain words that mean the same to every proxy: no escapes, no steps, nothing hidden. */
const basePattern = /^(?:\/[A-Za-z0-9][A-Za-z0-9._~-]*)*$/;

/** The site of an address in which `siteFault` found nothing. */
export function siteOf(address: string): Site {
  const { origin, pathname } = new URL(address);
  const base = pathname.replace(/\/$/, '');
  return { url: `${origin}${base}`, origin, base };
}

/**
 * What is wrong with an address below which a server is to live. A path that begins with a word of the server itself
 * (`taken`) is refused: behind a proxy that takes the path away, nobody could tell which of the two is meant.
 */
export function siteFault(address: string, taken: ReadonlySet<string>): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'must begin with http:// or https://';
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    return 'must be an address and perhaps a path, with nothing before or behind them';
  const base = url.pathname.replace(/\/$/, '');
  if (!basePattern.test(base)) return 'has a path of other than plain words, such as /sonde or /tools/sonde';
  const [, first = ''] = base.split('/');
  return taken.has(first)
    ? `has a path that begins with /${first}, which is a word of Sonde itself; take another one`
    : undefined;
}

/**
 * A request target as it is below `base`. It may be so already: some proxies pass the path on, others take it away, and
 * health checks come past them.
 */
export function belowBase(target: string, base: string): string {
  if (base === '' || !target.startsWith(base)) return target;
  const rest = target.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : target;
}
