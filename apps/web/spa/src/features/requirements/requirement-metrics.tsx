import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Requirement } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { MetricPickList } from '../metrics/metric-pick-list.tsx';
import { useMetricLinks } from '../metrics/use-metric-links.ts';

/** The metrics that judge every test of a requirement, wherever it is run. */
export function RequirementMetrics({
  requirement,
  onClose,
}: {
  requirement: Requirement;
  onClose: () => void;
}) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const linked = useQuery({
    queryKey: ['requirements', requirement.id, 'metrics'],
    queryFn: ({ signal }) => api.call('listRequirementMetrics', { params: { id: requirement.id }, signal }),
  });
  const params = (metricId: string) => ({ id: requirement.id, metric_id: metricId });
  const links = useMetricLinks({
    linked: linked.data?.map(({ id }) => id),
    link: (metricId) => api.call('linkRequirementMetric', { params: params(metricId) }),
    unlink: (metricId) => api.call('unlinkRequirementMetric', { params: params(metricId) }),
    onChanged: () => {
      void queryClient.invalidateQueries({ queryKey: ['metrics'] });
      return queryClient.invalidateQueries({ queryKey: ['requirements'] });
    },
    failure: 'The metrics of the requirement were not changed',
  });
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
        <MetricPickList chosen={links.ids} onToggle={links.toggle} />
      ) : null}
      {linked.data && !may('metric:update') ? (
        <ul className="grid list-disc gap-1 pl-5">
          {linked.data.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      ) : null}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
