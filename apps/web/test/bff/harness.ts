import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { createWeb } from '../../bff/app.ts';
import { loadConfig } from '../../bff/config.ts';
import { startPlatformStandIn } from './platform-stand-in.ts';

export const frontend = 'http://localhost:3000';
export const fakeSecret = (name: string): string => `fake-${name}-secret-for-tests-only-0123456789`;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly setCookies: readonly string[];
  readonly body: string;
  json(): unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string;
  /** Leaves out what a browser's own page would send along. */
  readonly bare?: boolean;
}

export function createClock(start = Date.parse('2026-11-21T12:00:00Z')) {
  let ms = start;
  return {
    now: () => new Date(ms),
    advance: (seconds: number) => {
      ms += seconds * 1000;
    },
  };
}

/** Everything a test needs, closed when it ends. */
export async function startHouse(
  t: TestContext,
  options: { env?: Record<string, string>; tokenPadding?: number; patienceMs?: number; pages?: boolean } = {},
) {
  const clock = createClock();
  const directory = mkdtempSync(join(tmpdir(), 'sonde-web-'));
  const platform = await startPlatformStandIn({
    now: clock.now,
    ...(options.tokenPadding ? { tokenPadding: options.tokenPadding } : {}),
  });
  t.after(async () => {
    await platform.stop();
    rmSync(directory, { recursive: true });
  });
  if (options.pages !== false) writePages(join(directory, 'pages'));
  const environment = {
    FRONTEND_URL: frontend,
    BACKEND_URL: platform.origin,
    DATA_DIR: directory,
    SPA_DIST: join(directory, 'pages'),
    SESSION_SECRET: fakeSecret('session'),
    PROXY_SECRET: fakeSecret('proxy'),
    ...options.env,
  };
  const log = createLog();
  const openWeb = async (env: Record<string, string> = {}) => {
    const app = await createWeb({
      config: loadConfig({ ...environment, ...env }),
      clock,
      log: log.logger,
      ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    t.after(() => app.close());
    return { app, port: (app.server.address() as AddressInfo).port };
  };
  const web = await openWeb();
  return { clock, platform, web, openWeb, log: log.lines, directory, browser: createBrowser(web.port) };
}

/** A cookie jar and the headers that a browser adds to requests of our own page. */
export function createBrowser(port: number, jar = new Map<string, string>()) {
  const cookieHeader = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const store = (setCookies: readonly string[]): void => {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0\b/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  const begin = (path: string, ask: Ask = {}) =>
    request({
      port,
      host: '127.0.0.1',
      path,
      method: ask.method ?? 'GET',
      maxHeaderSize: 65_536,
      headers: {
        ...(ask.bare ? {} : { 'sec-fetch-site': 'same-origin', origin: frontend }),
        ...(jar.size > 0 ? { cookie: cookieHeader() } : {}),
        ...(ask.body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(ask.body)) }),
        ...ask.headers,
      },
    });
  const send = (path: string, ask: Ask = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = begin(path, ask);
      outgoing.once('error', reject);
      outgoing.once('response', (incoming: IncomingMessage) => {
        readAnswer(incoming).then((answer) => {
          store(answer.setCookies);
          resolve(answer);
        }, reject);
      });
      outgoing.end(ask.body);
    });
  return {
    jar,
    begin,
    send,
    post: (path: string, body: unknown = {}, ask: Ask = {}) =>
      send(path, { ...ask, method: 'POST', body: JSON.stringify(body) }),
    /** The same cookies at another server, or a copy of them as they are now. */
    at: (otherPort: number) => createBrowser(otherPort, jar),
    copy: (otherPort = port) => createBrowser(otherPort, new Map(jar)),
    async signIn(code: string, base = ''): Promise<Answer> {
      const answer = await send(`${base}/api/auth/callback/credentials`, {
        method: 'POST',
        body: JSON.stringify({ code }),
      });
      assert.equal(answer.status, 200, answer.body);
      return answer;
    },
    async session(): Promise<{
      user: { id: string; email: string; organization_id: string | null } | null;
      expires: string | null;
      error?: string;
    }> {
      const answer = await send('/api/auth/session');
      assert.equal(answer.status, 200, answer.body);
      return JSON.parse(answer.body) as never;
    },
  };
}

export async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    setCookies: incoming.headers['set-cookie'] ?? [],
    body,
    json: () => JSON.parse(body) as unknown,
  };
}

function writePages(directory: string): void {
  mkdirSync(join(directory, 'assets'), { recursive: true });
  writeFileSync(
    join(directory, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Sonde</title><script>document.title = "early"</script><script type="module" src="/assets/app-1a2b3c.js"></script></head>',
  );
  writeFileSync(
    join(directory, '.pages.json'),
    JSON.stringify([
      { path: '/endpoints/new', files: ['assets/frame-1.js', 'assets/new-1.js'] },
      { path: '/endpoints/$', files: ['assets/frame-1.js', 'assets/endpoint-1.js'] },
    ]),
  );
  const script = 'console.log("app");\n'.repeat(50);
  writeFileSync(join(directory, 'assets', 'app-1a2b3c.js'), script);
  writeFileSync(join(directory, 'assets', 'app-1a2b3c.js.br'), brotliCompressSync(script));
  writeFileSync(join(directory, 'assets', 'app-1a2b3c.js.gz'), gzipSync(script));
  writeFileSync(join(directory, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
}

/** Keeps what would have been logged, so that tests can look for what must not be in it. */
function createLog() {
  const lines: string[] = [];
  const write = (...parts: unknown[]): void => {
    lines.push(
      JSON.stringify(parts, (_key, value: unknown) => (value instanceof Error ? String(value.stack) : value)),
    );
  };
  const logger: FastifyBaseLogger = {
    level: 'info',
    info: write,
    warn: write,
    error: write,
    fatal: write,
    debug: () => {},
    trace: () => {},
    silent: () => {},
    child: () => logger,
  } as never;
  return { lines, logger };
}
