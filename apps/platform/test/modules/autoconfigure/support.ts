import { noParameters, type CallParameters } from '#experiments';
import { createServer, type IncomingMessage } from 'node:http';
import { createEgress } from '@sonde/egress';
import { listenOnLoopback } from '@sonde/fakes';
import { bareEngine } from '../../../bench/bare-engine.ts';
import { createAutoconfigure } from '../../../src/modules/autoconfigure/index.ts';
import type { LanguageModelClient } from '../../../src/modules/models/index.ts';

export type Received = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  json: Record<string, unknown>;
};
export type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

/** A loopback target that answers as the function says and remembers what it was sent. */
export async function startTarget(reply: (received: Received, index: number) => Reply) {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const item = {
          method: req.method ?? '',
          path: req.url ?? '',
          headers: req.headers,
          text,
          json: parse(text),
        };
        received.push(item);
        const { status = 200, headers, body } = reply(item, received.length - 1);
        const isText = typeof body === 'string';
        res.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
        res.end(isText ? body : JSON.stringify(body));
      });
  });
  const port = await listenOnLoopback(server);
  // A test that fails before it closes its target shall fail, not keep the process alive.
  server.unref();
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The service on the real engine, without a database. */
export function createService({
  client,
  parametersOf = async () => noParameters,
}: { client?: LanguageModelClient; parametersOf?: () => Promise<CallParameters> } = {}) {
  const egress = createEgress();
  const autoconfigure = createAutoconfigure({
    models: {
      generationModel: async () =>
        client
          ? { source: 'platform', model: client.name, modelId: null, client }
          : { source: 'builtin', model: 'builtin/reader', modelId: null },
    },
    egress,
    engine: { ...bareEngine(), clock: { now: () => 0 } },
    projects: { resolve: async () => ({ id: 'project' }) },
    parameters: { forCall: parametersOf },
  });
  const principal = { organizationId: 'organization' } as Parameters<typeof autoconfigure.run>[0];
  return {
    autoconfigure,
    principal,
    run: (
      body: { input_text: string; url?: string; auth_token?: string; probe?: boolean },
      options?: Parameters<typeof autoconfigure.run>[2],
    ) => autoconfigure.run(principal, { probe: true, ...body }, options),
    close: async () => {
      await autoconfigure.close();
      await egress.close();
    },
  };
}
