import { z } from 'zod';
import type { JobDefinition } from '#kernel/jobs';

export const ExtractionPayload = z.object({ organization_id: z.guid(), file_id: z.guid() });

/** One file of an organization at a time over all workers, by turns of its members: whoever sends many waits behind themselves. */
export const extractionJob: JobDefinition<z.output<typeof ExtractionPayload>> = {
  name: 'files.extract',
  payload: ExtractionPayload,
  concurrency: 4,
  perGroup: 1,
  retryLimit: 3,
  retryDelaySeconds: 30,
  longestRetryDelaySeconds: 30,
  expireInSeconds: 300,
};
