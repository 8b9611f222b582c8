import { TaskPayload } from '#jobs';
import type { JobDefinition } from '#kernel/jobs';

export const generationKind = 'test_generation';

export const generateTests: JobDefinition<TaskPayload> = {
  name: 'generate-tests',
  payload: TaskPayload,
  concurrency: 2,
  perGroup: 1,
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 900,
};
