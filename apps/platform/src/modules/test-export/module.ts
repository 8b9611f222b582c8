import * as contract from '@sonde/contract';
import type { Kernel, Module } from '#kernel/module';
import type { TestsApi } from '#tests';
import { createTestExport } from './service.ts';

export function testExportModule({
  database,
  tests,
}: Kernel & { readonly tests: TestsApi }): Module<ReturnType<typeof createTestExport>> {
  const api = createTestExport({ database, tests });
  return {
    api,
    routes: (mount) =>
      mount(contract.downloadTestSet, ({ principal, params, query }) =>
        api.download(principal, params.id, query.format),
      ),
  };
}
