import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Experiment } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** The environments of the project, the version each uses, and those it used before. */
export function Pointers({ experiment }: { experiment: Experiment }) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const [looking, setLooking] = useState<string | null>(null);
  const [name, setName] = useState('');
  const id = experiment.project_id;
  const pointers = useQuery({
    queryKey: ['experiments', 'environments', id],
    queryFn: ({ signal }) => api.call('listParameterEnvironments', { params: { id }, signal }),
  });
  const add = useMutation({
    mutationFn: () => api.call('createParameterEnvironment', { params: { id }, body: { name } }),
    onSuccess: () => {
      setName('');
      void queryClient.invalidateQueries({ queryKey: ['experiments', 'environments'] });
    },
  });
  if (pointers.isPending) return <SkeletonLines count={5} />;
  if (pointers.error) return <ProblemNotice error={pointers.error} onRetry={() => void pointers.refetch()} />;
  const rows = Object.entries(pointers.data.environments).map(([environment, at]) => ({ environment, at }));
  return (
    <div className="grid gap-5">
      <Section
        title="Which version each environment uses"
        lead="Calls and runs of its endpoints use the values of that version. An environment that uses none takes the version of the environment called “default”; Production never does. Where that uses none either, the parameters of the project hold."
      >
        <SimpleTable
          label="Environments"
          rows={rows}
          rowKey={({ environment }) => environment}
          columns={[
            { header: 'Environment', cell: ({ environment }) => environment },
            {
              header: 'Uses',
              cell: ({ at }) =>
                at === null
                  ? 'no version'
                  : at.experiment_id === experiment.id
                    ? `${at.version} of this experiment`
                    : `${at.version} of another experiment`,
            },
            {
              header: 'Actions',
              hideHeader: true,
              cell: ({ environment, at }) => (
                <span className="flex flex-wrap justify-end gap-1.5">
                  <Button
                    size="small"
                    aria-label={`History of ${environment}`}
                    aria-expanded={looking === environment}
                    onClick={() => setLooking(looking === environment ? null : environment)}
                  >
                    History
                  </Button>
                  {may('experiment:update') &&
                  at !== null &&
                  (environment !== 'production' || may('experiment:promote')) ? (
                    <Unpoint projectId={id} environment={environment} />
                  ) : null}
                </span>
              ),
            },
          ]}
        />
        {may('experiment:update') ? (
          <form
            className="flex flex-wrap items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              add.mutate();
            }}
          >
            <TextField
              label="Another environment"
              maxLength={63}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" busy={add.isPending} disabled={name.trim() === ''}>
              Add
            </Button>
          </form>
        ) : null}
        {add.error ? <ProblemNotice error={add.error} /> : null}
      </Section>
      {looking === null ? null : <History projectId={id} environment={looking} />}
    </div>
  );
}

function Unpoint({ projectId, environment }: { projectId: string; environment: string }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const unpoint = useMutation({
    mutationFn: () =>
      api.call('moveParameterEnvironment', {
        params: { id: projectId, name: environment },
        body: { experiment_id: null },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['experiments'] }),
    onError: (error) => messages.fail('The environment was not changed', error),
  });
  return (
    <Button
      size="small"
      busy={unpoint.isPending}
      aria-label={`Let ${environment} use no version`}
      onClick={() => unpoint.mutate()}
    >
      Use no version
    </Button>
  );
}

function History({ projectId, environment }: { projectId: string; environment: string }) {
  const api = useApi();
  const history = useQuery({
    queryKey: ['experiments', 'history', projectId, environment],
    queryFn: ({ signal }) =>
      api.call('listEnvironmentHistory', { params: { id: projectId, name: environment }, signal }),
    staleTime: 0,
  });
  const words = (at: { name: string; version: string } | null): string =>
    at === null ? 'no version' : `${at.version} of ${at.name}`;
  return (
    <Section title={`History of ${environment}`}>
      {history.isPending ? <SkeletonLines count={3} /> : null}
      {history.error ? <ProblemNotice error={history.error} onRetry={() => void history.refetch()} /> : null}
      {history.data?.length === 0 ? <p className="text-muted">It has never used a version.</p> : null}
      <ol className="grid gap-2">
        {history.data?.map((move) => (
          <li key={move.id} className="grid gap-0.5 border-b border-line pb-2 last:border-0">
            <span>
              From {words(move.from)} to <strong>{words(move.to)}</strong>
            </span>
            <span className="text-[0.875rem] text-muted">
              <Time at={move.moved_at} />
              {move.message ? ` · ${move.message}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
