import { buffer } from 'node:stream/consumers';
import * as contract from '@sonde/contract';
import type { FastifyRequest } from 'fastify';
import { Answer, judgeJsonSize, shapeFault, type Mount } from '#kernel/http';
import type { createHostCheck } from './hosts.ts';
import { isLoopback } from './hosts.ts';
import { tokenRequired } from './problems.ts';
import { notServed, type Mcp } from './service.ts';
import type { AgentTool } from './tools.ts';
import { chosenTools } from './toolsets.ts';

interface Options {
  readonly mcp: Mcp;
  readonly tools: readonly AgentTool[];
  readonly hosts: ReturnType<typeof createHostCheck>;
  /** What the token in this header may do, if it is good for anything. */
  readonly permissionsOf: (
    authorization: string | undefined,
  ) => Promise<ReadonlySet<contract.Permission> | undefined>;
  readonly settings: { readonly publicUrl: string | undefined; readonly https: boolean };
}

export function mcpRoutes(mount: Mount, { mcp, tools, hosts, permissionsOf, settings }: Options): void {
  /** Below which path this installation is found, as the caller sees it. */
  const addressFor = (request: FastifyRequest): string => {
    const { host, hostname } = hosts.checkHost(request.clientHost);
    const scheme = settings.https && !isLoopback(hostname) ? 'https' : 'http';
    const place = request.url.startsWith(`${contract.basePath}/`) ? contract.basePath : '';
    return `${settings.publicUrl ?? `${scheme}://${host}`}${place}`;
  };

  mount(contract.mcpResource, async ({ request }) => ({
    resource: `${addressFor(request)}${contract.callMcp.path}`,
    resource_name: 'Sonde',
    bearer_methods_supported: ['header'],
  }));

  mount(contract.callMcp, async ({ request, query, stream, signal }) => {
    const address = addressFor(request);
    hosts.checkOrigin(request.headers.origin);
    // Before the message is read, so that strangers cannot make us read one.
    const permissions = await permissionsOf(request.headers.authorization);
    if (!permissions) throw tokenRequired(`${address}${contract.mcpResource.path}`);
    const chosen = chosenTools(tools, query.toolsets);
    const sent = await buffer(stream);
    await judgeJsonSize(sent);
    const message = parsed(sent.toString());
    const response =
      message instanceof Response
        ? message
        : await mcp.answer({ tools: chosen, permissions, message, request, signal });
    const body = await response.text();
    return new Answer(response.status, body || null, Object.fromEntries(response.headers));
  });
}

function parsed(sent: string): unknown {
  let message: unknown;
  try {
    message = JSON.parse(sent);
  } catch {
    return notServed(-32700, 'Parse error: the body is not JSON.');
  }
  if (Array.isArray(message)) return notServed(-32600, 'Send one message at a time.');
  const fault = shapeFault(message);
  return fault === undefined ? message : notServed(-32600, `The message ${fault}.`);
}
