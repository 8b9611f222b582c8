import { createHash } from 'node:crypto';
import { securityHeaders } from '@sonde/server-kit';

export interface HeaderPolicy {
  /** For JSON and files: nothing in them may run or be framed. */
  readonly data: Readonly<Record<string, string>>;
  /** For pages. Inline scripts of our own built page are named by their hash; no other may run. */
  page(path: string, html: string): Record<string, string>;
}

export function createHeaderPolicy(options: {
  https: boolean;
  frontendOrigin: string;
  base: string;
}): HeaderPolicy {
  // Below a path the host is somebody else's, who decides whether all of it is to be reached by TLS alone.
  const data = securityHeaders({ https: options.https && options.base === '' });
  const socketOrigin = options.frontendOrigin.replace(/^http/, 'ws');
  return {
    data,
    page: (path, html) => ({
      ...data,
      // A page below /auth may carry a code or a token in its address.
      'referrer-policy': path.startsWith('/auth/') ? 'no-referrer' : 'strict-origin',
      'content-security-policy': [
        "default-src 'self'",
        `script-src ${["'self'", ...inlineScriptHashes(html)].join(' ')}`,
        // The code editor and positioned popups write style attributes.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        // Older engines do not count a socket to the same host as 'self'.
        `connect-src 'self' ${socketOrigin}`,
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'cache-control': 'no-store',
    }),
  };
}

const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  );
