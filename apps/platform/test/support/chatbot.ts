import { startService, type RunningService } from './service-process.ts';

/** The demo chatbot as people run it: its own process on a port of its own. */
export const startChatbot = (env: Readonly<Record<string, string>> = {}): Promise<RunningService> =>
  startService('apps/chatbot/src/main.ts', { CHATBOT_PORT: '0', ...env });
