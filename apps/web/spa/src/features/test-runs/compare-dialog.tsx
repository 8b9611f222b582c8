import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { aboutRun, comparableWith, inOrder } from './comparable.ts';

/** Whichever of the two was made first is what the other is held against. */
export function CompareDialog({ run, onClose }: { run: TestRun; onClose: () => void }) {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<TestRun | null>(null);
  // That there is none is no fault: then nothing is offered.
  const baseline = useQuery({
    queryKey: ['test-runs', 'baseline', run.test_set.id, run.endpoint.id],
    queryFn: ({ signal }) =>
      api.call('getBaseline', { params: { id: run.test_set.id, endpoint_id: run.endpoint.id }, signal }),
    retry: false,
  });
  const $filter = comparableWith(run);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Compare with another run"
      description="Choose a run of the same set. What changed is told from the earlier to the later one."
    >
      <PickList<TestRun>
        label={`Runs of ${run.test_set.name}`}
        queryKey={['test-runs', projectId, $filter]}
        find={(search, signal) => api.list('listTestRuns', { query: { search, limit: 50, $filter }, signal })}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        about={aboutRun}
        chosen={new Set(chosen === null ? [] : [chosen.id])}
        onlyOne
        onToggle={setChosen}
        empty="This set has no other run yet."
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {baseline.data && baseline.data.test_run.id !== run.id ? (
          <Button
            onClick={() => void navigate({ to: '/runs/compare', search: { runs: `baseline,${run.id}` } })}
          >
            With the baseline
          </Button>
        ) : null}
        <Button
          look="primary"
          disabled={chosen === null}
          onClick={() =>
            chosen && void navigate({ to: '/runs/compare', search: { runs: inOrder(run, chosen).join(',') } })
          }
        >
          Compare
        </Button>
      </DialogActions>
    </Dialog>
  );
}
