import { runServer } from '@sonde/server-kit';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

await runServer('The platform', async () => {
  const config = loadConfig(process.env, process.argv.slice(2));
  const app = await createApp(config);
  try {
    const address = config.roles.includes('api') ? await app.listen() : undefined;
    process.stdout.write(
      `${JSON.stringify({ event: 'ready', service: 'platform', address, roles: config.roles, owner_link: await app.ownerLink() })}\n`,
    );
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
});
