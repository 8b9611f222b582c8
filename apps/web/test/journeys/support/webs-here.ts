import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeb } from '../../../bff/app.ts';
import { loadConfig } from '../../../bff/config.ts';

export interface Clock {
  now(): Date;
}

/** A clock that a test can put forward. */
export function createShiftedClock(): Clock & { shift(seconds: number): void } {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    shift: (seconds) => {
      ahead += seconds * 1000;
    },
  };
}

/** Web servers in this process, on clocks of the test's own, behind one address that asks them in turn. */
export async function startWebsHere(
  settings: Readonly<Record<string, string>>,
  port: number,
  clocks: readonly Clock[],
): Promise<{ stop(): Promise<unknown> }> {
  const webs = await Promise.all(
    clocks.map(async (clock) => {
      const app = await createWeb({ config: loadConfig({ ...settings, LOG_LEVEL: 'silent' }), clock });
      await app.listen({ host: '127.0.0.1', port: 0 });
      return app;
    }),
  );
  const ports = webs.map((app) => (app.server.address() as AddressInfo).port);
  let turn = 0;
  const front = createServer((incoming, outgoing) => {
    turn += 1;
    const target = ports[turn % ports.length];
    const onward = request(
      {
        host: '127.0.0.1',
        port: target,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  // Live events are not what these tests are about; the pages ask now and then without a socket.
  front.on('upgrade', (_incoming, socket) => socket.destroy());
  await new Promise<void>((resolve) => front.listen(port, resolve));
  return {
    stop: async () => {
      front.closeAllConnections();
      await new Promise<void>((resolve) => front.close(() => resolve()));
      await Promise.all(webs.map((app) => app.close()));
    },
  };
}
