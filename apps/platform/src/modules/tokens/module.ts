import type { Kernel, Module } from '#kernel/module';
import { createTokens, type Tokens, type TokensOptions } from './service.ts';

export async function tokensModule(
  needs: Kernel & Pick<TokensOptions, 'audit' | 'settings'>,
): Promise<Module<Tokens>> {
  const api = await createTokens(needs);
  return { api, routes: (mount) => api.routes(mount) };
}
