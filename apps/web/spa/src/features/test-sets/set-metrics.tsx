import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Metric, TestSet } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** The metrics by which every test of the set is judged, beside its own and those of its requirement. */
export function SetMetrics({ set }: { set: TestSet }) {
  const { api, projectId } = usePlatform();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const linked = useQuery({
    queryKey: ['test-sets', 'one', set.id, 'metrics'],
    queryFn: ({ signal }) => api.call('listTestSetMetrics', { params: { id: set.id }, signal }),
  });
  const change = useMutation({
    mutationFn: ({ metricId, isLinked }: { metricId: string; isLinked: boolean }) => {
      const params = { id: set.id, metric_id: metricId };
      return isLinked
        ? api.call('unlinkTestSetMetric', { params })
        : api.call('linkTestSetMetric', { params, body: {} });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['test-sets', 'one', set.id] }),
    onError: (error) => messages.fail('The metrics of the set were not changed', error),
  });
  const ids = new Set(linked.data?.map(({ metric }) => metric));
  // What was just chosen is shown as chosen while the platform stores it.
  if (change.isPending) {
    if (change.variables.isLinked) ids.delete(change.variables.metricId);
    else ids.add(change.variables.metricId);
  }
  const mayChange = set.permitted_actions.includes('update');
  return (
    <Section
      title="Metrics of this set"
      lead="They judge every test of the set, beside the metrics of the test itself and of its requirement."
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
                  {row.name}
                  {row.is_deleted ? (
                    <Chip tone="danger">Deleted: unlink or restore it to run the set</Chip>
                  ) : null}
                </span>
              ),
            },
            { header: 'Threshold', cell: (row) => row.threshold ?? 'as the metric says' },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) =>
                mayChange ? (
                  <span className="flex md:justify-end">
                    <Button
                      size="small"
                      aria-label={`Unlink ${row.name}`}
                      busy={change.isPending && change.variables.metricId === row.metric}
                      onClick={() => change.mutate({ metricId: row.metric, isLinked: true })}
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
        <PickList<Metric>
          label="Metrics"
          queryKey={['metrics', projectId]}
          find={(search, signal) => api.list('listMetrics', { query: { search, limit: 50 }, signal })}
          idOf={(metric) => metric.id}
          nameOf={(metric) => metric.name}
          about={(metric) => metric.description ?? metric.kind}
          chosen={ids}
          onToggle={(metric) => change.mutate({ metricId: metric.id, isLinked: ids.has(metric.id) })}
          empty="There are no metrics yet. Make one under Metrics."
        />
        <div className="flex justify-end">
          <Button look="primary" onClick={() => setChoosing(false)}>
            Done
          </Button>
        </div>
      </Dialog>
    </Section>
  );
}
