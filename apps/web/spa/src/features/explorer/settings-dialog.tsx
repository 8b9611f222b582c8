import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExplorerSettings, Metric } from '@sonde/contract';
import { asProblem } from '../../lib/api-error.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useEndpointChoice } from './endpoint-choice.ts';

interface Props {
  setId: string;
  /** What was refused for the want of an endpoint or of metrics, and goes on once they are saved. */
  wanted?: { readonly error: unknown; readonly action: string; readonly onSaved: () => void } | undefined;
  onClose: () => void;
}

/** Who is asked, and what judges the answers. */
export function SettingsDialog({ setId, wanted, onClose }: Props) {
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
      {settings.data ? (
        <SettingsForm setId={setId} settings={settings.data} wanted={wanted} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}

function SettingsForm({ setId, settings, wanted, onClose }: Props & { settings: ExplorerSettings }) {
  const { api, projectId } = usePlatform();
  const queryClient = useQueryClient();
  const endpoints = useEndpointChoice();
  const [picked, setPicked] = useState<string | null>(settings.default_endpoint?.id ?? null);
  const endpointId = picked ?? endpoints.only;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(settings.metrics.map(({ id }) => id)));
  const save = useMutation({
    mutationFn: () =>
      api.call('putExplorerSettings', {
        params: { test_set_id: setId },
        body: { default_endpoint_id: endpointId === '' ? null : endpointId, metric_ids: [...chosen] },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['explorer', 'settings'] });
      onClose();
      wanted?.onSaved();
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
        onChange={(event) => setPicked(event.target.value)}
        options={endpoints.options}
        hint="It is asked each test."
      />
      <PickList
        label="Metrics for every test"
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
        empty="There is no metric yet. Make one on the page Metrics, or begin with a test set whose tests bring theirs."
      />
      <p className="text-[0.875rem] text-muted">
        A test that came from a test set is judged as in a run, by metrics of its own; what you choose here
        judges it as well. A test that nothing judges stays not scored until a person says how it went.
      </p>
      {wanted ? (
        <p role="alert" className="text-danger">
          {asProblem(wanted.error).detail}
        </p>
      ) : null}
      {save.error ? <ProblemNotice error={save.error} /> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {wanted ? wanted.action : 'Save'}
        </Button>
      </DialogActions>
    </form>
  );
}
