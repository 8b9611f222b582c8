import { useEffect, useEffectEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useJob } from '../../lib/job-query.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/page.tsx';

/** The job at work on the set: how far it is, and the way to stop it. Each of its steps is told to the page. */
export function RunningJob({ taskId, onStep }: { taskId: string; onStep: () => void }) {
  const api = useApi();
  const job = useJob(taskId);
  const tell = useEffectEvent(onStep);
  const step = `${job.data?.status} ${job.data?.progress.step}`;
  useEffect(() => tell(), [step]);
  const cancel = useMutation({
    mutationFn: () => api.call('cancelJob', { params: { task_id: taskId } }),
    onSettled: onStep,
  });
  return (
    <Notice tone="signal">
      <div className="flex flex-wrap items-center justify-between gap-3" role="status">
        <span>
          At work: {job.data?.progress.label || 'it begins'}{' '}
          <Link className="link" to="/jobs/$taskId" params={{ taskId }}>
            Its job
          </Link>
        </span>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Stop it
        </Button>
      </div>
    </Notice>
  );
}
