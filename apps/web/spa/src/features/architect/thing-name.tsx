import { useQuery } from '@tanstack/react-query';
import type { Api } from '../../lib/api.ts';
import { useApi } from '../../lib/platform-context.tsx';
import type { NamedKind } from './step-arguments.ts';

type Reading = (api: Api, id: string, signal: AbortSignal) => Promise<string>;

const readers: Readonly<Record<NamedKind, Reading>> = {
  endpoint: async (api, id, signal) => (await api.call('getEndpoint', { params: { id }, signal })).name,
  test_set: async (api, id, signal) => (await api.call('getTestSet', { params: { id }, signal })).name,
  test_run: async (api, id, signal) => (await api.call('getTestRun', { params: { id }, signal })).name,
  requirement: async (api, id, signal) => (await api.call('getRequirement', { params: { id }, signal })).name,
  metric: async (api, id, signal) => (await api.call('getMetric', { params: { id }, signal })).name,
  source: async (api, id, signal) => (await api.call('getSource', { params: { id }, signal })).title,
  job: async (api, id, signal) => (await api.call('getJob', { params: { task_id: id }, signal })).title,
};

/** What an id stands for; the id itself where that cannot be read. */
export function ThingName({ kind, id }: { kind: NamedKind; id: string }) {
  const api = useApi();
  const name = useQuery({
    queryKey: ['thing-name', kind, id],
    queryFn: ({ signal }) => readers[kind](api, id, signal),
  });
  return <span title={id}>{name.data ?? id}</span>;
}
