import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { equals } from '../../lib/filter.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { isUnderWay, rateWords } from './run-marks.tsx';

/** The run that is compared with becomes the base: what was before. */
export function CompareDialog({ run, onClose }: { run: TestRun; onClose: () => void }) {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  // That there is none is no fault: then nothing is offered.
  const baseline = useQuery({
    queryKey: ['test-runs', 'baseline', run.test_set.id, run.endpoint.id],
    queryFn: ({ signal }) =>
      api.call('getBaseline', { params: { id: run.test_set.id, endpoint_id: run.endpoint.id }, signal }),
    retry: false,
  });
  const $filter = `${equals('test_set_id', run.test_set.id)} and id ne '${run.id}'`;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Compare with another run"
      description="Choose the run to compare with: the base."
    >
      <PickList<TestRun>
        label={`Runs of ${run.test_set.name}`}
        queryKey={['test-runs', projectId, $filter]}
        find={async (search, signal) => {
          const { items, total } = await api.list('listTestRuns', {
            query: { search, limit: 50, $filter },
            signal,
          });
          return { items: items.filter(({ status }) => !isUnderWay(status)), total };
        }}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        about={(other) =>
          `${other.endpoint.name} · ${rateWords(other.counts)} · ${formatMoment(other.created_at)}`
        }
        chosen={new Set(chosen === null ? [] : [chosen])}
        onToggle={({ id }) => setChosen(id === chosen ? null : id)}
        empty="This set has no other run yet."
      />
      <div className="flex flex-wrap justify-end gap-2">
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
          onClick={() => void navigate({ to: '/runs/compare', search: { runs: `${chosen},${run.id}` } })}
        >
          Compare
        </Button>
      </div>
    </Dialog>
  );
}
