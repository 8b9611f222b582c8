import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Uploads may take an hour on a slow line; nobody's patience goes further. */
export const longestRequestMs = 3_600_000;
const bodyTimeMs = 120_000;
/** Of a body that is read as it comes, within the time of an ordinary one: two kilobytes a second. */
const leastBytes = 256 * 1024;

/**
 * Cuts off who sends an ordinary body drop by drop: 32 MB fit into the time on a slow line. What is read as it comes, in
 * the hands of somebody who has been let in, may take as long as it takes, but has to come: room is kept for it.
 */
export function limitBodyTime(app: FastifyInstance, timeMs: number = bodyTimeMs): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': chunked } = raw.headers;
    const hasBody = chunked !== undefined || Number(length ?? 0) > 0;
    if (!hasBody) return;
    const clock = routeOptions.config?.isStreamed ? watchPace(raw, timeMs) : watchEnd(raw, timeMs);
    clock.unref();
    raw.once('close', () => clearTimeout(clock));
  });
}

const watchEnd = (raw: IncomingMessage, timeMs: number): NodeJS.Timeout =>
  setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, timeMs);

function watchPace(raw: IncomingMessage, timeMs: number): NodeJS.Timeout {
  let before = raw.socket.bytesRead;
  return setInterval(() => {
    const { bytesRead } = raw.socket;
    // What lies here unread is waiting for us.
    const isStalled = bytesRead - before < leastBytes && raw.readableLength === 0;
    before = bytesRead;
    if (isStalled && !raw.complete) raw.destroy();
  }, timeMs);
}
