import { queryOptions } from '@tanstack/react-query';
import type { TestSet } from '@sonde/contract';
import { ApiError } from '../../lib/api-error.ts';
import type { Api } from '../../lib/api.ts';
import { equals } from '../../lib/filter.ts';
import { endpointChoice } from '../../lib/run-choices.ts';
import { ownRunEndpoint } from '../../lib/own-run-endpoint.ts';
import type { Choice } from '../../lib/use-choices.ts';

/** An endpoint and why it is the suggested one. */
export interface UsualEndpoint extends Choice {
  readonly name: string;
  readonly why: string;
}

/**
 * What a set is run against unless somebody chooses otherwise: what this person ran it against last from here, what
 * anybody or any build ran it against last, or what its tests were learned from; which of these it is is said. The endpoint that happens to have been changed last may be another application.
 */
export const usualEndpointQuery = (api: Api, set: TestSet) =>
  queryOptions({
    queryKey: ['test-sets', 'one', set.id, 'usual-endpoint'],
    queryFn: async ({ signal }): Promise<UsualEndpoint | null> => {
      for (const { find, why } of ways) {
        const id = await find(api, set.id, signal);
        const choice = id === null ? null : await choiceOf(api, id, signal);
        if (choice !== null) return { ...choice, why };
      }
      return null;
    },
    // Another run may have begun meanwhile, from a build or by somebody else.
    staleTime: 0,
  });

type Find = (api: Api, setId: string, signal: AbortSignal) => Promise<string | null>;

const ways: readonly { readonly find: Find; readonly why: string }[] = [
  { find: async (_api, setId) => ownRunEndpoint(setId), why: 'What you ran this set against last.' },
  {
    find: lastRunAgainst,
    why: 'What this set was run against last, by somebody else, a build or a schedule perhaps.',
  },
  { find: exploredFor, why: 'What the tests of this set were learned from.' },
];

async function choiceOf(
  api: Api,
  id: string,
  signal: AbortSignal,
): Promise<Omit<UsualEndpoint, 'why'> | null> {
  const endpoint = await api
    .call('getEndpoint', { params: { id }, signal })
    .catch((error: unknown) => (isGone(error) ? null : Promise.reject(error)));
  return endpoint === null ? null : { ...endpointChoice(endpoint), name: endpoint.name };
}

async function lastRunAgainst(api: Api, setId: string, signal: AbortSignal): Promise<string | null> {
  const { items } = await api.list('listTestRuns', {
    query: { $filter: equals('test_set_id', setId), $select: 'endpoint', limit: 1 },
    signal,
  });
  return items[0]?.endpoint.id ?? null;
}

/** Tests that were kept or made from an exploration name its job, and the job names the endpoint. */
async function exploredFor(api: Api, setId: string, signal: AbortSignal): Promise<string | null> {
  const { items } = await api.list('listTestsOfSet', {
    params: { id: setId },
    query: { $select: 'source', limit: 1 },
    signal,
  });
  const ref = items[0]?.source.ref;
  const taskId = typeof ref === 'object' && ref !== null && 'task_id' in ref ? ref.task_id : null;
  if (typeof taskId !== 'string') return null;
  const jobs = await api.list('listJobs', {
    query: { $filter: equals('task_id', taskId), limit: 1 },
    signal,
  });
  return jobs.items[0]?.subject_id ?? null;
}

const gone: ReadonlySet<number> = new Set([404, 410]);
const isGone = (error: unknown): boolean => error instanceof ApiError && gone.has(error.status);
