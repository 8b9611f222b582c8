import { TaskPayload } from '#jobs';
import type { JobDefinition } from '#kernel/jobs';

export const testRunKind = 'test_run';

/** Long work: each attempt goes on where the last one stopped, so a lost worker costs what it had in flight. */
export const executeTestRun: JobDefinition<TaskPayload> = {
  name: 'execute-test-run',
  payload: TaskPayload,
  concurrency: 6,
  perGroup: 4,
  retryLimit: 20,
  retryDelaySeconds: 1,
  longestRetryDelaySeconds: 30,
  expireInSeconds: 23 * 3600,
};
