import type { Operation } from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './access.ts';
import type { Page } from './answer.ts';

/** What makes a list the one it is: who asks for what, in which order. The size of its pages may change under way. */
export function listIdentity(
  operation: Operation,
  principal: Principal | undefined,
  query: Record<string, unknown> | undefined,
): readonly unknown[] {
  const { cursor: _cursor, limit: _limit, skip: _skip, $select: _select, ...rest } = query ?? {};
  const asked = Object.keys(rest)
    .toSorted((one, two) => one.localeCompare(two))
    .map((name) => [name, rest[name]]);
  return [operation.id, principal?.organizationId, principal?.projectId, asked];
}

export function pageHeaders(
  page: Page<unknown>,
  request: FastifyRequest,
  nextCursor: (position: string) => string,
): Record<string, string> {
  return {
    'x-total-count': String(page.total),
    ...(page.isExact ? {} : { 'x-total-count-exact': 'false' }),
    ...(page.next === undefined ? {} : { link: nextLink(request, nextCursor(page.next)) }),
  };
}

function nextLink(request: FastifyRequest, cursor: string): string {
  const [path = '', query] = request.url.split('?', 2);
  const next = new URLSearchParams(query);
  next.delete('skip');
  next.set('cursor', cursor);
  return `<${path}?${next.toString()}>; rel="next"`;
}
