import { operations, type Permission } from '@sonde/contract';
import type { FastifyInstance } from 'fastify';
import type { Kernel, Module } from '#kernel/module';
import { bearerToken, principalOf, type Tokens } from '#tokens';
import { createHostCheck } from './hosts.ts';
import { mcpRoutes } from './routes.ts';
import { createMcp, type Mcp } from './service.ts';
import { agentTools } from './tools.ts';

interface Needs {
  readonly http: Pick<FastifyInstance, 'inject'>;
  readonly tokens: Pick<Tokens, 'credentials'>;
  readonly settings: {
    /** Without one, agents are told the address under which they asked. */
    readonly publicUrl: string | undefined;
    readonly https: boolean;
    readonly allowedHosts: readonly string[];
  };
}

export function mcpModule({ version, http, tokens, settings }: Kernel & Needs): Module<Mcp> {
  const tools = agentTools(operations);
  async function permissionsOf(
    authorization: string | undefined,
  ): Promise<ReadonlySet<Permission> | undefined> {
    const token = bearerToken(authorization);
    const credential = token && (await tokens.credentials.resolve(token));
    return credential ? principalOf(credential, null).permissions : undefined;
  }
  const api = createMcp({ version, http, tools, permissionsOf });
  const hosts = createHostCheck(settings.allowedHosts);
  return { api, routes: (mount) => mcpRoutes(mount, { mcp: api, tools, hosts, permissionsOf, settings }) };
}
