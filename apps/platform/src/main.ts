import './drizzle-modules.ts';
import { runServer } from '@sonde/server-kit';
import { loadConfig } from './config.ts';

await runServer('The platform', async () => {
  // Imported late: modules are found before any of them runs, and the way Drizzle's are found is changed above.
  const { createApp } = await import('./app.ts');
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
