import { runServer } from '@sonde/server-kit';
import { createWeb } from './app.ts';
import { loadConfig } from './config.ts';

await runServer('The web server', async () => {
  const config = loadConfig(process.env);
  const app = await createWeb({ config, clock: { now: () => new Date() } });
  const address = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: (address) =>
      `The web server listens at ${address}; people open ${config.frontendOrigin}${config.base}`,
  });
  process.stdout.write(`${JSON.stringify({ event: 'ready', service: 'web', address })}\n`);
  return app;
});
