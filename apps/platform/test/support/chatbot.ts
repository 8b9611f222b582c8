import { startService, type RunningService } from './service-process.ts';

/**
 * The demo chatbot as people run it: its own process on a port of its own. Its daily limit is far off: a test that used it up would wait
 * for midnight UTC where that is near, and be refused where it is not.
 */
export const startChatbot = (env: Readonly<Record<string, string>> = {}): Promise<RunningService> =>
  startService('apps/chatbot/src/main.ts', { CHATBOT_PORT: '0', CHATBOT_RATE_LIMIT: '100000', ...env });
