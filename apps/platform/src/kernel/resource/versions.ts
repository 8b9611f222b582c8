import type { FastifyRequest } from 'fastify';
import { versionStale } from './problems.ts';

/** The versions a change may be made to; undefined when the caller does not mind. */
export type ExpectedVersions = ReadonlySet<number> | undefined;

/** From `If-Match: "3"`, and from `version` in the body; where both are given, both must hold. */
export function expectedVersions(call: {
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly body?: unknown;
}): ExpectedVersions {
  const named = namedVersions(call.request.headers['if-match']);
  const { version } = (call.body ?? {}) as { readonly version?: number };
  if (version === undefined) return named;
  return named === undefined || named.has(version) ? new Set([version]) : new Set();
}

/** An ETag that is none of ours, or a weak one, matches no version; `*` matches any. */
function namedVersions(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return undefined;
  return new Set(header.split(',').map((etag) => Number(/^\s*"(\d{1,15})"\s*$/.exec(etag)?.[1] ?? NaN)));
}

export function requireVersion(expected: ExpectedVersions, current: number): void {
  if (expected && !expected.has(current)) throw versionStale(current);
}
