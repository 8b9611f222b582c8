import type { Kernel, Module } from '#kernel/module';
import { createMail, type Mail, type MailSettings } from './service.ts';

export function mailModule(needs: Kernel & { readonly settings: MailSettings }): Module<Mail> {
  const api = createMail(needs);
  return { api, routes: (mount) => api.routes(mount), close: () => api.close() };
}
