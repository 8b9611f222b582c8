import type { FastifyRequest } from 'fastify';

/** From where a call comes, as far as it matters to people who read it later. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** User agents are text from strangers: bounded, and without anything that could forge a line of a log. */
export function callerOf(request: FastifyRequest): Caller {
  const agent = request.headers['user-agent'];
  return {
    ip: request.clientAddress,
    userAgent: agent ? agent.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 300) : null,
  };
}
