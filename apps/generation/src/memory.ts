import { Problem } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * All bodies that are being read or worked on share this much, so that many callers at once cannot fill the memory. A
 * body is charged by the size it announces, before any of it is read; one that announces none, by the most it may have.
 */
export function createMemory(bytesMax: number) {
  let taken = 0;
  return {
    charge(request: FastifyRequest, reply: FastifyReply, bodyMax: number): void {
      const announced = request.headers['content-length'];
      const bytes = announced === undefined ? bodyMax : Number(announced);
      if (bytes > bodyMax)
        throw new Problem('too_large', 'request.too_large', `The body is larger than ${bodyMax} bytes.`);
      if (taken + bytes > bytesMax)
        throw new Problem('unavailable', 'service.busy', 'Too much is under way. Try again shortly.', {
          headers: { 'retry-after': '2' },
        });
      taken += bytes;
      reply.raw.once('close', () => (taken -= bytes));
    },
  };
}
