import { Problem } from '@sonde/server-kit';

/** RFC 9728: a client that has no token, or one that is over, is told where to read what it needs. */
export const tokenRequired = (metadataUrl: string): Problem =>
  new Problem('unauthenticated', 'auth.unauthenticated', 'A valid access token or API token is required.', {
    headers: { 'www-authenticate': `Bearer resource_metadata="${metadataUrl}"` },
  });

export const hostForbidden = (): Problem =>
  new Problem(
    'forbidden',
    'mcp.host_forbidden',
    'Agents are not served under this host name. MCP_ALLOWED_HOSTS lists further ones.',
  );

export const originForbidden = (): Problem =>
  new Problem(
    'forbidden',
    'mcp.origin_forbidden',
    'Pages of this origin may not speak for an agent. MCP_ALLOWED_HOSTS lists further ones.',
  );
