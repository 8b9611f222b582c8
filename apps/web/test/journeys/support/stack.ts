import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startService, type RunningService } from '../../../../platform/test/support/service-process.ts';

export interface Stack {
  readonly webUrl: string;
  readonly platformUrl: string;
  readonly chatbotUrl: string;
  /** The link that the platform printed for the first owner. */
  readonly ownerLink: string;
  readonly platform: RunningService;
  readonly web: RunningService;
}

/** The three services as `npm start` runs them, on ports and a data folder of their own. */
export async function startStack(
  t: TestContext,
  settingsFor: (webUrl: string) => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<Stack> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-journey-'));
  const [platformPort, webPort] = [await freePort(), await freePort()];
  const webUrl = `http://localhost:${webPort}`;
  const platformUrl = `http://127.0.0.1:${platformPort}`;
  const env = await settingsFor(webUrl);
  const chatbot = await startService('apps/chatbot/src/main.ts', { CHATBOT_PORT: '0', ...env });
  const settings = {
    DATA_DIR: directory,
    PORT: String(platformPort),
    WEB_PORT: String(webPort),
    FRONTEND_URL: webUrl,
    BACKEND_URL: platformUrl,
    CHATBOT_URL: chatbot.url,
    PROXY_SECRET: randomBytes(32).toString('base64url'),
    PASSWORD_CHECK_BREACHED: 'false',
    ...env,
  };
  const platform = await startService('apps/platform/src/main.ts', settings);
  const web = await startService('apps/web/bff/main.ts', settings);
  t.after(async () => {
    await Promise.all([web.stop(), platform.stop(), chatbot.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    webUrl,
    platformUrl,
    chatbotUrl: chatbot.url,
    ownerLink: typeof platform.ready['owner_link'] === 'string' ? platform.ready['owner_link'] : '',
    platform,
    web,
  };
}

/** A port nobody listens on at this moment; addresses that name each other must be known before anything starts. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
