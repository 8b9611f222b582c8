import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Job } from '@sonde/contract';
import { GitCompareArrows } from 'lucide-react';
import { allOf, equals } from '../../lib/filter.ts';
import { formatMoment } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isRunning } from '../../ui/job-status.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ReportMenu, reportFiles } from '../../ui/report-menu.tsx';
import { resultOf } from './result-of.ts';

/** What one does with an exploration that has ended: send it on, or see what changed since another. */
export function ExplorationActions({ job }: { job: Job }) {
  const [comparing, setComparing] = useState(false);
  if (isRunning(job.status) || resultOf(job) === null) return null;
  return (
    <>
      <Button icon={<GitCompareArrows aria-hidden size={16} />} onClick={() => setComparing(true)}>
        Compare with…
      </Button>
      <ReportMenu files={reportFiles(`/explorations/${job.task_id}/report`)} />
      {comparing ? <CompareDialog job={job} onClose={() => setComparing(false)} /> : null}
    </>
  );
}

/** Whichever of the two was made first is the base. */
function CompareDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Job | null>(null);
  const $filter = allOf([
    equals('subject_id', job.subject_id ?? ''),
    equals('kind', job.kind),
    `task_id ne '${job.task_id}'`,
  ]);
  const compare = (other: Job): void => {
    const [base, later] = [job, other].toSorted((a, b) => a.created_at.localeCompare(b.created_at));
    void navigate({
      to: '/explorations/compare',
      search: { base: base?.task_id, other: later?.task_id },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Compare with another exploration"
      description="Of the same endpoint. The earlier one is the base."
    >
      <PickList<Job>
        label="Explorations of this endpoint"
        queryKey={['jobs', 'choice', $filter]}
        find={async (search, signal) => {
          const { items, total } = await api.list('listJobs', {
            query: { search, limit: 50, $filter },
            signal,
          });
          return { items: items.filter(({ status }) => !isRunning(status)), total };
        }}
        idOf={({ task_id }) => task_id}
        nameOf={({ title }) => title}
        about={({ created_at }) => formatMoment(created_at)}
        chosen={new Set(chosen === null ? [] : [chosen.task_id])}
        onToggle={(other) => setChosen(other.task_id === chosen?.task_id ? null : other)}
        empty="This endpoint has no other exploration yet."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={chosen === null} onClick={() => chosen && compare(chosen)}>
          Compare
        </Button>
      </div>
    </Dialog>
  );
}
