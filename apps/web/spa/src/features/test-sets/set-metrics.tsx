import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TestSet } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { MetricPickList } from '../metrics/metric-pick-list.tsx';
import { useMetricLinks } from '../metrics/use-metric-links.ts';
import { useRequirementMetrics } from '../requirements/use-requirement-metrics.ts';
import { countJudgedAlone, judgedAloneWords } from './judged-alone.ts';
import { useSetMetrics } from './use-set-metrics.ts';
import { formatNumber } from '../../lib/format.ts';
import { Term } from '../../ui/term.tsx';

/** The metrics by which every test of the set is judged, beside its own and those of its requirement. */
export function SetMetrics({ set }: { set: TestSet }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const linked = useSetMetrics(set.id);
  const params = (metricId: string) => ({ id: set.id, metric_id: metricId });
  const links = useMetricLinks({
    linked: linked.data?.map(({ metric }) => metric),
    link: (metricId) => api.call('linkTestSetMetric', { params: params(metricId), body: {} }),
    unlink: (metricId) => api.call('unlinkTestSetMetric', { params: params(metricId) }),
    onChanged: () => queryClient.invalidateQueries({ queryKey: ['test-sets', 'one', set.id] }),
    failure: 'The metrics of the set were not changed',
  });
  const mayChange = set.permitted_actions.includes('update');
  return (
    <Section
      title="Metrics of this set"
      lead={
        <>
          They judge every test of the set, beside the metrics of the test itself and of its requirement. A{' '}
          <Term word="Threshold" /> that is given here counts in place of that of the metric.
        </>
      }
      actions={mayChange ? <Button onClick={() => setChoosing(true)}>Choose metrics</Button> : undefined}
    >
      {linked.isPending ? <SkeletonLines count={2} /> : null}
      {linked.error ? <ProblemNotice error={linked.error} onRetry={() => void linked.refetch()} /> : null}
      {linked.data?.length === 0 ? <p className="text-muted">None yet.</p> : null}
      {linked.data && linked.data.length > 0 ? (
        <SimpleTable
          label="Metrics of this set"
          rows={linked.data}
          rowKey={(row) => row.metric}
          columns={[
            {
              header: 'Metric',
              cell: (row) => (
                <span className="flex flex-wrap items-center gap-2 font-medium">
                  {row.name || 'A metric of another project'}
                  {row.is_deleted ? (
                    <Chip tone="danger">Deleted: unlink or restore it to run the set</Chip>
                  ) : null}
                </span>
              ),
            },
            {
              header: 'Threshold',
              cell: (row) =>
                row.threshold === null || row.threshold === undefined
                  ? 'as the metric says'
                  : formatNumber(row.threshold),
            },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) =>
                mayChange ? (
                  <span className="flex md:justify-end">
                    <Button
                      size="small"
                      aria-label={`Unlink ${row.name}`}
                      busy={links.isChanging(row.metric)}
                      onClick={() => links.toggle(row.metric)}
                    >
                      Unlink
                    </Button>
                  </span>
                ) : null,
            },
          ]}
        />
      ) : null}
      <Dialog open={choosing} onClose={() => setChoosing(false)} title="Metrics of this set">
        <JudgedAlone setId={set.id} />
        <MetricPickList chosen={links.ids} onToggle={links.toggle} uses={linked.data ?? []} />
        <DialogActions>
          <Button look="primary" onClick={() => setChoosing(false)}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    </Section>
  );
}

const mostLooked = 100;

function JudgedAlone({ setId }: { setId: string }) {
  const api = useApi();
  const metricsOf = useRequirementMetrics();
  const { data } = useQuery({
    queryKey: ['test-sets', 'one', setId, 'judged-alone'],
    queryFn: ({ signal }) =>
      api.list('listTestsOfSet', {
        params: { id: setId },
        query: { limit: mostLooked },
        signal,
      }),
  });
  if (!data) return null;
  const words = judgedAloneWords(countJudgedAlone(data.items, metricsOf), data.items.length, data.total);
  return words === '' ? null : <p className="mb-3 max-w-prose text-warn">{words}</p>;
}
