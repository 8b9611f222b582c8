import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { JobStatusChip } from '../../ui/job-status.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { Section } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { recentJobsQuery } from './queries.ts';

export function RecentJobs() {
  const { api, projectId } = usePlatform();
  const jobs = useQuery(recentJobsQuery(api, projectId));
  return (
    <Section
      title="Recent jobs"
      actions={
        <Link className="link touch:py-2.5" to="/jobs">
          All jobs
        </Link>
      }
    >
      {jobs.isPending ? <SkeletonLines count={3} /> : null}
      {jobs.data?.items.length === 0 ? (
        <p className="text-muted">None yet. Exploring an endpoint starts some.</p>
      ) : null}
      {jobs.error ? <p className="text-muted">The jobs could not be read just now.</p> : null}
      <ul className="grid gap-2">
        {jobs.data?.items.map((job) => (
          <li key={job.task_id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
            <Link
              className="min-w-0 touch:py-2.5 hover:text-signal hover:underline"
              to="/jobs/$taskId"
              params={{ taskId: job.task_id }}
            >
              <MiddleCut name={job.title} />
            </Link>
            <JobStatusChip status={job.status} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
