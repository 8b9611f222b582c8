import { hostForbidden, originForbidden } from './problems.ts';

/** Against pages that reach a service in the network of whoever looks at them, by a name of their own making. */
export function createHostCheck(allowedHosts: readonly string[]) {
  const allowed = new Set(allowedHosts);
  const isAllowed = (url: URL | undefined): boolean =>
    url !== undefined && (isLoopback(url.hostname) || allowed.has(url.hostname) || allowed.has(url.host));
  return {
    checkHost(host: string): URL {
      const url = parsed(`http://${host}`);
      if (!url || url.pathname !== '/' || url.username || url.search || !isAllowed(url))
        throw hostForbidden();
      return url;
    },
    /** Programs send no origin; pages always do. */
    checkOrigin(origin: string | undefined): void {
      if (origin !== undefined && !isAllowed(parsed(origin))) throw originForbidden();
    },
  };
}

export const isLoopback = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name);

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);
