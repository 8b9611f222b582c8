import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { TestImport } from '@sonde/contract';
import { useJob } from '../../lib/job-query.ts';
import { LinkButton } from '../../ui/button.tsx';
import { isRunning } from '../../ui/job-status.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';

export function ImportProgress({ found, taskId }: { found: TestImport; taskId: string | null }) {
  if (found.test_set_id !== null) return <Imported testSetId={found.test_set_id} />;
  return taskId === null ? (
    <ProgressBar label="The tests are being made" />
  ) : (
    <FollowedImport importId={found.import_id} taskId={taskId} />
  );
}

function FollowedImport({ importId, taskId }: { importId: string; taskId: string }) {
  const job = useJob(taskId);
  const queryClient = useQueryClient();
  const isOver = job.data !== undefined && !isRunning(job.data.status);
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries({ queryKey: ['imports', importId] });
  }, [isOver, importId, queryClient]);
  if (job.error) return <ProblemNotice error={job.error} onRetry={() => void job.refetch()} />;
  if (isOver && job.data?.error) return <p role="alert">{job.data.error}</p>;
  return (
    <Section title="The tests are being made" lead="You may leave this page; you are told when it is done.">
      <ProgressBar
        label={job.data?.progress.label ?? 'Waiting for its turn'}
        value={job.data?.progress.step}
        max={job.data?.progress.total}
      />
    </Section>
  );
}

const Imported = ({ testSetId }: { testSetId: string }) => (
  <Section title="The file has been imported">
    <LinkButton
      className="justify-self-start"
      look="primary"
      to="/test-sets/$testSetId"
      params={{ testSetId }}
    >
      Open the test set
    </LinkButton>
  </Section>
);
