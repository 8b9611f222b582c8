import { basePath, type Alias, type Operation } from '@sonde/contract';
import type { RouteOptions } from 'fastify';

/** Fastify's way of writing a path. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Where an alias is found. */
export const aliasRoute = (operation: Operation, alias: Alias): Pick<RouteOptions, 'method' | 'url'> => ({
  method: alias.method ?? operation.method,
  url: `${basePath}${routePath(alias.path ?? operation.path)}`,
});

/** 308: the caller comes again with the same method and body; who they are is asked there. */
export function redirectRoute(operation: Operation, alias: Alias): RouteOptions {
  return {
    ...aliasRoute(operation, alias),
    config: { operationId: operation.id },
    onRequest: async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>;
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      );
      const [, query] = request.url.split(/(?=\?)/, 2);
      return reply
        .code(308)
        .header('location', `${basePath}${path}${query ?? ''}`)
        .send();
    },
    handler: async () => undefined,
  };
}
