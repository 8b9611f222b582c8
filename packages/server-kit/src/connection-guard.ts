import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseOwnCall, type ownCallMark } from './own-calls.ts';
import { Problem } from './problem.ts';

/** Nobody pipelines on purpose; who does this often does not read the answers, which wait in memory meanwhile. */
const mostUnderWay = 32;

/**
 * What a request must pass before anything else looks at it. It throws for what is refused with an answer; where it says
 * `cut`, the connection has ended and there is nobody to answer.
 */
export function createConnectionGuard({
  ownCalls,
}: {
  /** Refuses what bears it; left out by whoever may be called for members. */
  readonly ownCalls?: ReturnType<typeof ownCallMark>;
} = {}): (request: IncomingMessage, response: ServerResponse) => 'cut' | undefined {
  const underWay = new WeakMap<object, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (count > mostUnderWay) {
      // Node goes on handing over what it has read, so each further one ends here as well.
      socket.destroy();
      return 'cut';
    }
    if (!hasOneHost(request))
      throw new Problem('malformed', 'request.malformed', 'The request has more than one Host header.');
    if (ownCalls) refuseOwnCall(request.headers, ownCalls);
    return undefined;
  };
}

/** RFC 9112 §3.2: a request with two Host headers is to be refused, since two readers may each believe another one. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length < 2;
}
