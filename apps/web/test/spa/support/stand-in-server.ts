import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { AddressInfo } from 'node:net';
import { answerApi } from './stand-in-api.ts';
import type { StandInState } from './stand-in-api.ts';
import * as data from './stand-in-data.ts';

/** The strictest policy the real web server could choose: what breaks under it breaks here first. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface StandIn {
  readonly url: string;
  readonly state: StandInState;
  /** Method and path of every call below /api, in order. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

/** The web server's place for tests of the pages: the built files, and answers shaped by the contract. */
export async function startStandIn({
  dist,
  endpointCount = 6,
}: {
  dist: string;
  endpointCount?: number;
}): Promise<StandIn> {
  const state: StandInState = {
    user: data.user,
    endpoints: Array.from({ length: endpointCount }, (_, index) => data.endpointNumber(index)),
    failing: new Map(),
    instead: new Map(),
    testAnswer: null,
    autoConfigured: data.autoConfigured,
  };
  const calls: string[] = [];
  const server = createServer((request, response) => void serve(request, response));
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://stand-in.invalid');
    if (!url.pathname.startsWith('/api/')) return sendFile(dist, url.pathname, response);
    calls.push(`${request.method} ${url.pathname}${url.search}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    answerApi({
      state,
      method: request.method ?? 'GET',
      url,
      body: text === '' ? {} : JSON.parse(text),
      response,
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    calls,
    close: () => close(server),
  };
}

function sendFile(dist: string, path: string, response: ServerResponse): void {
  const candidate = join(dist, normalize(decodeURIComponent(path)));
  const isFile = candidate.startsWith(dist) && existsSync(candidate) && statSync(candidate).isFile();
  const file = isFile ? candidate : join(dist, 'index.html');
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': policy,
  });
  createReadStream(file).pipe(response);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
