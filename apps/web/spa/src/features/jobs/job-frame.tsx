import type { ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { humanize } from '../../lib/format.ts';
import { jobQueryKey } from '../../lib/job-query.ts';
import { Button } from '../../ui/button.tsx';
import { JobStatusChip, isRunning } from '../../ui/job-status.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** What every job has; what is particular to its kind comes from outside. */
export function JobFrame({ job, children }: { job: Job; children: ReactNode }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.call('cancelJob', { params: { task_id: job.task_id } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: jobQueryKey(job.task_id) }),
    onError: (error) => messages.fail('It could not be cancelled', error),
  });
  return (
    <Page
      title={job.title}
      mark={humanize(job.kind)}
      lead={
        <span className="mt-1 inline-flex">
          <JobStatusChip status={job.status} />
        </span>
      }
      actions={
        isRunning(job.status) && may('job:cancel') ? (
          <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel, and keep what was found
          </Button>
        ) : undefined
      }
    >
      {job.error === null ? null : (
        <div role="alert" className="rounded-(--radius-card) border border-danger bg-danger-soft p-4">
          {job.error}
        </div>
      )}
      {children}
      <Section title="Times">
        <Facts
          items={[
            ['Requested', <Time key="a" at={job.created_at} exact />],
            ['Started', job.started_at === null ? 'not yet' : <Time key="s" at={job.started_at} exact />],
            ['Ended', job.finished_at === null ? 'not yet' : <Time key="f" at={job.finished_at} exact />],
          ]}
        />
      </Section>
    </Page>
  );
}
