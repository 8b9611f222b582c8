import { generate } from '@sonde/contract';
import { problemBody } from '@sonde/server-kit';
import { PassThrough } from 'node:stream';
import { Answer, reportFailure, type Mount } from '#kernel/http';
import type { Said } from '#models';
import { refuse, usageOf, type Generation } from './service.ts';

/** One JSON answer, or its pieces as they come. */
export function generationRoutes(mount: Mount, generation: Generation): void {
  mount(generate, async ({ principal, body, request, signal }) => {
    if (!body.stream) return new Answer(200, await generation.generate(principal, body, signal));
    const { model, pieces } = await generation.stream(principal, body, signal);
    const iterator = pieces[Symbol.asyncIterator]();
    // A failure before the first piece is an ordinary problem; afterwards it can only be told inside the stream.
    const first = await iterator.next().catch(refuse);
    const stream = new PassThrough();
    const send = async (text: string): Promise<void> => {
      // Whoever reads slowly holds the model up, rather than having its words wait in memory.
      if (!stream.write(text) && !stream.destroyed)
        await Promise.race([new Promise((drained) => stream.once('drain', drained)), hungUp(signal)]);
    };
    const pass = async (): Promise<void> => {
      for (let next = first; !next.done; next = await iterator.next().catch(refuse)) {
        await send(`data: ${JSON.stringify(eventOf(model, next.value))}\n\n`);
      }
      await send('data: [DONE]\n\n');
    };
    void pass()
      .catch((error: unknown) =>
        send(
          `event: error\ndata: ${JSON.stringify(problemBody(reportFailure(error, request), request.id))}\n\n`,
        ),
      )
      .finally(() => stream.end());
    return new Answer(200, stream, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });
}

const hungUp = (signal: AbortSignal): Promise<void> =>
  new Promise((settle) => {
    if (signal.aborted) return settle();
    signal.addEventListener('abort', () => settle(), { once: true });
  });

const eventOf = (model: string, piece: string | Said) =>
  typeof piece === 'string'
    ? { model, choices: [{ delta: { content: piece }, finish_reason: null }] }
    : { model, choices: [{ delta: {}, finish_reason: piece.finishReason }], usage: usageOf(piece) };
