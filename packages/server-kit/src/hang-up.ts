import type { IncomingMessage, ServerResponse } from 'node:http';

interface Exchange {
  readonly request: { readonly raw: IncomingMessage };
  readonly reply: { readonly raw: ServerResponse };
}

/**
 * Whether nobody waits for the answer any more. It goes by the connection: Node destroys the stream of a request as soon
 * as it has been read, so that one whose body is parsed a moment later looks like one that was given up.
 */
export const hasHungUp = ({ request, reply }: Exchange): boolean =>
  // What `inject` of Fastify stands in for has no state.
  request.raw.socket?.destroyed === true && !reply.raw.writableFinished;

/** Calls `then` when the caller hangs up before the answer is out, at once if that has happened already. */
export function onHangUp({ request, reply }: Exchange, then: () => void): void {
  if (hasHungUp({ request, reply })) return then();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) then();
  });
  return undefined;
}

/** Aborted when the caller hangs up before the answer. */
export function hangUpSignal(exchange: Exchange): AbortSignal {
  const controller = new AbortController();
  onHangUp(exchange, () => controller.abort(new Error('The caller hung up.')));
  return controller.signal;
}
