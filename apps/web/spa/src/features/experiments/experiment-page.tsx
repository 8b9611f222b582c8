import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Experiment } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { ExperimentDialog } from './experiments-page.tsx';
import { Pointers } from './pointers.tsx';
import { VersionDialog } from './version-dialog.tsx';
import { VersionResults } from './version-results.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/inside/experiments/$experimentId');

export function ExperimentPage() {
  const api = useApi();
  const { experimentId } = route.useParams();
  const experiment = useQuery({
    queryKey: ['experiments', 'one', experimentId],
    queryFn: ({ signal }) => api.call('getExperiment', { params: { id: experimentId }, signal }),
  });
  if (experiment.isPending) return <SkeletonLines count={8} label="Loading the experiment" />;
  if (experiment.error)
    return (
      <Page title="This experiment cannot be shown">
        <ProblemNotice error={experiment.error} onRetry={() => void experiment.refetch()} />
        <LinkButton className="justify-self-start" to="/experiments">
          To the list of experiments
        </LinkButton>
      </Page>
    );
  return <ExperimentView experiment={experiment.data} />;
}

function ExperimentView({ experiment }: { experiment: Experiment }) {
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'change' | 'delete' | 'version' | null>(null);
  const asked = useSearchText('tab') ?? 'versions';
  const refresh = (): void => {
    setOpen(null);
    void queryClient.invalidateQueries({ queryKey: ['experiments'] });
  };
  const tabs = [
    { id: 'versions', label: 'Versions', content: () => <Versions experiment={experiment} /> },
    { id: 'runs', label: 'Compare by runs', content: () => <VersionResults experiment={experiment} /> },
    { id: 'environments', label: 'Environments', content: () => <Pointers experiment={experiment} /> },
  ];
  return (
    <Page
      title={experiment.name}
      mark={experiment.latest_version === null ? 'No version yet' : `Newest: ${experiment.latest_version}`}
      lead={experiment.description}
      actions={
        <>
          {experiment.permitted_actions.includes('update') ? (
            <Button onClick={() => setOpen('change')}>Change</Button>
          ) : null}

          {may('experiment:update') ? (
            <Button look="primary" onClick={() => setOpen('version')}>
              New version
            </Button>
          ) : null}
          <MoreMenu
            name={experiment.name}
            removal={
              experiment.permitted_actions.includes('delete') ? { onSelect: () => setOpen('delete') } : null
            }
          />
        </>
      }
    >
      <Tabs
        label="Parts of the experiment"
        value={tabs.some(({ id }) => id === asked) ? asked : 'versions'}
        onChange={(tab) =>
          void navigate({
            to: '/experiments/$experimentId',
            params: { experimentId: experiment.id },
            search: { tab },
            resetScroll: false,
          })
        }
        tabs={tabs}
      />
      {open === 'change' ? (
        <ExperimentDialog experiment={experiment} onClose={() => setOpen(null)} onSaved={refresh} />
      ) : null}
      {open === 'version' ? (
        <VersionDialog experiment={experiment} onClose={() => setOpen(null)} onSaved={refresh} />
      ) : null}
      <DeleteExperiment experiment={experiment} open={open === 'delete'} onClose={() => setOpen(null)} />
    </Page>
  );
}

function DeleteExperiment({
  experiment,
  open,
  onClose,
}: {
  experiment: Experiment;
  open: boolean;
  onClose: () => void;
}) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteExperiment', { params: { id: experiment.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['experiments', 'list'] });
      void navigate({ to: '/experiments' });
    },
    onError: (error) => messages.fail('The experiment was not deleted', error),
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${experiment.name}?`}
      consequence={
        experiment.environments.length === 0
          ? 'Runs that were made with it stay readable. For thirty days it can be restored.'
          : `${experiment.environments.join(', ')} will use no version any more. For thirty days it can be restored, without that.`
      }
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
