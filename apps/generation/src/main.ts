import { runServer } from '@sonde/server-kit';
import { createGenerationService } from './app.ts';
import { readConfig } from './config.ts';

await runServer('The generation service', async () => {
  const config = readConfig();
  const app = createGenerationService(config);
  const address = await app.listen({ host: config.host, port: config.port });
  process.stdout.write(`${JSON.stringify({ event: 'ready', service: 'generation', address })}\n`);
  return app;
});
