import { Transform, type Readable } from 'node:stream';
import { Problem } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const bodyTooLarge = (): Problem =>
  new Problem('too_large', 'request.too_large', 'The request body is larger than this route accepts.');

/** The body as it comes, which breaks off with a refusal where it passes its limit or ends before it is whole. */
export function limitedBody(request: FastifyRequest, reply: FastifyReply, limitBytes: number): Readable {
  let bytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > limitBytes ? bodyTooLarge() : null, chunk);
    },
  });
  // Whoever reads hears of it through the stream; when nobody does any more, there is nothing left to say.
  limited.on('error', () => undefined);
  const { raw } = request;
  const cutOff = (): void => {
    if (!raw.readableEnded)
      limited.destroy(new Problem('malformed', 'request.malformed', 'The request body ended too early.'));
  };
  raw.on('error', cutOff).on('close', cutOff);
  raw.pipe(limited);
  reply.raw.once('finish', () => {
    raw.unpipe(limited);
    raw.resume();
    limited.destroy();
  });
  return limited;
}
