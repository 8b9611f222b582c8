import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on a free port of loopback and tells which. Idle connections stay: whoever calls a stand-in shares its process, so
 * while that is busy for seconds the stand-in would hang up on a caller that had no chance to see it.
 */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.keepAliveTimeout = 10 * 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
