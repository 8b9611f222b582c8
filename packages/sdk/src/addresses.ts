import { basePath } from './contract.ts';

/** The address of an operation below a base URL, which may have a path of its own and may already end in `/api/v1`. */
export function operationUrl(
  baseUrl: string,
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, params[name]));
  const url = new URL(`${root(baseUrl)}${basePath}${filled}`);
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return url;
}

export function socketUrl(baseUrl: string, path: string): URL {
  const url = operationUrl(baseUrl, path);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

function root(baseUrl: string): string {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl must begin with http:// or https://, but is "${baseUrl}".`);
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(new RegExp(`${basePath}$`), '');
}

/** Refuses what would lead to another path than the operation's. */
function pathSegment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`params.${name} must be a non-empty text that is not "." or "..".`);
  return encodeURIComponent(text);
}
