import { autoConfigure, type AutoConfigureResult } from '@sonde/contract';
import { problemBody } from '@sonde/server-kit';
import { PassThrough } from 'node:stream';
import { Answer, reportFailure, type Mount } from '#kernel/http';
import type { Autoconfigure } from './service.ts';

/** One JSON answer, or, for whoever accepts an event stream, the steps as they happen and then the same object. */
export function autoconfigureRoutes(mount: Mount, autoconfigure: Autoconfigure): void {
  mount(autoConfigure, async ({ principal, body, request, signal }) => {
    if (!(request.headers.accept ?? '').includes('text/event-stream'))
      return new Answer(200, await autoconfigure.run(principal, body, { signal }));
    const stream = new PassThrough();
    const send = (event: string, data: unknown): void =>
      void stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    // A refusal before the first step is an ordinary problem; afterwards it can only be told inside the stream.
    const first = Promise.withResolvers<void>();
    let isUnderWay = false;
    const run = autoconfigure.run(principal, body, {
      signal,
      onProgress: (progress) => {
        isUnderWay = true;
        first.resolve();
        send('progress', progress);
      },
    });
    const finished = run.then(
      (result: AutoConfigureResult) => send('result', result),
      (error: unknown) => {
        if (!isUnderWay) return first.reject(error);
        // Inside a stream the problem is an event, of the same shape and under the same id as elsewhere.
        send('error', problemBody(reportFailure(error, request), request.id));
      },
    );
    await first.promise;
    void finished.then(() => stream.end());
    return new Answer(200, stream, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });
}
