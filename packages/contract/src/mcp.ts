import { z } from 'zod';
import { defineOperation } from './operation.ts';

const tag = 'Agents';

/** The message is read by the protocol's own rules, and is told apart from what is not JSON in the protocol's words. */
export const callMcp = defineOperation({
  id: 'mcp.call',
  method: 'POST',
  path: '/mcp',
  tag,
  summary: 'Model Context Protocol for agents (streamable HTTP, stateless); also at the root',
  description:
    'One JSON-RPC message of the Model Context Protocol. Its tools are the operations marked `x-mcp-tool`, each called with the token of this request, so that permissions, limits and checks are those of the operation. Requests from pages and under names of other places are refused, see `MCP_ALLOWED_HOSTS`.',
  scope: 'organization',
  takes: 'target',
  access: {
    who: 'own',
    how: 'an API token or access token as bearer, and each tool asks for its permission',
  },
  audit: { none: 'each tool is an operation and is written down as that' },
  query: z.strictObject({
    toolsets: z.string().max(300).optional().meta({
      description: '`all`, or names separated by commas, such as `runs,tests`; without it the everyday tools',
    }),
  }),
  bodyType: 'stream',
  answers: {},
  raw: true,
  problems: [
    'auth.unauthenticated',
    'mcp.host_forbidden',
    'mcp.origin_forbidden',
    'request.too_large',
    'request.malformed',
  ],
  alsoAtRoot: true,
});

/** RFC 9728 */
export const mcpResource = defineOperation({
  id: 'mcp.resource',
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  tag,
  summary: 'What agents need to know before they come with a token (RFC 9728); also at the root',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  answers: {
    200: z.object({
      resource: z.string(),
      resource_name: z.string(),
      bearer_methods_supported: z.array(z.literal('header')),
    }),
  },
  problems: ['mcp.host_forbidden'],
  alsoAtRoot: true,
});
