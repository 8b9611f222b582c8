import { Readable } from 'node:stream';
import type { Operation } from '@sonde/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessGate, Principal } from './access.ts';
import type { Answer } from './answer.ts';
import { requireNamed } from './named-things.ts';

interface Asked {
  readonly gate: AccessGate;
  readonly operation: Operation;
  readonly principal: Principal | undefined;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What is read faster than this is read with the rights it began with. */
const momentMs = 1000;

/**
 * What waits for a target, or is read slowly, is answered to whoever may have it when it is there: the caller may have
 * been removed, or their token revoked, since they asked. The same for its failure, which may hold words of the target.
 * What has been changed meanwhile stays changed, and what a moment changes is told to whoever did it, since it may have
 * been their own rights.
 */
export async function whileAllowed(asked: Asked, work: () => Promise<Answer>): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await work();
  } catch (failure) {
    await requireStill(asked);
    throw failure;
  }
  try {
    await requireStill(asked);
  } catch (refusal) {
    if (answer.body instanceof Readable) answer.body.destroy();
    throw refusal;
  }
  return answer;
}

async function requireStill({ gate, operation, principal, body, request, reply }: Asked): Promise<void> {
  const isSlowRead = operation.method === 'GET' && reply.elapsedTime > momentMs;
  if (!principal || reply.sent || (operation.takes !== 'target' && !isSlowRead)) return;
  // With the refusal that the call would get if it began now.
  const now = (await gate.recheck(operation, principal, request)) ?? (await gate.check(operation, request));
  requireNamed(operation, now, body);
}
