import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Metric, Requirement } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** The metrics that judge every test of a requirement, wherever it is run. */
export function RequirementMetrics({
  requirement,
  onClose,
}: {
  requirement: Requirement;
  onClose: () => void;
}) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const linked = useQuery({
    queryKey: ['requirements', requirement.id, 'metrics'],
    queryFn: ({ signal }) => api.call('listRequirementMetrics', { params: { id: requirement.id }, signal }),
  });
  const change = useMutation({
    mutationFn: ({ metricId, isLinked }: { metricId: string; isLinked: boolean }) => {
      const params = { id: requirement.id, metric_id: metricId };
      return isLinked
        ? api.call('unlinkRequirementMetric', { params })
        : api.call('linkRequirementMetric', { params });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['metrics'] });
      return queryClient.invalidateQueries({ queryKey: ['requirements'] });
    },
    onError: (error) => messages.fail('The metrics of the requirement were not changed', error),
  });
  const ids = new Set(linked.data?.map(({ id }) => id));
  // What was just chosen is shown as chosen while the platform stores it.
  if (change.isPending) {
    if (change.variables.isLinked) ids.delete(change.variables.metricId);
    else ids.add(change.variables.metricId);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Metrics of ${requirement.name}`}
      description="They judge every test of this requirement."
    >
      {linked.isPending ? <SkeletonLines count={3} label="Loading the metrics" /> : null}
      {linked.error ? <ProblemNotice error={linked.error} onRetry={() => void linked.refetch()} /> : null}
      {linked.data && may('metric:update') ? (
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
      ) : null}
      {linked.data && !may('metric:update') ? (
        <ul className="grid list-disc gap-1 pl-5">
          {linked.data.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      ) : null}
      <div className="flex justify-end">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
