import type { FastifyInstance } from 'fastify';

/** Uploads may take an hour on a slow line; nobody's patience goes further. */
export const longestRequestMs = 3_600_000;
const bodyTimeMs = 120_000;

/**
 * Cuts off who sends an ordinary body drop by drop: 32 MB fit into the time on a slow line. What is read as it comes, in
 * the hands of somebody who has been let in, may take as long as it takes.
 */
export function limitBodyTime(app: FastifyInstance, timeMs: number = bodyTimeMs): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers;
    const hasBody = chunked !== undefined || Number(length ?? 0) > 0;
    if (!hasBody || routeOptions.config?.isStreamed) return;
    const clock = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, timeMs).unref();
    raw.once('close', () => clearTimeout(clock));
  });
}
