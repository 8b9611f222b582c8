import { createChatbot } from './app.ts';
import { ConfigurationFault, readConfig } from './config.ts';
import type { ChatbotConfig } from './config.ts';
import { createLog } from './log.ts';

const log = createLog((line) => process.stdout.write(line));

function configure(): ChatbotConfig {
  try {
    return readConfig();
  } catch (fault) {
    if (!(fault instanceof ConfigurationFault)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    process.exit(1);
  }
}

const config = configure();
const app = createChatbot({ config, log });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    log.info('Closing.', { signal });
    void app.close().then(() => process.exit(0));
  });
}
const url = await app.listen({ host: config.host, port: config.port });
log.info('The chatbot is listening.', {
  url,
  mode: config.apiKey === undefined ? 'public' : 'authenticated',
});
