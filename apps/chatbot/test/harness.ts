import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createChatbot } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Log } from '../src/log.ts';

export type TestChatbot = Readonly<{
  app: FastifyInstance;
  /** The injected clock, in milliseconds; tests move it. */
  time: { now: number };
  logged: Array<{ level: string; message: string; fields: Readonly<Record<string, unknown>> }>;
  chat(body: unknown, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
  [Symbol.asyncDispose](): Promise<void>;
}>;

/** A day in the middle of a year, at noon UTC. */
export const noon = Date.UTC(2031, 4, 17, 12);

/** Keys of tests are put together here, so that none looks like a real one. */
export const testKey = ['test', 'key', 'of', 'nobody'].join('-');

export function startChatbot(environment: Readonly<Record<string, string>> = {}): TestChatbot {
  const time = { now: noon };
  const logged: Array<TestChatbot['logged'][number]> = [];
  const note = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
    void logged.push({ level, message, fields });
  const log: Log = { info: note('info'), warn: note('warn'), error: note('error') };
  const app = createChatbot({ config: readConfig(environment), clock: () => time.now, log });
  return {
    app,
    time,
    logged,
    chat: (body, options = {}) =>
      app.inject({
        method: 'POST',
        url: '/chat',
        ...options,
        headers: { 'content-type': 'application/json', ...options.headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => app.close(),
  };
}

export function bearer(userId?: string, organizationId?: string): Record<string, string> {
  return {
    authorization: `Bearer ${testKey}`,
    ...(userId === undefined ? {} : { 'x-user-id': userId }),
    ...(organizationId === undefined ? {} : { 'x-organization-id': organizationId }),
  };
}

export function remaining(response: LightMyRequestResponse): number {
  return Number(response.headers['x-ratelimit-remaining']);
}
