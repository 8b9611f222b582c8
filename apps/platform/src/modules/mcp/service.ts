import {
  Server,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { problemBody } from '@sonde/server-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reportFailure } from '#kernel/http';
import { replyText } from './reply.ts';
import { requestOf, type AgentTool } from './tools.ts';

interface Options {
  readonly version: string;
  readonly http: Pick<FastifyInstance, 'inject'>;
}

interface Visit {
  readonly tools: readonly AgentTool[];
  readonly message: unknown;
  readonly request: FastifyRequest;
  readonly signal: AbortSignal;
}

export type Mcp = ReturnType<typeof createMcp>;

/** Stateless: each message is answered by a server of its own, which knows nothing of the one before. */
export function createMcp({ version, http }: Options) {
  async function callTool(tool: AgentTool, given: Readonly<Record<string, unknown>>, visit: Visit) {
    try {
      const { limitCharacters, ...made } = requestOf(tool, given);
      const answer = await http.inject({
        ...made,
        signal: visit.signal,
        remoteAddress: visit.request.clientAddress,
        headers: {
          ...callerHeaders(visit.request),
          ...(made.payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
      });
      const body: unknown = JSON.parse(answer.body);
      if (answer.statusCode >= 400) return fault(body);
      const nextCursor = cursorIn(answer.headers.link);
      return said(replyText({ body, limitCharacters, nextCursor, readsRest: readerOf(tool, visit.tools) }));
    } catch (error) {
      return fault(problemBody(reportFailure(error, visit.request), visit.request.id));
    }
  }

  function serverFor(visit: Visit): Server {
    const server = new Server(
      { name: 'sonde', title: 'Sonde', version },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({
      tools: visit.tools.map(({ listing }) => ({ ...listing })),
    }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = visit.tools.find(({ name }) => name === params.name);
      if (!tool)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          'There is no such tool here. tools/list names those there are, and ?toolsets=all switches all of them on.',
        );
      return callTool(tool, params.arguments ?? {}, visit);
    });
    return server;
  }

  return {
    async answer(visit: Visit): Promise<Response> {
      const server = serverFor(visit);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      try {
        await server.connect(transport);
        const { headers, method } = visit.request;
        const own = Object.entries(headers).flatMap(([name, value]) =>
          typeof value === 'string' && protocolHeader.test(name) ? [[name, value] as [string, string]] : [],
        );
        const asked = new Request('http://localhost/mcp', { method, headers: own });
        return await transport.handleRequest(asked, { parsedBody: visit.message });
      } finally {
        await server.close();
      }
    },
  };
}

const protocolHeader = /^(?:accept|content-type|mcp-[\w-]+)$/;

const instructions =
  'Sonde tests AI applications: endpoints are what is tested, test sets hold tests, a run sends a test set to an endpoint and judges the answers. Lists come in pages; a hint says how to read what was left out. What takes long answers a task_id, which jobs_get follows.';

/** The route judges its caller by these, as if they had come to it themselves. */
function callerHeaders({ headers }: FastifyRequest): Record<string, string> {
  const names = ['authorization', 'x-project-id', 'user-agent'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** What the route said to its caller, which is never more than callers may read. */
function fault(body: unknown) {
  const { code, detail, errors, error_id } = body as Readonly<Record<string, unknown>>;
  return { ...said(JSON.stringify({ code, detail, errors, error_id })), isError: true };
}

function cursorIn(link: unknown): string | null {
  const [, address] = /^<([^>]+)>; rel="next"$/.exec(typeof link === 'string' ? link : '') ?? [];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams.get('cursor');
}

/** `/test_sets/{id}/tests` lists what `/tests/{id}` shows. */
function readerOf({ operation }: AgentTool, tools: readonly AgentTool[]): string | undefined {
  const last = operation.path.split('/').at(-1) ?? '';
  const one = new RegExp(`^/${last.replace(/\W/g, '')}/\\{\\w+\\}$`);
  return tools.find(({ operation: { method, path } }) => method === 'GET' && one.test(path))?.name;
}

export const notServed = (code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 });
