import { Problem } from '@sonde/server-kit';

export const notConnected = (functionName: string): Problem =>
  new Problem(
    'not_found',
    'connector.not_connected',
    `No connected program serves "${functionName}" in this project and environment.`,
  );

export const connectorDenied = (): Problem =>
  new Problem('forbidden', 'auth.permission_denied', 'This needs the permission connector:use.');

export const tooManyConnections = (): Problem =>
  new Problem(
    'limited',
    'connector.too_many_connections',
    'This organization has too many programs connected. Close some, or try again later.',
    { headers: { 'retry-after': '60' } },
  );

export const tooManyHandshakes = (seconds: number): Problem =>
  new Problem('limited', 'rate_limited', `Too many handshakes. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });

export const handshakeMalformed = (): Problem =>
  new Problem('malformed', 'request.malformed', 'The WebSocket handshake cannot be read.');

export const restarting = (): Problem =>
  new Problem('unavailable', 'service.unavailable', 'The platform restarts. Connect again shortly.', {
    headers: { 'retry-after': '2' },
  });
