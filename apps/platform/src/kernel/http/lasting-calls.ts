import type { Operation } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accessChanged, concerns } from '../access-changed.ts';
import type { Events } from '../events.ts';
import type { AccessGate, Principal } from './access.ts';
import { isStreamed } from './read-input.ts';

export interface LastingCall {
  readonly operation: Operation;
  readonly principal: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Calls that go on for as long as the other side likes: their body, their answer, or the target that they wait for. */
export interface LastingCalls {
  /** Watches one from when it was let in until it is over. */
  enter(call: LastingCall): void;
  /** Aborted as soon as the rights for a call end, so that nothing more is asked on behalf of it. */
  ended(request: FastifyRequest): AbortSignal | undefined;
  /** Before the answer goes out bit by bit: refuses it if the rights for it have ended since. From here on they end it. */
  begin(request: FastifyRequest): Promise<void>;
}

/** Also without a word: a token that runs out tells nobody, and a word may be lost with a connection. */
const recheckEveryMs = 60_000;

/**
 * Every other call is over before rights change in the middle of it. These are cut as sockets are, by the same word: what
 * a person holds has ended, or their rights have changed. What waits for a target is told to stop waiting.
 */
export function createLastingCalls({
  app,
  gate,
  events,
}: {
  readonly app: FastifyInstance;
  readonly gate: AccessGate;
  readonly events: Pick<Events, 'subscribe'>;
}): LastingCalls {
  const calls = new Map<FastifyRequest, LastingCall & { isAnswering: boolean; ended: AbortController }>();
  const underWay = () => [...calls.values()];

  async function recheck(call: ReturnType<typeof underWay>[number]): Promise<void> {
    const { operation, principal, request, reply } = call;
    try {
      if (await gate.recheck(operation, principal, request)) return;
    } catch (error) {
      // While the database is away nothing more is read from it either; the next round asks again.
      request.log.warn({ err: error }, 'the rights of a call under way could not be checked');
      return;
    }
    call.ended.abort(rightsEnded());
    if (call.isAnswering) reply.raw.destroy();
    // An ordinary body is asked about when it is whole.
    else if (isStreamed(operation) && !request.raw.complete) request.raw.destroy();
  }

  const forget = events.subscribe(accessChanged, async (event) => {
    await Promise.all(
      underWay()
        .filter(({ principal }) => concerns(event, principal))
        .map(recheck),
    );
  });
  const rounds = setInterval(() => {
    for (const call of underWay()) void recheck(call);
  }, recheckEveryMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(rounds);
    forget();
  });

  return {
    enter(call) {
      calls.set(call.request, { ...call, isAnswering: false, ended: new AbortController() });
      call.reply.raw.once('close', () => calls.delete(call.request));
    },
    ended: (request) => calls.get(request)?.ended.signal,
    async begin(request) {
      const call = calls.get(request);
      if (!call) return;
      // With the refusal that the call would get now; rights that have come back are rights.
      if (call.ended.signal.aborted) await gate.check(call.operation, request);
      call.isAnswering = true;
    },
  };
}

const rightsEnded = (): Problem =>
  new Problem(
    'unauthenticated',
    'auth.unauthenticated',
    'The rights for this call ended while it was under way.',
  );
