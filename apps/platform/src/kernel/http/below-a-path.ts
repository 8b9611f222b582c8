import { belowBase } from '@sonde/server-kit';
import type { FastifyInstance } from 'fastify';

/**
 * A request target as it is at the root, whether or not the proxy in front left the path there. What RFC 8615 puts before
 * the path of a thing (`/.well-known/<name>/<path>`) is known below the path as well.
 */
export function atRoot(target: string, bases: readonly string[]): string {
  const base = bases.find((one) => belowBase(target, one) !== target);
  if (base !== undefined) return belowBase(target, base);
  const [, wellKnown, rest] = /^(\/\.well-known\/[\w-]+)(\/.*)$/.exec(target) ?? [];
  if (wellKnown === undefined || rest === undefined) return target;
  const inserted = bases.find((one) => belowBase(rest, one) !== rest);
  return inserted === undefined ? target : wellKnown + belowBase(rest, inserted);
}

/** Paths that an answer names in its head are told as the caller has to ask for them. */
export function leaveBelow(app: FastifyInstance, base: string): void {
  if (base === '') return;
  app.addHook('onSend', async (_request, reply) => {
    const { location, link } = reply.getHeaders();
    if (typeof location === 'string' && /^\/(?!\/)/.test(location))
      void reply.header('location', `${base}${location}`);
    if (typeof link === 'string') void reply.header('link', link.replace(/^<(?=\/)/, `<${base}`));
  });
}
