import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallResult, Json } from '../../support/platform.ts';

type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<CallResult>;

/** A person who talks with the Architect over the routes, and waits until it has come to rest. */
export function createTalker(call: Call, token?: string) {
  const path = '/architect/sessions';
  const ok = async (method: string, at: string, body?: unknown): Promise<Json> => {
    const answer = await call(method, at, body, token);
    assert.ok(answer.status < 300, `${method} ${at}: ${answer.text}`);
    return answer.body;
  };
  async function untilRests(id: string, statuses: readonly string[] = ['idle', 'confirming']): Promise<Json> {
    for (let attempt = 0; attempt < 2400; attempt += 1) {
      const session = await ok('GET', `${path}/${id}`);
      if (statuses.includes(session.status)) return session;
      await pause(25);
    }
    throw new Error('The chat did not come to rest.');
  }
  /** A yes or a no to the plan as it stands, without waiting for what comes of it. */
  async function answer(id: string, approve: boolean): Promise<Json> {
    const { plan_version } = await ok('GET', `${path}/${id}`);
    return ok('POST', `${path}/${id}/confirm`, { approve, plan_version });
  }
  return {
    untilRests,
    begin: async (body: Json = {}): Promise<string> => (await ok('POST', path, body)).id,
    /** With the plan that stands there, as the page sends it. */
    async say(id: string, content: string, more: Json = {}): Promise<Json> {
      const { status, plan_version } = await ok('GET', `${path}/${id}`);
      const read = status === 'confirming' ? { plan_version } : {};
      await ok('POST', `${path}/${id}/messages`, { content, ...read, ...more });
      return untilRests(id);
    },
    answer,
    async confirm(id: string, approve = true): Promise<Json> {
      await answer(id, approve);
      return untilRests(id);
    },
    stop: (id: string): Promise<Json> => ok('POST', `${path}/${id}/stop`),
    change: (id: string, body: Json): Promise<Json> => ok('PUT', `${path}/${id}`, body),
    get: (id: string): Promise<Json> => ok('GET', `${path}/${id}`),
  };
}

export const lastSaid = (session: Json): string => session.messages.at(-1).content;
