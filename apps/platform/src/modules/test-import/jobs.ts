import { TaskPayload } from '#jobs';
import type { JobDefinition } from '#kernel/jobs';

export const testImportKind = 'test_import';

/** An attempt goes on after the last portion that was stored. */
export const importTests: JobDefinition<TaskPayload> = {
  name: 'import-tests',
  payload: TaskPayload,
  concurrency: 2,
  perGroup: 1,
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 3600,
};
