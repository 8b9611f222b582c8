import type { Endpoint, TestSet } from '@sonde/contract';
import { equals } from './filter.ts';
import { usePlatform } from './platform-context.tsx';
import { useChoices, type Choice, type Choices } from './use-choices.ts';

const newest = { limit: 100, sort_by: 'updated_at', sort_order: 'desc' } as const;

export const endpointChoice = ({
  id,
  name,
  environment,
}: Pick<Endpoint, 'id' | 'name' | 'environment'>): Choice => ({
  id,
  label: `${name} · ${environment}`,
});

export function useEndpointChoices(): Choices {
  const { api, projectId } = usePlatform();
  return useChoices({
    queryKey: ['endpoints', 'list', projectId],
    find: (search, signal) =>
      api.list('listEndpoints', { query: { ...newest, $select: 'name,environment', ...search }, signal }),
    choiceOf: endpointChoice,
  });
}

/** Of one type of tests, where only such a set will do. */
export function useTestSetChoices(type?: TestSet['test_set_type']): Choices {
  const { api, projectId } = usePlatform();
  const only = type === undefined ? {} : { $filter: equals('test_set_type', type) };
  return useChoices({
    queryKey: ['test-sets', 'list', projectId, type ?? 'any'],
    find: (search, signal) =>
      api.list('listTestSets', { query: { ...newest, $select: 'name', ...only, ...search }, signal }),
    choiceOf: ({ id, name }) => ({ id, label: name }),
  });
}

/** Experiments that have a version to run with. */
export function useExperimentChoices(): Choices {
  const { api, projectId } = usePlatform();
  return useChoices({
    queryKey: ['experiments', 'list', projectId],
    find: (search, signal) =>
      api.list('listExperiments', { query: { limit: 100, sort_by: 'updated_at', ...search }, signal }),
    choiceOf: ({ id, name, latest_version: latest }) =>
      latest === null ? undefined : { id, label: `${latest} of ${name}` },
  });
}
