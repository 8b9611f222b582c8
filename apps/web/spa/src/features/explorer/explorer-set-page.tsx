import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ExplorerSet } from '@sonde/contract';
import { asProblem } from '../../lib/api-error.ts';
import { formatNumber, plural } from '../../lib/format.ts';
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
import { RunningJob } from './running-job.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { Suggestions } from './suggestions.tsx';
import { Tree } from './tree.tsx';

const route = getRouteApi('/inside/explorer/$setId');

export function ExplorerSetPage() {
  const api = useApi();
  const { setId } = route.useParams();
  const set = useQuery({
    queryKey: ['explorer', 'one', setId],
    queryFn: ({ signal }) => api.call('getExplorerSet', { params: { id: setId }, signal }),
  });
  if (set.isPending) return <SkeletonLines count={8} label="Loading the set" />;
  if (set.error)
    return (
      <Page title="This set cannot be shown">
        <ProblemNotice error={set.error} onRetry={() => void set.refetch()} />
        <LinkButton className="justify-self-start" to="/explorer">
          To the weak spots
        </LinkButton>
      </Page>
    );
  return <ExplorerView set={set.data} />;
}

function ExplorerView({ set }: { set: ExplorerSet }) {
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null);
  const [refused, setRefused] = useState<{ step: 'ask' | 'push'; error: unknown } | null>(null);
  const asked = useSearchText('tab') ?? 'tree';
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['explorer'] });
  const params = { id: set.id };
  /** What is missing is asked for where it can be given, and then it goes on. */
  const refuse = (step: 'ask' | 'push', error: unknown, title: string): void => {
    if (asProblem(error).code === 'explorer.invalid') setRefused({ step, error });
    else messages.fail(title, error);
  };
  const ask = useMutation({
    mutationFn: () => api.call('generateExplorerOutputs', { params, body: { evaluate: true } }),
    onSuccess: refresh,
    onError: (error) => refuse('ask', error, 'Nothing was asked'),
  });
  const push = useMutation({
    mutationFn: () => api.call('runExplorerPipeline', { params, body: {} }),
    onSuccess: () => {
      refresh();
      show('suggestions');
    },
    onError: (error) => refuse('push', error, 'Nothing was suggested'),
  });
  const out = useMutation({
    mutationFn: () => api.call('exportFromExplorer', { params: { src: set.id }, body: {} }),
    onSuccess: ({ test_set }) =>
      void navigate({ to: '/test-sets/$testSetId', params: { testSetId: test_set.id } }),
    onError: (error) => messages.fail('No test set was made', error),
  });
  const show = (tab: string): void =>
    void navigate({
      to: '/explorer/$setId',
      params: { setId: set.id },
      search: { tab },
      resetScroll: false,
    });
  const { counts } = set;
  const tabs = [
    { id: 'tree', label: `Tests (${formatNumber(counts.tests)})`, content: () => <Tree set={set} /> },
    {
      id: 'suggestions',
      label: `Suggestions (${formatNumber(counts.suggestions)})`,
      content: () => <Suggestions set={set} />,
    },
  ];
  const isBusy = set.running_task_id !== null;
  const wasAsked = counts.passed + counts.failed + counts.errors > 0;
  return (
    <Page
      title={set.name}
      mark={`${plural(counts.passed, 'test')} passed · ${formatNumber(counts.failed)} failed · ${plural(counts.errors, 'error')}`}
      lead={set.description}
      actions={
        <>
          {may('test_set:create') ? (
            <Button busy={out.isPending} disabled={counts.tests === 0} onClick={() => out.mutate()}>
              To a test set
            </Button>
          ) : null}
          {may('explorer:update') ? (
            <>
              <Button onClick={() => setOpen('settings')}>Endpoint and metrics</Button>
              <Button
                look={wasAsked ? 'plain' : 'primary'}
                busy={ask.isPending}
                disabled={isBusy || counts.tests === 0}
                onClick={() => ask.mutate()}
              >
                Ask and score
              </Button>
              <Button
                look={wasAsked ? 'primary' : 'plain'}
                busy={push.isPending}
                disabled={isBusy || counts.tests === 0}
                onClick={() => push.mutate()}
              >
                Find more failures
              </Button>
            </>
          ) : null}
          <MoreMenu
            name={set.name}
            removal={set.permitted_actions.includes('delete') ? { onSelect: () => setOpen('delete') } : null}
          />
        </>
      }
    >
      {set.running_task_id === null ? null : <RunningJob taskId={set.running_task_id} onStep={refresh} />}
      <Tabs
        label="Parts of the set"
        value={tabs.some(({ id }) => id === asked) ? asked : 'tree'}
        onChange={show}
        tabs={tabs}
      />
      {open === 'settings' ? <SettingsDialog setId={set.id} onClose={() => setOpen(null)} /> : null}
      {refused ? (
        <SettingsDialog
          setId={set.id}
          wanted={{
            error: refused.error,
            action: refused.step === 'ask' ? 'Save, ask and score' : 'Save and find more failures',
            onSaved: () => (refused.step === 'ask' ? ask : push).mutate(),
          }}
          onClose={() => setRefused(null)}
        />
      ) : null}
      <DeleteSet set={set} open={open === 'delete'} onClose={() => setOpen(null)} />
    </Page>
  );
}

function DeleteSet({ set, open, onClose }: { set: ExplorerSet; open: boolean; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteExplorerSet', { params: { id: set.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['explorer', 'list'] });
      void navigate({ to: '/explorer' });
    },
    onError: (error) => messages.fail('The set was not deleted', error),
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${set.name}?`}
      consequence="Test sets that were made of it stay. For thirty days it can be restored."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
