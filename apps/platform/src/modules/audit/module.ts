import * as contract from '@sonde/contract';
import type { Kernel, Module } from '#kernel/module';
import { createAudit, type Audit } from './service.ts';

export function auditModule(needs: Kernel): Module<Audit> {
  const api = createAudit(needs);
  return {
    api,
    routes: (mount) => mount(contract.listAuditEvents, ({ principal, query }) => api.list(principal, query)),
  };
}
