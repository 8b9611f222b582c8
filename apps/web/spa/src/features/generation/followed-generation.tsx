import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { useJob } from '../../lib/job-query.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { isRunning } from '../../ui/job-status.tsx';
import { Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { generationOf } from './generation-result.ts';
import { Review } from './review.tsx';

export function FollowedGeneration({ taskId }: { taskId: string }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const job = useJob(taskId);
  const cancel = useMutation({
    mutationFn: () => api.call('cancelJob', { params: { task_id: taskId } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['jobs'] }),
    onError: (error) => messages.fail('It could not be cancelled', error),
  });
  if (job.isPending) return <SkeletonLines count={6} label="Loading the generation" />;
  if (job.error) return <ProblemNotice error={job.error} onRetry={() => void job.refetch()} />;
  const { title, status, progress, error } = job.data;
  const result = generationOf(job.data);
  if (isRunning(status))
    return (
      <Section
        title={title}
        actions={
          may('job:cancel') ? (
            <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          ) : undefined
        }
      >
        <ProgressBar
          label={progress.label === '' ? 'Waiting for its turn' : progress.label}
          value={progress.step}
          max={progress.total}
        />
      </Section>
    );
  if (!result)
    return (
      <Section title={title}>
        <p role="alert">{error ?? 'It was stopped before a test was made.'}</p>
        <LinkButton className="justify-self-start" to="/test-sets/generate">
          Choose again
        </LinkButton>
      </Section>
    );
  return (
    <div className="grid gap-6">
      {result.notices && result.notices.length > 0 ? (
        <Notice tone="warn">
          {result.notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
          <div className="mt-3 flex flex-wrap gap-3">
            <LinkButton to="/test-sets/$testSetId" params={{ testSetId: result.test_set_id }}>
              Write tests by hand
            </LinkButton>
            <LinkButton to="/settings/$area" params={{ area: 'models' }}>
              Let a model make more
            </LinkButton>
          </div>
        </Notice>
      ) : null}
      <Review setId={result.test_set_id} name={title} message={result.message} result={result} />
    </div>
  );
}
