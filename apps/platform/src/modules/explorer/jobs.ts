import { TaskPayload } from '#jobs';
import type { JobDefinition } from '#kernel/jobs';

export const explorerKind = 'explorer';

export const exploreTopics: JobDefinition<TaskPayload> = {
  name: 'explore-topics',
  payload: TaskPayload,
  concurrency: 4,
  perGroup: 2,
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 6 * 3600,
};
