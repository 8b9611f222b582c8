import type { JobDefinition } from '#kernel/jobs';
import { TaskPayload } from '#jobs';

export const explorationKind = 'exploration';

/** Long work: each worker runs a few at a time. Attempts are cheap, since each goes on from the last turn. */
export const exploreEndpoint: JobDefinition<TaskPayload> = {
  name: 'explore-endpoint',
  payload: TaskPayload,
  concurrency: 8,
  // Half of what one organization may have waiting: the others get a place even where there is one worker.
  perGroup: 5,
  retryLimit: 5,
  retryDelaySeconds: 1,
  // Above the limit of time an exploration sets itself.
  expireInSeconds: 45 * 60,
};
