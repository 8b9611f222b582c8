import {
  type ClientRequest,
  type IncomingMessage,
  type Server,
  STATUS_CODES,
  request as httpRequest,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import { basePath } from '@sonde/contract';
import { belowBase, hasOneHost } from '@sonde/server-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { Caller, Platform } from './platform.ts';
import type { OriginGate } from './same-origin.ts';

const socketPaths: readonly string[] = ['/ws', `${basePath}/ws`];
const forwarded = [
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
  // By which the platform refuses what it has sent itself.
  'cdn-loop',
] as const;
const answered = ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'] as const;

/**
 * Joins a browser's WebSocket to the platform's. The ticket in its first message says who it is; cookies stay here,
 * and Origin is checked because browsers let any site open a socket anywhere.
 */
export function attachWebSocket(
  server: Server,
  options: {
    platform: Platform;
    frontendOrigin: string;
    base: string;
    gate: OriginGate;
    callerOf: (request: IncomingMessage) => Caller;
    log: FastifyBaseLogger;
  },
): { closeAll(): void } {
  const open = new Set<Duplex>();
  const keep = (socket: Duplex): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };

  server.on('upgrade', (request: IncomingMessage, browser: Duplex, head: Buffer) => {
    browser.on('error', () => browser.destroy());
    const [path = ''] = belowBase(request.url ?? '', options.base).split('?', 1);
    if (!hasOneHost(request)) return refuse(browser, 400);
    if (!socketPaths.includes(path)) return refuse(browser, 404);
    if (!options.gate.accepts(request.headers.origin)) return refuse(browser, 403);
    keep(browser);
    const upstream = ask(request, path, options);
    upstream.once('upgrade', (answer, platform, rest) => {
      keep(platform);
      browser.write(`${statusLine(101)}${lines(answer.headers)}\r\n`);
      if (rest.length > 0) browser.write(rest);
      if (head.length > 0) platform.write(head);
      join(browser, platform);
    });
    upstream.once('response', (answer) => {
      answer.resume();
      refuse(browser, answer.statusCode ?? 502);
    });
    upstream.once('error', (error) => {
      options.log.warn({ event: 'socket.unreachable', err: error }, 'the platform took no WebSocket');
      refuse(browser, 503);
    });
    browser.once('close', () => upstream.destroy());
    upstream.end();
  });

  return {
    closeAll() {
      for (const socket of open) socket.destroy();
    },
  };
}

function ask(
  request: IncomingMessage,
  path: string,
  options: {
    platform: Platform;
    frontendOrigin: string;
    callerOf: (request: IncomingMessage) => Caller;
  },
): ClientRequest {
  const target = new URL(path, options.platform.origin);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers: Record<string, string> = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    // Who may open a socket was decided here; the platform is told the configured origin, never a browser's word.
    origin: options.frontendOrigin,
    ...options.platform.identify(options.callerOf(request)),
  };
  for (const name of forwarded) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return send(target, { headers, timeout: 10_000 }).once('timeout', function (this: ClientRequest) {
    this.destroy(new Error('no answer within 10 seconds'));
  });
}

function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.once('close', () => to.destroy());
    from.on('error', () => to.destroy());
  }
}

const statusLine = (status: number): string => `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;

const lines = (headers: IncomingMessage['headers']): string =>
  [
    'connection: Upgrade',
    'upgrade: websocket',
    ...answered.flatMap((name) => (headers[name] ? [`${name}: ${headers[name]}`] : [])),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

function refuse(socket: Duplex, status: number): void {
  if (socket.writable) socket.end(`${statusLine(status)}connection: close\r\ncontent-length: 0\r\n\r\n`);
}
