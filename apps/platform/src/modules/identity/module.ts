import type { Kernel, Module } from '#kernel/module';
import { createIdentity, type Identity, type IdentityOptions } from './service.ts';

export function identityModule(
  needs: Kernel & Pick<IdentityOptions, 'tokens' | 'mail' | 'audit' | 'tenancy' | 'settings'>,
): Module<Identity> {
  const api = createIdentity(needs);
  return { api, routes: (mount) => api.routes(mount) };
}
