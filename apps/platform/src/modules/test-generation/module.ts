import * as contract from '@sonde/contract';
import type { JobBoard } from '#jobs';
import type { Kernel, Module } from '#kernel/module';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import { generateTests, generationKind } from './jobs.ts';
import { createTestGeneration, type GenerationOptions, type TestGeneration } from './service.ts';

type Needs = Pick<
  GenerationOptions,
  'tests' | 'requirements' | 'sources' | 'metrics' | 'usage' | 'models'
> & {
  readonly tenancy: Pick<Tenancy, 'actors'>;
  readonly jobBoard: JobBoard;
  readonly notifications: Pick<Notifications, 'create'>;
};

export function testGenerationModule({
  tenancy,
  jobBoard,
  notifications,
  ...needs
}: Kernel & Needs): Module<TestGeneration> {
  const api = createTestGeneration({ ...needs, actors: tenancy.actors, board: jobBoard });
  jobBoard.register({
    kind: generationKind,
    queue: generateTests,
    run: api.run,
    onEnd: async (tx, { organizationId, createdBy, status, title, result, error, taskId }) => {
      if (!createdBy || status === 'REVOKED') return;
      const setId = result?.['test_set_id'];
      await notifications.create(tx, {
        organizationId,
        userId: createdBy,
        kind: 'test_set.generation_finished',
        status: status === 'SUCCESS' ? 'Completed' : 'Failed',
        subject: title,
        body: error ?? '',
        link: typeof setId === 'string' ? `/test-sets/${setId}` : `/jobs/${taskId}`,
        itemCount: Number(result?.['tests'] ?? 0),
        entityType: 'Job',
        entityId: taskId,
      });
    },
  });
  return {
    api,
    routes: (mount) => {
      mount(contract.generateTestSet, async ({ principal, body }) => {
        await api.check(principal, body);
        return api.start(principal, body);
      });
      mount(contract.keepExploration, ({ principal, params, body }) =>
        api.keep(principal, params.task_id, body),
      );
    },
  };
}
