import { useEffect, useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExplorationResult } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { useJob } from '../../lib/job-query.ts';
import { fittingName } from '../../lib/run-names.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { JobStatusChip, isRunning } from '../../ui/job-status.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { ExplorationActions } from './exploration-actions.tsx';
import { ExplorationRun } from './exploration-run.tsx';
import { resultOf } from './result-of.ts';

export function FollowedRun({
  taskId,
  onBack,
  onContinue,
}: {
  taskId: string;
  onBack: () => void;
  onContinue: (result: ExplorationResult) => void;
}) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const job = useJob(taskId);
  useAnswersSeen(job.data !== undefined && isRunning(job.data.status));
  const cancel = useMutation({
    mutationFn: () => api.call('cancelJob', { params: { task_id: taskId } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (error) => messages.fail('It could not be cancelled', error),
  });
  if (job.isPending) return <SkeletonLines count={6} label="Loading the exploration" />;
  if (job.error) return <ProblemNotice error={job.error} onRetry={() => void job.refetch()} />;
  const result = resultOf(job.data);
  const running = isRunning(job.data.status);
  const hasFindings = !running && result !== null && result !== undefined && result.findings.length > 0;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-xl font-semibold">{job.data.title}</h2>
          <JobStatusChip status={job.data.status} />
        </div>
        <div className="flex flex-wrap gap-2">
          {running && may('job:cancel') ? (
            <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel, and keep what was found
            </Button>
          ) : null}
          {!running && result && result.findings.length > 0 && may('endpoint:explore') ? (
            <Button look="primary" onClick={() => onContinue(result)}>
              Go on from these findings
            </Button>
          ) : null}
          {hasFindings && may('test_set:create') ? (
            <LinkButton
              to="/test-sets/generate"
              search={{ exploration: taskId, name: fittingName(`From: ${job.data.title}`) }}
            >
              Make tests from these findings
            </LinkButton>
          ) : null}
          <ExplorationActions job={job.data} />
          <Button onClick={onBack}>New exploration</Button>
        </div>
      </div>
      {hasFindings && may('test_set:create') ? (
        <p className="max-w-prose text-[0.9375rem] text-muted">
          “Make tests from these findings” proposes tests in other words as well, of which you choose; keeping
          the findings as tests, below, takes just the questions that were asked.
        </p>
      ) : null}
      {job.data.error === null ? null : (
        <div role="alert" className="rounded-(--radius-card) border border-danger bg-danger-soft p-4">
          {job.data.error}
        </div>
      )}
      <ExplorationRun job={job.data} />
    </div>
  );
}

/** An exploration that was answered makes its endpoint one that answers: the page that shows it reads it anew. */
function useAnswersSeen(isUnderWay: boolean): void {
  const queryClient = useQueryClient();
  const was = useRef(isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay) void queryClient.invalidateQueries({ queryKey: ['endpoints'] });
    was.current = isUnderWay;
  }, [isUnderWay, queryClient]);
}
