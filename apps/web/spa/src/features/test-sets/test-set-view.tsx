import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestSet } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice, Page, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { TabEntry } from '../../ui/tabs.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { isDraft } from './draft-set.ts';
import { GatesForm } from './gates-form.tsx';
import { SetMetrics } from './set-metrics.tsx';
import { setOrigin } from './set-origin.ts';
import { TestSetDialog } from './test-set-dialog.tsx';
import { testTypeWords } from '../../lib/test-type-words.ts';

interface Props {
  set: TestSet;
  /** What other features bring: the tests, the runs, and the button that starts one. */
  tests: () => ReactNode;
  runs: () => ReactNode;
  start: ReactNode;
  /** How a build is held by the gate. */
  build: () => ReactNode;
}

export function TestSetView({ set, tests, runs, start, build }: Props) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const asked = useSearchText('tab') ?? 'tests';
  const tabs: readonly TabEntry<string>[] = [
    { id: 'tests', label: 'Tests', content: tests },
    { id: 'metrics', label: 'Metrics', content: () => <SetMetrics set={set} /> },
    { id: 'runs', label: 'Runs', content: runs },
    {
      id: 'discussion',
      label: 'Discussion',
      content: () => (
        <Section title="What people say and do">
          <Discussion entityType="test_set" entityId={set.id} />
        </Section>
      ),
    },
    {
      id: 'gate',
      label: 'Gate',
      content: () => (
        <div className="grid gap-6">
          <GatesForm key={set.version} set={set} />
          {build()}
        </div>
      ),
    },
  ];
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
  return (
    <Page
      title={set.name}
      mark={`${testTypeWords[set.test_set_type]} · ${plural(set.test_count, 'test')}`}
      lead={set.description || setOrigin(set)}
      actions={
        <>
          {start}
          {set.permitted_actions.includes('update') ? (
            <Button onClick={() => setOpen('change')}>Change</Button>
          ) : null}
          <MoreMenu
            name={set.name}
            removal={set.permitted_actions.includes('delete') ? { onSelect: () => setOpen('delete') } : null}
          />
        </>
      }
    >
      {isDraft(set) ? (
        <Notice tone="warn">
          <div className="grid justify-items-start gap-3">
            <p>
              {set.test_count === 0
                ? 'Its tests are still being made, or none came of it.'
                : 'These tests are drafts: nobody has gone through them and kept them yet.'}
            </p>
            {set.permitted_actions.includes('update') ? (
              <LinkButton to="/test-sets/generate" search={{ set: set.id }}>
                Go through the drafts
              </LinkButton>
            ) : null}
          </div>
        </Notice>
      ) : null}
      <Tabs
        label="Parts of the test set"
        value={tabs.some(({ id }) => id === asked) ? asked : 'tests'}
        onChange={(tab) =>
          void navigate({
            to: '/test-sets/$testSetId',
            params: { testSetId: set.id },
            search: { tab },
            resetScroll: false,
          })
        }
        tabs={tabs}
      />
      {open === 'change' ? (
        <TestSetDialog
          set={set}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            refresh();
          }}
        />
      ) : null}
      <DeleteSet set={set} open={open === 'delete'} onClose={() => setOpen(null)} />
    </Page>
  );
}

function DeleteSet({ set, open, onClose }: { set: TestSet; open: boolean; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteTestSet', { params: { id: set.id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['test-sets', 'list'] });
      void navigate({ to: '/test-sets' });
    },
    onError: (error) => messages.fail('The test set was not deleted', error),
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${set.name}?`}
      consequence="Its tests, runs and results stay. For thirty days the set can be restored."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
