import type { ProxyWatch } from '#kernel/http';
import type { Kernel, Module } from '#kernel/module';
import { bearerToken, unauthenticated, type Tokens } from '#tokens';
import { systemRoutes } from './routes.ts';
import { createSystem, type System } from './service.ts';

interface Needs {
  readonly tokens: Pick<Tokens, 'credentials'>;
  readonly proxies: Pick<ProxyWatch, 'isUnnamed'>;
  readonly settings: {
    /** A public installation need not tell strangers what there is to try. */
    readonly isReferencePublic: boolean;
    readonly interfaceUrl: string | undefined;
  };
}

export function systemModule({
  version,
  database,
  jobs,
  storage,
  tokens,
  proxies,
  settings,
}: Kernel & Needs): Module<System> {
  const api = createSystem({
    version,
    server: settings.interfaceUrl,
    checks: {
      database: async () => {
        await database.ping();
        await storage.check();
      },
      jobs: () => jobs.ping(),
      proxies: async () =>
        proxies.isUnnamed()
          ? { degraded: 'All calls come through a proxy that TRUSTED_PROXIES does not name.' }
          : undefined,
    },
    requireReader: async (authorization) => {
      if (settings.isReferencePublic) return;
      const token = bearerToken(authorization);
      if (!token || !(await tokens.credentials.resolve(token))) throw unauthenticated();
    },
  });
  return { api, routes: (mount) => systemRoutes(mount, api), warmUp: () => api.warmUp() };
}
