import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

type Answer = (request: SeenRequest, response: ServerResponse) => void;

/** A loopback server that answers as each test says and remembers what it was asked. */
export async function startStandIn(answer: Answer) {
  const seen: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const isJson = incoming.headers['content-type'] === 'application/json';
      const request: SeenRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: isJson ? (JSON.parse(text) as unknown) : text,
      };
      seen.push(request);
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    seen,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'content-type': 'application/problem+json',
      'x-request-id': 'request-1',
      ...headers,
    })
    .end(
      JSON.stringify({
        type: `urn:sonde:problem:${code}`,
        title: 'T',
        status,
        detail: 'What happened.',
        code,
        ...(status === 422 ? { errors: [{ path: 'name', code: 'too_small', message: 'Too short.' }] } : {}),
        ...(status >= 500 ? { error_id: 'error-1' } : {}),
      }),
    );
}

/** A clock that only waiting moves. */
export function createTestTiming(start = 1_700_000_000_000) {
  const waits: number[] = [];
  let time = start;
  return {
    waits,
    now: () => time,
    advance: (milliseconds: number) => void (time += milliseconds),
    wait: async (milliseconds: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      waits.push(milliseconds);
      time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** A token that says when it ends; its signature is nonsense. */
export const tokenEndingAt = (milliseconds: number, name: string): string =>
  [{ alg: 'none' }, { exp: Math.floor(milliseconds / 1000), name }, 'x']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
