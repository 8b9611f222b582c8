import type { FastifyInstance } from 'fastify';
import type { Audit } from '#audit';
import type { Database } from '#kernel/database';
import { createCursors, createMount, type AccessGate } from '#kernel/http';
import type { createModuleList } from '#kernel/module';
import type { Config } from './config.ts';
import type { createMechanisms } from './mechanisms.ts';

export interface House {
  readonly http: FastifyInstance;
  readonly database: Database;
  readonly mounted: ReadonlySet<string>;
  listen(): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  readonly config: Config;
  readonly mechanisms: Awaited<ReturnType<typeof createMechanisms>>;
  readonly modules: ReturnType<typeof createModuleList>;
  readonly audit: Audit;
  readonly gate: AccessGate;
}

/** Mounts all modules and starts them in order; closing goes the other way, sockets first. */
export async function startHouse({ config, mechanisms, modules, audit, gate }: Options): Promise<House> {
  const { http, kernel } = mechanisms;
  const { database, events, jobs, limiter, egress } = kernel;
  const mount = createMount({
    app: http,
    gate,
    limiter,
    events,
    cursors: createCursors(config.sealing),
    writeDeed: (entry, tx) => audit.record(tx ?? database.query, entry),
  });
  modules.mount(mount);
  await events.start();
  await modules.start();
  await jobs.start();
  return {
    http,
    database,
    mounted: mount.mounted,
    async listen() {
      const address = await http.listen({ host: config.http.host, port: config.http.port });
      void modules.warmUp();
      return address;
    },
    async close() {
      await modules.hangUp();
      await http.close();
      // What is reported last is gathered while there still is a database.
      await kernel.meters.close();
      await jobs.stop();
      await modules.close();
      await events.close();
      await limiter.close();
      await egress.close();
      await database.close();
    },
  };
}
