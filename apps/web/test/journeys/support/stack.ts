import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChatbot } from '../../../../platform/test/support/chatbot.ts';
import { prepareFolder } from '../../../../platform/test/support/database-template.ts';
import { startService, type RunningService } from '../../../../platform/test/support/service-process.ts';
import { type Clock, startWebsHere } from './webs-here.ts';

export interface Stack {
  readonly webUrl: string;
  readonly platformUrl: string;
  readonly chatbotUrl: string;
  /** The link that the platform printed for the first owner. */
  readonly ownerLink: string;
  readonly platform: RunningService;
  /** Ends the platform as a crash would, and starts it again on the same data. */
  crashPlatform(): Promise<{ restart(): Promise<void> }>;
  /** Freezes the demo chatbot: whoever asks it waits until it is let go, however quick the machine is. */
  freezeChatbot(): { letGo(): void };
}

export interface StackOptions {
  readonly settings?: (webUrl: string) => Promise<Readonly<Record<string, string>>>;
  /** One web server for each, in this process, asked in turn; without, one in a process of its own. */
  readonly webClocks?: readonly Clock[];
  /** Settings of those web servers alone. */
  readonly webSettings?: Readonly<Record<string, string>>;
}

/** Where what was started is ended: a test, or whatever else measures. */
interface Ending {
  after(end: () => unknown): void;
}

/** The three services as `npm start` runs them, on ports and a data folder of their own. */
export async function startStack(t: Ending, options: StackOptions = {}): Promise<Stack> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-journey-'));
  const running = new Set<{ stop(): Promise<unknown> }>();
  let chatbotPid: number | undefined;
  // Told before anything starts: what is running when the next one fails to start must still be ended.
  t.after(async () => {
    // A frozen process hears no request to close.
    if (chatbotPid !== undefined) process.kill(chatbotPid, 'SIGCONT');
    await Promise.all([...running].map((service) => service.stop()));
    rmSync(directory, { recursive: true, force: true });
  });
  const keep = async <Service extends { stop(): Promise<unknown> }>(
    starting: Promise<Service>,
  ): Promise<Service> => {
    const service = await starting;
    running.add(service);
    return service;
  };
  await prepareFolder(directory);
  const [platformPort, webPort] = [await freePort(), await freePort()];
  const webUrl = `http://localhost:${webPort}`;
  const platformUrl = `http://127.0.0.1:${platformPort}`;
  const env = (await options.settings?.(webUrl)) ?? {};
  const chatbot = await keep(startChatbot(env));
  chatbotPid = chatbot.pid;
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
  const startPlatform = () => keep(startService('apps/platform/src/main.ts', settings));
  const platform = await startPlatform();
  await keep<{ stop(): Promise<unknown> }>(
    options.webClocks
      ? startWebsHere({ ...settings, ...options.webSettings }, webPort, options.webClocks)
      : startService('apps/web/bff/main.ts', settings),
  );
  return {
    webUrl,
    platformUrl,
    chatbotUrl: chatbot.url,
    ownerLink: typeof platform.ready['owner_link'] === 'string' ? platform.ready['owner_link'] : '',
    platform,
    async crashPlatform() {
      running.delete(platform);
      await platform.kill();
      return { restart: async () => void (await startPlatform()) };
    },
    freezeChatbot() {
      process.kill(chatbot.pid, 'SIGSTOP');
      return { letGo: () => void process.kill(chatbot.pid, 'SIGCONT') };
    },
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
