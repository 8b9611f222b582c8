import { z } from 'zod';
import type { JobDefinition } from '#kernel/jobs';

export const ExtractionPayload = z.object({ organization_id: z.guid(), file_id: z.guid() });

/** One file at a time and worker, since there is one child to read it; no organization takes every turn. */
export const extractionJob: JobDefinition<z.output<typeof ExtractionPayload>> = {
  name: 'files.extract',
  payload: ExtractionPayload,
  concurrency: 1,
  retryLimit: 3,
  retryDelaySeconds: 30,
  longestRetryDelaySeconds: 30,
  expireInSeconds: 300,
};
