import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { progressQuery } from './queries.ts';

/** How much of a run is reviewed, and how far each of those is who are to review it. */
export function RunProgress({ runId }: { runId: string }) {
  const api = useApi();
  const may = useMay();
  const [isAssigning, setAssigning] = useState(false);
  const { data } = useQuery(progressQuery(api, runId));
  if (!data) return null;
  // Who did all of it alone is told in the sentence; a list would only say the same once more.
  const [only, ...others] = data.reviewers;
  const isAlone = only !== undefined && others.length === 0 && only.assigned === 0;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          {data.reviewed} of {plural(data.results, 'result')} of{' '}
          <Link className="link" to="/runs/$runId" params={{ runId }}>
            this run
          </Link>{' '}
          {data.results === 1 ? 'is' : 'are'} reviewed{isAlone ? ` by ${only.name ?? 'somebody'}` : ''}.
        </p>
        {may('test_result:update') ? (
          <Button onClick={() => setAssigning(true)}>Assign reviewers</Button>
        ) : null}
      </div>
      {data.reviewers.length === 0 || isAlone ? null : (
        <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3" aria-label="Reviewers">
          {data.reviewers.map(({ id, name, results, assigned, done }) => (
            <li key={id} className="grid gap-1">
              <span className="min-w-0 truncate font-medium">{name ?? 'Somebody'}</span>
              {assigned === 0 ? (
                <span className="text-[0.8125rem] text-muted">{plural(results, 'result')} reviewed</span>
              ) : (
                <ProgressBar label={`${done} of ${assigned} assigned`} value={done} max={assigned} />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAssigning ? <AssignDialog runId={runId} onClose={() => setAssigning(false)} /> : null}
    </div>
  );
}
