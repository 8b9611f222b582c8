import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Job } from '@sonde/contract';
import { GitCompareArrows } from 'lucide-react';
import { allOf, differs, equals } from '../../lib/filter.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { isRunning } from '../../ui/job-status.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ReportMenu, reportFiles } from '../../ui/report-menu.tsx';
import { Time } from '../../ui/time.tsx';
import { resultOf } from './result-of.ts';

/** What one does with an exploration that has ended: send it on, or see what changed since another. */
export function ExplorationActions({ job }: { job: Job }) {
  const api = useApi();
  const navigate = useNavigate();
  const [comparing, setComparing] = useState(false);
  // Where only one can be meant, it is compared with that one.
  const open = useMutation({
    mutationFn: () => api.list('listJobs', { query: { limit: 2, $filter: comparableWith(job) } }),
    onSuccess: ({ items: [only], total }) => {
      if (only === undefined || total > 1) return setComparing(true);
      return navigate({ to: '/explorations/compare', search: inOrder(job, only) });
    },
    onError: () => setComparing(true),
  });
  if (isRunning(job.status) || resultOf(job) === null) return null;
  return (
    <>
      <Button
        icon={<GitCompareArrows aria-hidden size={16} />}
        busy={open.isPending}
        onClick={() => open.mutate()}
      >
        Compare with…
      </Button>
      <ReportMenu files={reportFiles(`/explorations/${job.task_id}/report`)} />
      {comparing ? <CompareDialog job={job} onClose={() => setComparing(false)} /> : null}
    </>
  );
}

/** Explorations of the same endpoint that have ended. */
const comparableWith = ({ subject_id: subject, kind, task_id: id }: Job): string =>
  allOf([
    equals('subject_id', subject ?? ''),
    equals('kind', kind),
    differs('task_id', id),
    differs('status', 'PENDING'),
    differs('status', 'STARTED'),
    differs('status', 'RETRY'),
  ]) ?? '';

/** Whichever of the two was made first is the base. */
function inOrder(...jobs: readonly [Job, Job]): { base: string | undefined; other: string | undefined } {
  const [base, later] = jobs.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  return { base: base?.task_id, other: later?.task_id };
}

function CompareDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Job | null>(null);
  const $filter = comparableWith(job);
  const compare = (other: Job): void =>
    void navigate({ to: '/explorations/compare', search: inOrder(job, other) });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Compare with another exploration"
      description="Of the same endpoint. What changed is told from the earlier to the later one."
    >
      <PickList<Job>
        label="Explorations of this endpoint"
        queryKey={['jobs', 'choice', $filter]}
        find={(search, signal) => api.list('listJobs', { query: { search, limit: 50, $filter }, signal })}
        idOf={({ task_id }) => task_id}
        nameOf={({ title }) => title}
        about={({ created_at }) => <Time at={created_at} />}
        chosen={new Set(chosen === null ? [] : [chosen.task_id])}
        onToggle={(other) => setChosen(other.task_id === chosen?.task_id ? null : other)}
        empty="This endpoint has no other exploration yet."
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={chosen === null} onClick={() => chosen && compare(chosen)}>
          Compare
        </Button>
      </DialogActions>
    </Dialog>
  );
}
