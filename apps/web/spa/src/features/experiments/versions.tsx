import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Experiment, ExperimentVersion } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Explained } from '../../ui/explained.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Facts } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { Differences, valueText } from './values.tsx';

/** Every version, newest first, with what it changed. */
export function Versions({ experiment }: { experiment: Experiment }) {
  const api = useApi();
  const [limit, setLimit] = useState(50);
  const versions = useQuery({
    queryKey: ['experiments', 'versions', experiment.id, limit],
    queryFn: ({ signal }) =>
      api.call('listExperimentVersions', { params: { id: experiment.id }, query: { limit }, signal }),
  });
  const [pointing, setPointing] = useState<ExperimentVersion | null>(null);
  if (versions.isPending) return <SkeletonLines count={6} />;
  if (versions.error) return <ProblemNotice error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data.length === 0)
    return (
      <EmptyState title="No version yet">
        <p>A version keeps a value for each parameter of the project, and never changes afterwards.</p>
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {versions.data.map((version) => (
        <VersionCard key={version.version} version={version} onPoint={() => setPointing(version)} />
      ))}
      {versions.data.length === limit && limit < 200 ? (
        <Button className="justify-self-start" onClick={() => setLimit(200)}>
          Show older ones
        </Button>
      ) : null}
      {pointing ? (
        <PointDialog experiment={experiment} version={pointing} onClose={() => setPointing(null)} />
      ) : null}
    </div>
  );
}

function VersionCard({ version, onPoint }: { version: ExperimentVersion; onPoint: () => void }) {
  const may = useMay();
  return (
    <article className="card grid gap-3 p-4 sm:p-5" aria-label={`Version ${version.version}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-lg font-semibold">{version.version}</h2>
          {version.environments.map((name) => (
            <Chip key={name} tone="signal">
              {name}
            </Chip>
          ))}
          <span className="text-[0.875rem] text-muted">
            <Time at={version.created_at} />
            {version.parent_version ? `, from ${version.parent_version}` : ''}
          </span>
        </div>
        {may('experiment:update') ? (
          <Button size="small" aria-label={`Use in an environment: ${version.version}`} onClick={onPoint}>
            Use in an environment
          </Button>
        ) : null}
      </div>
      {version.message ? <p>{version.message}</p> : null}
      <Differences diff={version.diff} />
      <details>
        <summary className="cursor-pointer text-[0.875rem] text-muted">All values</summary>
        <div className="pt-3">
          <Facts
            items={[
              ...Object.entries(version.values).map(
                ([name, value]) =>
                  [
                    name,
                    <span key={name} className="whitespace-pre-wrap">
                      {valueText(value)}
                    </span>,
                  ] as const,
              ),
              [
                <Explained
                  key="fingerprint"
                  name="Fingerprint of the values"
                  says="A short code made from all values: versions with the same one hold the same values."
                  shown="Fingerprint of the values"
                />,
                <code key="hash">{version.content_hash}</code>,
              ] as const,
            ]}
          />
        </div>
      </details>
    </article>
  );
}

function PointDialog({
  experiment,
  version,
  onClose,
}: {
  experiment: Experiment;
  version: ExperimentVersion;
  onClose: () => void;
}) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [environment, setEnvironment] = useState('development');
  const [message, setMessage] = useState('');
  const pointers = useQuery({
    queryKey: ['experiments', 'environments', experiment.project_id],
    queryFn: ({ signal }) =>
      api.call('listParameterEnvironments', { params: { id: experiment.project_id }, signal }),
  });
  const move = useMutation({
    mutationFn: () =>
      api.call('moveParameterEnvironment', {
        params: { id: experiment.project_id, name: environment },
        body: {
          experiment_id: experiment.id,
          version: version.version,
          ...(message.trim() === '' ? {} : { message }),
        },
      }),
    onSuccess: () => {
      messages.say(`${environment} uses ${version.version}`);
      void queryClient.invalidateQueries({ queryKey: ['experiments'] });
      onClose();
    },
  });
  const names = Object.keys(pointers.data?.environments ?? {});
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Use ${version.version} in an environment`}
      description="Calls and runs of its endpoints use these values from then on."
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate();
        }}
      >
        {pointers.error ? <ProblemNotice error={pointers.error} /> : null}
        <SelectField
          label="Environment"
          value={environment}
          onChange={(event) => setEnvironment(event.target.value)}
          options={names
            .filter((name) => name !== 'production' || may('experiment:promote'))
            .map((name) => ({ value: name, label: name }))}
          hint={may('experiment:promote') ? undefined : 'Production is moved by an admin.'}
        />
        {environment === 'production' ? (
          <p className="text-warn">Real users meet what production is given.</p>
        ) : null}
        <TextField
          label="Why"
          optional
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {move.error ? <ProblemNotice error={move.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={move.isPending}>
            Use it there
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
