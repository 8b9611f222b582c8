import type { FastifyInstance } from 'fastify';
import { requestOf, type AgentTool } from './tools.ts';

/** Whom a call of a tool speaks for, as its route will judge it. */
export interface ToolCaller {
  readonly headers: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly signal: AbortSignal;
}

export interface ToolAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly nextCursor: string | null;
  readonly limitCharacters: number;
}

/** A tool is its route: called inside the server with the bearer of the caller, so that nothing can differ. */
export async function callRoute(
  http: Pick<FastifyInstance, 'inject'>,
  tool: AgentTool,
  { given, caller }: { readonly given: Readonly<Record<string, unknown>>; readonly caller: ToolCaller },
): Promise<ToolAnswer> {
  const { limitCharacters, ...made } = requestOf(tool, given);
  const answer = await http.inject({
    ...made,
    signal: caller.signal,
    ...(caller.address === undefined ? {} : { remoteAddress: caller.address }),
    headers: {
      ...caller.headers,
      ...(made.payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  const body: unknown = JSON.parse(answer.body);
  return { status: answer.statusCode, body, nextCursor: cursorIn(answer.headers.link), limitCharacters };
}

/** Of the page after this one. */
export function cursorIn(link: unknown): string | null {
  const [, address] = /^<([^>]+)>; rel="next"$/.exec(typeof link === 'string' ? link : '') ?? [];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('cursor');
}
