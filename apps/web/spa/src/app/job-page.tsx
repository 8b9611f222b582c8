import { getRouteApi } from '@tanstack/react-router';
import { ExplorationActions } from '../features/explore/exploration-actions.tsx';
import { ExplorationRun } from '../features/explore/exploration-run.tsx';
import { JobFrame } from '../features/jobs/job-frame.tsx';
import { JobResult } from '../features/jobs/job-result.tsx';
import { useJob } from '../lib/job-query.ts';
import { LinkButton } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { ProblemNotice } from '../ui/problem.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { isRunning } from '../ui/job-status.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';

const route = getRouteApi('/inside/jobs/$taskId');

export function JobPage() {
  const { taskId } = route.useParams();
  const job = useJob(taskId);
  if (job.isPending) return <SkeletonLines count={6} label="Loading the job" />;
  if (job.error) {
    return (
      <Page title="This job cannot be shown">
        <ProblemNotice error={job.error} onRetry={() => void job.refetch()} />
        <LinkButton className="justify-self-start" to="/jobs">
          To the list of jobs
        </LinkButton>
      </Page>
    );
  }
  const { data } = job;
  return (
    <JobFrame job={data}>
      {data.kind === 'exploration' ? (
        <>
          <div className="flex flex-wrap gap-2 print:hidden">
            {data.subject_id === null ? null : (
              <LinkButton
                to="/endpoints/$endpointId"
                params={{ endpointId: data.subject_id }}
                search={{ tab: 'explore', run: data.task_id }}
              >
                Open at its endpoint
              </LinkButton>
            )}
            <ExplorationActions job={data} />
          </div>
          <ExplorationRun job={data} />
        </>
      ) : (
        <>
          {isRunning(data.status) ? (
            <ProgressBar label={data.progress.label} value={data.progress.step} max={data.progress.total} />
          ) : null}
          <JobResult job={data} />
        </>
      )}
    </JobFrame>
  );
}
