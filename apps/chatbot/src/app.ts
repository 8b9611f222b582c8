import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { createAccess } from './access.ts';
import type { ChatbotConfig } from './config.ts';
import { silentLog } from './log.ts';
import type { Log } from './log.ts';
import { createLanguageModel } from './model.ts';
import { createMemoryCounter, createQuota } from './quota.ts';
import { createRedisCounter } from './redis-quota.ts';
import { mountConversation } from './routes.ts';
import { mountService } from './service-routes.ts';
import { createSessions } from './sessions/sessions.ts';
import { mountSurface, serverOptions } from './surface.ts';
import { loadUseCases } from './use-cases.ts';

export type ChatbotParts = Readonly<{ config: ChatbotConfig; clock?: () => number; log?: Log }>;

/** Builds the whole chatbot; the caller listens on it, or injects requests into it. */
export function createChatbot({ config, clock = Date.now, log = silentLog }: ChatbotParts): FastifyInstance {
  const redis = config.redis === undefined ? undefined : createRedisCounter({ ...config.redis, log });
  const quota = createQuota({ limit: config.requestsPerDay, clock, counter: redis ?? createMemoryCounter() });
  const access = createAccess({ ...config, log });
  const sessions = createSessions({ ...config.sessions, clock });
  const model = config.model === undefined ? undefined : createLanguageModel(config.model, log);
  const useCases = loadUseCases(config.useCasesDir, model);

  const app = Fastify(serverOptions(quota));
  mountSurface(app, { access, quota, clock, log });
  mountService(app, { config, version: readVersion(), useCases });
  app.register(async (scope) => mountConversation(scope, { access, quota, sessions, useCases, clock }));
  if (redis !== undefined) {
    app.addHook('onReady', redis.connect);
    app.addHook('onClose', async () => redis.close());
  }
  return app;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) {
    throw new Error('The package.json of the chatbot has no version.');
  }
  return String(manifest.version);
}
