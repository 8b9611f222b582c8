import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { usePollingInterval } from '../../lib/use-events.ts';
import { equals } from '../../lib/filter.ts';
import { classes } from '../../lib/classes.ts';
import { JobStatusChip, isRunning } from '../../ui/job-status.tsx';
import { Section } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

export function History({
  endpointId,
  current,
  onShow,
}: {
  endpointId: string;
  current: string | undefined;
  onShow: (taskId: string) => void;
}) {
  const api = useApi();
  const refetchInterval = usePollingInterval(5000, 60_000);
  const jobs = useQuery({
    queryKey: ['jobs', 'of', endpointId],
    queryFn: ({ signal }) =>
      api.list('listJobs', { query: { limit: 20, $filter: equals('subject_id', endpointId) }, signal }),
    refetchInterval,
  });
  return (
    <Section title="Explorations of this endpoint">
      {jobs.isPending ? <SkeletonLines count={3} /> : null}
      {jobs.error ? <p className="text-muted">The history could not be read just now.</p> : null}
      {jobs.data?.items.length === 0 ? (
        <p className="text-muted">This endpoint has not been explored yet.</p>
      ) : null}
      <ul className="grid divide-y divide-line">
        {jobs.data?.items.map((job) => (
          <li key={job.task_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <button
              type="button"
              aria-current={job.task_id === current ? 'true' : undefined}
              className={classes(
                'min-h-8 touch:min-h-11 min-w-0 flex-1 basis-60 text-left break-words hover:text-signal hover:underline',
                job.task_id === current && 'font-semibold',
              )}
              onClick={() => onShow(job.task_id)}
            >
              {job.title}
              <span className="block text-[0.875rem] font-normal text-muted">
                {job.error ?? (isRunning(job.status) ? job.progress.label : null)}
              </span>
            </button>
            <span className="flex items-center gap-3 text-[0.8125rem] text-muted">
              <Time at={job.created_at} />
              <JobStatusChip status={job.status} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
