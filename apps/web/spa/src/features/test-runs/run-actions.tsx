import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestRun, TestSet } from '@sonde/contract';
import { GitCompareArrows } from 'lucide-react';
import { fillPath } from '../../lib/api.ts';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { plural } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Explained } from '../../ui/explained.tsx';
import { ReportMenu } from '../../ui/report-menu.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { comparableWith, inOrder } from './comparable.ts';
import { openCount, useLacksModel } from './open-results.ts';
import { RunDialog } from './run-dialog.tsx';
import { isUnderWay } from './run-marks.tsx';

const formats = [
  ['csv', 'Rows, as CSV'],
  ['jsonl', 'Rows, for a program (JSON lines)'],
  ['xlsx', 'Rows, as a spreadsheet'],
  ['junit', 'For a program that builds new versions (JUnit)'],
  ['html', 'One page, as HTML, to send or print'],
  ['markdown', 'A summary, as text (Markdown)'],
] as const;

export function RunActions({ run }: { run: TestRun }) {
  const may = useMay();
  if (isUnderWay(run.status)) return <CancelRun run={run} />;
  return (
    <>
      {may('test_run:execute') ? <RunAgain run={run} /> : null}
      {may('test_run:execute') ? <Again run={run} /> : null}
      {may('test_run:update') ? <BaselineButton run={run} /> : null}
      {may('test_result:update') ? (
        <LinkButton to="/review" search={{ run: run.id }}>
          Review
        </LinkButton>
      ) : null}
      <CompareButton run={run} />
      <ReportMenu
        canPrint={false}
        files={formats.map(([format, words]) => ({
          words,
          path: `${fillPath('/test_runs/{id}/download', { id: run.id })}?format=${format}`,
        }))}
      />
    </>
  );
}

/** Where only one run can be meant, it is compared with that one; of several one is chosen. */
function CompareButton({ run }: { run: TestRun }) {
  const api = useApi();
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  const open = useMutation({
    mutationFn: () =>
      api.list('listTestRuns', {
        query: { limit: 2, $filter: comparableWith(run), $select: 'name,created_at' },
      }),
    onSuccess: ({ items: [only], total }) => {
      if (only === undefined || total > 1) return setChoosing(true);
      return navigate({ to: '/runs/compare', search: { runs: inOrder(run, only).join(',') } });
    },
    // Then the dialog says what is wrong, and asks again.
    onError: () => setChoosing(true),
  });
  return (
    <>
      <Button
        icon={<GitCompareArrows aria-hidden size={16} />}
        busy={open.isPending}
        onClick={() => open.mutate()}
      >
        Compare with…
      </Button>
      {isChoosing ? <CompareDialog run={run} onClose={() => setChoosing(false)} /> : null}
    </>
  );
}

/** Later runs of the same set and endpoint are measured against the one that is chosen here. */
function BaselineButton({ run }: { run: TestRun }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const params = { id: run.test_set.id, endpoint_id: run.endpoint.id };
  const choose = useMutation({
    mutationFn: () =>
      run.is_baseline
        ? api.call('deleteBaseline', { params })
        : api.call('putBaseline', { params, body: { test_run_id: run.id } }),
    onSuccess: () => {
      if (!run.is_baseline)
        messages.say(
          'This run is the baseline now',
          'Gates and comparisons can measure later runs against it.',
        );
      return queryClient.invalidateQueries({ queryKey: ['test-runs'] });
    },
    onError: (error) => messages.fail('The baseline was not changed', error),
  });
  return (
    <span className="inline-flex items-center">
      <Button busy={choose.isPending} onClick={() => choose.mutate()}>
        {run.is_baseline ? 'No baseline any more' : 'Make it the baseline'}
      </Button>
      <Explained
        name="Baseline"
        says={
          run.is_baseline
            ? 'Without one, later runs of this set against this endpoint are measured against the last run again.'
            : 'Later runs of this set against this endpoint are measured against this one: by gates, alerts and comparisons that ask for the baseline.'
        }
      />
    </span>
  );
}

function CancelRun({ run }: { run: TestRun }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.call('cancelTestRun', { params: { id: run.id } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['test-runs'] }),
    onError: (error) => messages.fail('It could not be cancelled', error),
  });
  if (!may('test_run:update')) return null;
  return (
    <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel, and keep what is finished
    </Button>
  );
}

/** The whole set as it is now, against the same endpoint unless another is chosen. */
function RunAgain({ run }: { run: TestRun }) {
  const api = useApi();
  const messages = useMessages();
  const [set, setSet] = useState<TestSet | null>(null);
  const open = useMutation({
    mutationFn: () => api.call('getTestSet', { params: { id: run.test_set.id } }),
    onSuccess: setSet,
    onError: (error) => messages.fail('The set could not be opened', error),
  });
  return (
    <>
      <Button look="primary" busy={open.isPending} onClick={() => open.mutate()}>
        Run again
      </Button>
      {set === null ? null : <RunDialog set={set} endpoint={run.endpoint} onClose={() => setSet(null)} />}
    </>
  );
}

function Again({ run }: { run: TestRun }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const follow = ({ test_run_id }: { test_run_id: string }): void =>
    void navigate({ to: '/runs/$runId', params: { runId: test_run_id } });
  const retry = useMutation({
    mutationFn: (only: 'failed' | 'errors' | 'not_evaluated') =>
      api.call('retryTestRun', { params: { id: run.id }, body: { only } }),
    onSuccess: follow,
    onError: (error) => messages.fail('Nothing was run again', error),
  });
  const [isAsking, setAsking] = useState(false);
  const rescore = useMutation({
    mutationFn: () => api.call('rescoreTestRun', { params: { id: run.id }, body: {} }),
    onSuccess: follow,
    onError: (error) => messages.fail('It could not be scored again', error),
    onSettled: () => setAsking(false),
  });
  const { failed, errors } = run.counts;
  // Trying what flags looked at again finds the same, and so does what lacks a model as long as there is none.
  const open = openCount(run);
  const lacksModel = useLacksModel(run);
  return (
    <>
      {failed > 0 ? (
        <Button busy={retry.isPending} onClick={() => retry.mutate('failed')}>
          Retry failed
        </Button>
      ) : null}
      {errors > 0 ? (
        <Button busy={retry.isPending} onClick={() => retry.mutate('errors')}>
          Retry errors
        </Button>
      ) : null}
      {open > 0 && !lacksModel ? (
        <Button busy={retry.isPending} onClick={() => retry.mutate('not_evaluated')}>
          Retry not evaluated
        </Button>
      ) : null}
      <Button onClick={() => setAsking(true)}>Score again…</Button>
      <ConfirmDialog
        open={isAsking}
        title="Score the stored answers again?"
        consequence={`The ${plural(run.counts.total, 'stored answer')} of this run ${run.counts.total === 1 ? 'is' : 'are'} judged again, by the metrics that its tests have now. That makes a run of its own; this one stays as it is. The application is not called. A metric that asks a model asks it anew for each answer, which costs what that model costs; all others cost nothing.`}
        action="Score them again"
        stay="Leave it"
        busy={rescore.isPending}
        onConfirm={() => rescore.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
