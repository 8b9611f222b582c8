import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExplorerSettings, Metric } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** Who is asked, and what judges the answers. */
export function SettingsDialog({ setId, onClose }: { setId: string; onClose: () => void }) {
  const { api } = usePlatform();
  const settings = useQuery({
    queryKey: ['explorer', 'settings', setId],
    queryFn: ({ signal }) => api.call('getExplorerSettings', { params: { test_set_id: setId }, signal }),
    staleTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title="Endpoint and metrics">
      {settings.isPending ? <SkeletonLines count={4} /> : null}
      {settings.error ? (
        <ProblemNotice error={settings.error} onRetry={() => void settings.refetch()} />
      ) : null}
      {settings.data ? <SettingsForm setId={setId} settings={settings.data} onClose={onClose} /> : null}
    </Dialog>
  );
}

function SettingsForm({
  setId,
  settings,
  onClose,
}: {
  setId: string;
  settings: ExplorerSettings;
  onClose: () => void;
}) {
  const { api, projectId } = usePlatform();
  const queryClient = useQueryClient();
  const [endpointId, setEndpointId] = useState(settings.default_endpoint?.id ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(settings.metrics.map(({ id }) => id)));
  const endpoints = useQuery({
    queryKey: ['endpoints', 'list', projectId, 'choice'],
    queryFn: ({ signal }) =>
      api.list('listEndpoints', {
        query: { limit: 100, sort_by: 'updated_at', sort_order: 'desc', $select: 'name,environment' },
        signal,
      }),
  });
  const save = useMutation({
    mutationFn: () =>
      api.call('putExplorerSettings', {
        params: { test_set_id: setId },
        body: { default_endpoint_id: endpointId === '' ? null : endpointId, metric_ids: [...chosen] },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['explorer', 'settings'] });
      onClose();
    },
  });
  const toggle = ({ id }: Metric): void =>
    setChosen(chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id]));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <SelectField
        label="Endpoint"
        value={endpointId}
        onChange={(event) => setEndpointId(event.target.value)}
        options={[
          { value: '', label: 'None' },
          ...(endpoints.data?.items ?? []).map((endpoint) => ({
            value: endpoint.id,
            label: `${endpoint.name} · ${endpoint.environment}`,
          })),
        ]}
      />
      <PickList
        label="Metrics"
        queryKey={['metrics', projectId]}
        find={(search, signal) =>
          api.list('listMetrics', {
            query: { limit: 20, sort_by: 'name', sort_order: 'asc', ...(search === '' ? {} : { search }) },
            signal,
          })
        }
        idOf={(metric) => metric.id}
        nameOf={(metric) => metric.name}
        chosen={chosen}
        onToggle={toggle}
        empty="There is no metric yet."
      />
      <p className="text-[0.875rem] text-muted">A test passes when all of them pass.</p>
      {save.error ? <ProblemNotice error={save.error} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
