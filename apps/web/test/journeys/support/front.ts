import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { makeCertificate } from '@sonde/fakes';

export interface Front {
  /** What is in the address bar, without a path. */
  readonly origin: string;
  /** What the neighbour, who has the rest of the host, was asked for; with the cookies that came along. */
  readonly neighbour: readonly { readonly path: string; readonly cookie: string }[];
  /** From now on all below this path goes to that server. */
  lead(base: string, to: string): void;
}

/**
 * A reverse proxy as others run it: each server below a path of one host, sockets included, and somebody else's pages on
 * the rest. It passes the path on as it came, or takes it away.
 */
export async function startFront(
  t: TestContext,
  { keepsPath, isSecure }: { keepsPath: boolean; isSecure: boolean },
): Promise<Front> {
  const ways = new Map<string, string>();
  const neighbour: { path: string; cookie: string }[] = [];
  const wayOf = (url: string): { target: URL; path: string } | undefined => {
    const way = [...ways].find(([base]) => url === base || url.startsWith(`${base}/`));
    if (!way) return undefined;
    const [base, to] = way;
    return { target: new URL(to), path: keepsPath ? url : url.slice(base.length) || '/' };
  };
  const headersOf = ({ headers, socket }: IncomingMessage) => ({
    ...headers,
    'x-forwarded-for': socket.remoteAddress ?? '',
  });

  const answer: RequestListener = (incoming, outgoing) => {
    const way = wayOf(incoming.url ?? '/');
    if (!way) {
      neighbour.push({ path: incoming.url ?? '', cookie: incoming.headers.cookie ?? '' });
      return void outgoing.end('another site');
    }
    const onward = request(
      {
        host: '127.0.0.1',
        port: way.target.port,
        path: way.path,
        method: incoming.method,
        headers: headersOf(incoming),
      },
      (answered) => {
        outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const certificate = makeCertificate({ name: 'localhost', hosts: ['localhost'] });
  const server = isSecure
    ? createTlsServer({ key: certificate.key, cert: certificate.certificate }, answer)
    : createServer(answer);
  server.on('upgrade', (incoming, browser, head) => {
    const way = wayOf(incoming.url ?? '/');
    if (!way) return void browser.destroy();
    const onward = connect(Number(way.target.port), '127.0.0.1', () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${String(value)}`);
      onward.write(`GET ${way.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      browser.pipe(onward).pipe(browser);
    });
    for (const [one, other] of [
      [onward, browser],
      [browser, onward],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${isSecure ? 'https' : 'http'}://localhost:${port}`,
    neighbour,
    lead: (base, to) => void ways.set(base, to),
  };
}
