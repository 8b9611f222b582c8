import { TaskPayload } from '#jobs';
import type { JobDefinition } from '#kernel/jobs';

export const trialKind = 'test_trial';

/** A conversation is not begun again when its worker is lost: the target would hear everything twice. */
export const tryTest: JobDefinition<TaskPayload> = {
  name: 'try-test',
  payload: TaskPayload,
  concurrency: 4,
  perGroup: 2,
  retryLimit: 0,
  expireInSeconds: 1800,
};
