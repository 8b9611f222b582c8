import { Transform, type Readable } from 'node:stream';
import { Problem } from '@sonde/server-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const bodyTooLarge = (): Problem =>
  new Problem('too_large', 'request.too_large', 'The request body is larger than this route accepts.');

interface Limits {
  readonly limitBytes: number;
  /** Refuses a body that is whole now, if its sender may not send it any more. */
  readonly atEnd: () => Promise<unknown>;
}

/**
 * The body as it comes, which breaks off with a refusal where it passes its limit or ends before it is whole. Its last
 * piece waits for the word that it may still be sent: whoever reads it acts on it as soon as it is there.
 */
export function limitedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitBytes, atEnd }: Limits,
): Readable {
  let bytes = 0;
  let last: Buffer | undefined;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limitBytes) return done(bodyTooLarge());
      const before = last;
      last = chunk;
      return done(null, before);
    },
    flush(done) {
      atEnd().then(() => done(null, last), done);
    },
  });
  // Whoever reads hears of it through the stream; when nobody does any more, there is nothing left to say.
  limited.on('error', () => undefined);
  const { raw } = request;
  const cutOff = (): void => {
    if (!raw.readableEnded)
      limited.destroy(new Problem('malformed', 'request.malformed', 'The request body ended too early.'));
  };
  // It may have been cut off while its caller was being let in, and tells that once.
  if (raw.destroyed) cutOff();
  raw.on('error', cutOff).on('close', cutOff);
  raw.pipe(limited);
  reply.raw.once('finish', () => {
    raw.unpipe(limited);
    raw.resume();
    limited.destroy();
  });
  return limited;
}
