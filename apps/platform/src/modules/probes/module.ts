import * as contract from '@sonde/contract';
import type { Kernel, Module } from '#kernel/module';
import { createProbes, type Probes, type ProbesOptions } from './service.ts';

export function probesModule(options: Kernel & ProbesOptions): Module<Probes> {
  const api = createProbes(options);
  return {
    api,
    routes: (mount) => {
      mount(contract.listProbes, async () => api.list());
      mount(contract.getProbe, async ({ params }) => api.get(params.name));
      mount(contract.previewProbes, ({ principal, body }) => api.preview(principal, body));
      mount(contract.importProbes, ({ principal, body }) => api.import(principal, body));
      mount(contract.importGarakReport, ({ principal, request, stream }) =>
        api.importReport(principal, { contentType: request.headers['content-type'] ?? '', body: stream }),
      );
      mount(contract.listOwaspCategories, async ({ query }) => api.categories(query.framework));
      mount(contract.generateOwasp, ({ principal, body }) => api.generate(principal, body));
    },
  };
}
