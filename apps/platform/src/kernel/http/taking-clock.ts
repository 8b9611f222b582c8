import type { ServerResponse } from 'node:http';
import { pipeline, Readable, Transform } from 'node:stream';

/**
 * Nobody whose line works takes nothing at all for so long. The systems of both sides hold some megabytes of an answer,
 * and ask for more once two or three of them are gone: a line of ten kilobytes a second shows that within this time.
 */
const takingTimeMs = 300_000;
/** How often one looks within it. */
const looks = 5;
/** Only a piece that is wholly gone shows that something is taken, so that a long one is handed over in parts. */
const pieceBytes = 64 * 1024;

/** The same bytes, in pieces that tell a slow line from one that takes nothing. Ends, and fails, with its source. */
export function inPieces(body: Readable | string): Readable {
  const source = typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body;
  const pieces = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; from += pieceBytes)
        this.push(chunk.subarray(from, from + pieceBytes));
      done();
    },
  });
  // A failure comes out of the pieces too, where whoever reads them hears of it.
  return pipeline(source, pieces, () => undefined);
}

/**
 * Ends an answer of which nothing has been taken for a while although something lies here: it keeps a place among the
 * downloads, or memory, that others wait for. One that waits for us, for a row or a model, is left alone.
 */
export function endUntaken(raw: ServerResponse, timeMs: number = takingTimeMs): void {
  let before = -1;
  let untaken = 0;
  const clock = setInterval(() => {
    // It looks for itself whether the answer is over: there is one listener less for each.
    if (raw.destroyed || raw.writableFinished) return clearInterval(clock);
    const { socket } = raw;
    if (!socket) return undefined;
    untaken = socket.writableLength > 0 && socket.bytesWritten === before ? untaken + 1 : 0;
    before = socket.bytesWritten;
    if (untaken >= looks) raw.destroy();
    return undefined;
  }, timeMs / looks).unref();
}
