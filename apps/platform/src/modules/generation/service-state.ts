import {
  generationsPerBatch,
  generationsPerDay,
  generationsPerMinute,
  type generationService,
} from '@sonde/contract';
import type { Egress } from '@sonde/egress';
import { z } from 'zod';

const Health = z.object({ service: z.literal('generation'), version: z.string() });
const patienceMs = 10_000;

/** Asked when somebody looks: it is another program, which may come and go. */
export async function describeService(
  egress: Pick<Egress, 'fetch'>,
  url: string,
): Promise<z.output<(typeof generationService.answers)[200]>> {
  const version = await versionAt(egress, url);
  return {
    url,
    is_running: version !== null,
    version,
    per_minute: generationsPerMinute,
    per_day: generationsPerDay,
    per_batch: generationsPerBatch,
  };
}

/** Null where nobody answers, or another program does. */
async function versionAt(egress: Pick<Egress, 'fetch'>, url: string): Promise<string | null> {
  try {
    const answer = await egress.fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
    const health = Health.safeParse(await answer.json());
    return answer.ok && health.success ? health.data.version : null;
  } catch {
    return null;
  }
}
