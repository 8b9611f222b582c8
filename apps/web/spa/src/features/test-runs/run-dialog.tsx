import { useState } from 'react';
import type { FormEvent } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestSet } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { useEndpointChoices, useExperimentChoices } from '../../lib/run-choices.ts';
import { keepRunEndpoint } from '../../lib/own-run-endpoint.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { PreflightReport } from './preflight-report.tsx';
import { usualEndpointQuery } from './usual-endpoint.ts';

interface Props {
  set: TestSet;
  /** Of a run that is repeated; otherwise the usual one is suggested. */
  endpoint?: { readonly id: string; readonly name: string };
  onClose: () => void;
}

export function RunDialog({ set, endpoint, onClose }: Props) {
  const { api } = usePlatform();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(endpoint?.id ?? '');
  const [concurrency, setConcurrency] = useState('10');
  const [repeat, setRepeat] = useState('1');
  const [experimentId, setExperimentId] = useState('');
  const experiments = useExperimentChoices();
  const endpoints = useEndpointChoices();
  const usual = useQuery(usualEndpointQuery(api, set));
  // Of several, none is as good a guess as another; the only one there is can be meant.
  const only = endpoints.found.length === 1 && endpoints.text === '' ? endpoints.found[0] : undefined;
  const suggested = usual.isFetching ? '' : (usual.data?.id ?? only?.id ?? '');
  const endpointId = chosen === '' ? suggested : chosen;
  const options = {
    concurrency: Number(concurrency),
    repeat: Number(repeat),
    ...(experimentId === '' ? {} : { experiment_id: experimentId }),
  };
  const isValid = isWithin(concurrency, 200) && isWithin(repeat, 50);
  const settled = useDebounced(JSON.stringify({ endpointId, options, isValid }), 250);
  const isSettled = settled === JSON.stringify({ endpointId, options, isValid });
  const checks = useQuery({
    queryKey: ['preflight', set.id, set.version, endpointId, options],
    queryFn: ({ signal }) =>
      api.call('preflightCheck', {
        body: { test_set_id: set.id, endpoint_id: endpointId, ...options },
        signal,
      }),
    enabled: endpointId !== '' && isValid && isSettled,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const start = useMutation({
    mutationFn: () =>
      api.call('executeTestSet', { params: { id: set.id, endpoint_id: endpointId }, body: options }),
    onSuccess: async (started) => {
      keepRunEndpoint(set.id, endpointId);
      void queryClient.invalidateQueries({ queryKey: ['test-runs', 'list'] });
      await navigate({ to: '/runs/$runId', params: { runId: started.test_run_id } });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={`Run ${set.name}`}>
      <form className="grid gap-4" onSubmit={submit}>
        {endpoints.isEmpty ? (
          <p>There is no endpoint to run against yet. Connect an application first.</p>
        ) : null}
        <SearchedSelect
          label="Endpoint"
          choices={endpoints}
          value={endpointId}
          known={
            endpoint === undefined ? (usual.data ?? undefined) : { id: endpoint.id, label: endpoint.name }
          }
          onChange={setChosen}
          none="Choose an endpoint"
          hint={chosen === '' && usual.data && !usual.isFetching ? usual.data.why : undefined}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="At the same time"
            type="number"
            required
            min={1}
            max={200}
            value={concurrency}
            onChange={(event) => setConcurrency(event.target.value)}
            hint="Calls under way at once"
          />
          <TextField
            label="Repeat each test"
            type="number"
            required
            min={1}
            max={50}
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
            hint="How often; more than once shows whose verdict changes from one time to the next"
          />
        </div>
        {experiments.found.length > 0 || experiments.text !== '' ? (
          <SearchedSelect
            label="Parameters"
            choices={experiments}
            value={experimentId}
            onChange={setExperimentId}
            none="Those of the endpoint’s environment"
            hint="A run with the values of an experiment shows what they do, before an environment uses them."
          />
        ) : null}
        {checks.isLoading ? <SkeletonLines count={3} label="Checking" /> : null}
        {checks.error ? <ProblemNotice error={checks.error} onRetry={() => void checks.refetch()} /> : null}
        {checks.data ? <PreflightReport report={checks.data} testSetId={set.id} onLeave={onClose} /> : null}
        {start.error ? <ProblemNotice error={start.error} what="The run was not started" /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={start.isPending}
            disabled={checks.data?.ok !== true || checks.isPlaceholderData || !isSettled}
          >
            Start
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const isWithin = (text: string, max: number): boolean => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= max;
};
