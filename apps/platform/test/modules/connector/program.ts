import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket, type ClientOptions } from 'ws';
import type { ConnectorTestResult } from '@sonde/contract';
import type { Json } from '../../support/platform.ts';

/** A connected program played frame by frame, for what the SDK would never do. */
export async function openProgram(
  url: string,
  token: string,
  options: ClientOptions & { readonly path?: string } = {},
) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${options.path ?? '/connector/ws'}`, {
    headers: { authorization: `Bearer ${token}` },
    ...options,
  });
  const frames: Json[] = [];
  const takers: ((frame: Json) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame: Json = JSON.parse(data.toString());
    const taker = takers.shift();
    if (taker) taker(frame);
    else frames.push(frame);
  });
  const ended = once(socket, 'close') as Promise<[number, Buffer]>;
  await once(socket, 'open');
  const next = async (): Promise<Json> => frames.shift() ?? new Promise((resolve) => takers.push(resolve));
  const send = (frame: unknown): void =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return {
    socket,
    next,
    send,
    ended,
    /** Sends a registration of functions by name, or whole, and gives the platform's answer. */
    async register(
      projectId: string | null,
      functions: readonly Json[],
      environment?: string,
    ): Promise<Json> {
      send({
        type: 'register',
        project_id: projectId,
        environment: environment ?? null,
        sdk_version: '0.4.2',
        functions: functions.map((item) =>
          typeof item === 'string'
            ? {
                name: item,
                parameters: { input: { type: 'str', default: null } },
                return_type: 'str',
                metadata: {},
              }
            : item,
        ),
        metrics: [],
      });
      return next();
    },
    answer: (execute: Json, result: Partial<ConnectorTestResult>): void =>
      send({
        type: 'test_result',
        test_run_id: execute.test_run_id,
        status: 'success',
        duration_ms: 1,
        ...result,
      }),
    async leave(): Promise<void> {
      socket.close(1000);
      await ended;
    },
  };
}

/** A call over a connection of its own, which the caller can hang up on. */
export function startTrigger(url: string, token: string, body: unknown): { hangUp(): void } {
  const asked = request(`${url}/api/v1/connector/trigger`, {
    method: 'POST',
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  asked.on('error', () => undefined);
  asked.end(JSON.stringify(body));
  return { hangUp: () => void asked.destroy() };
}

/** The HTTP status with which a handshake is refused. */
export async function refusedHandshake(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; code: string }> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, { headers });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    NodeJS.ReadableStream & { statusCode: number },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, code: JSON.parse(Buffer.concat(chunks).toString()).code };
}
