import * as contract from '@sonde/contract';
import { z } from 'zod';
import type { FilesModule } from '#files';
import type { EndedJob, JobBoard } from '#jobs';
import { Answer } from '#kernel/http';
import type { Kernel, Module } from '#kernel/module';
import type { Metrics } from '#metrics';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import type { TestsApi } from '#tests';
import { rowsPrefix } from './conversion.ts';
import { importTests, testImportKind } from './jobs.ts';
import { createTestImports, type TestImports } from './service.ts';
import { namedRows } from './store.ts';

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects' | 'actors'>;
  readonly files: FilesModule;
  readonly jobBoard: JobBoard;
  readonly metrics: Pick<Metrics, 'scorer' | 'create' | 'requireUsable'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly tests: TestsApi;
}

const sweepJob = {
  name: 'test-import.sweep',
  payload: z.object({}),
  cron: '27 4 * * *',
  concurrency: 1,
};

export function testImportModule({
  tenancy,
  jobBoard,
  notifications,
  ...needs
}: Kernel & Needs): Module<TestImports> {
  const api = createTestImports({ ...needs, ...tenancy, board: jobBoard });
  needs.files.lodge({ prefix: rowsPrefix, named: namedRows });
  jobBoard.register({
    kind: testImportKind,
    queue: importTests,
    run: (task) => api.run(task),
    onEnd: async (tx, ended: EndedJob) => {
      await api.end(tx, ended);
      if (!ended.createdBy || ended.status === 'REVOKED') return;
      const isDone = ended.status === 'SUCCESS';
      await notifications.create(tx, {
        organizationId: ended.organizationId,
        userId: ended.createdBy,
        kind: 'test_set.import_finished',
        status: isDone ? 'Completed' : 'Failed',
        subject: ended.title,
        body: ended.error ?? '',
        link: isDone ? `/test-sets/${String(ended.result?.['test_set_id'])}` : `/jobs/${ended.taskId}`,
        itemCount: Number(ended.result?.['tests'] ?? 0),
        entityType: 'Job',
        entityId: ended.taskId,
      });
    },
  });
  needs.jobs.work(sweepJob, async () => {
    const swept = await api.sweep();
    needs.log.info({ swept }, 'expired imports were swept');
  });
  return {
    api,
    routes: (mount) => {
      mount(contract.analyzeImport, ({ principal, request, stream }) =>
        api.analyze(principal, { contentType: request.headers['content-type'] ?? '', body: stream }),
      );
      mount(contract.getImport, ({ principal, params }) => api.get(principal, params.id));
      mount(contract.parseImport, ({ principal, params, body }) => api.parse(principal, params.id, body));
      mount(contract.previewImport, ({ principal, params, query }) =>
        api.preview(principal, params.id, { page: query.page, size: query.page_size }),
      );
      mount(contract.confirmImport, async ({ principal, params, body }) => {
        const taken = await api.confirm(principal, params.id, body);
        return 'set' in taken
          ? taken.set
          : new Answer(202, {
              task_id: taken.taskId,
              import_id: params.id,
              message: 'The import has been queued.',
            });
      });
      mount(contract.cancelImport, ({ principal, params }) => api.cancel(principal, params.id));
    },
  };
}
