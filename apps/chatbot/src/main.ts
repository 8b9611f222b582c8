import { runServer } from '@sonde/server-kit';
import { createChatbot } from './app.ts';
import { readConfig } from './config.ts';
import { createLog } from './log.ts';

await runServer('The chatbot', async () => {
  const config = readConfig();
  const app = createChatbot({ config, log: createLog((line) => process.stdout.write(line)) });
  const address = await app.listen({ host: config.host, port: config.port });
  const mode = config.apiKey === undefined ? 'public' : 'authenticated';
  process.stdout.write(`${JSON.stringify({ event: 'ready', service: 'chatbot', address, mode })}\n`);
  return app;
});
