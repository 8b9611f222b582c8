import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Metric, MetricReference } from '@sonde/contract';
import { metricNameInUse, metricNameWithValue } from '@sonde/contract/metric-name';
import { usePlatform } from '../../lib/platform-context.tsx';
import { metricKindsQuery } from '../../lib/testing-queries.ts';
import { PickList } from '../../ui/pick-list.tsx';

interface Props {
  label?: string;
  chosen: ReadonlySet<string>;
  onToggle: (metricId: string) => void;
  /** How those that are chosen are used: one that is turned round is called so. */
  uses?: readonly MetricReference[];
}

/** Metrics to choose from, wherever something is judged by some. */
export function MetricPickList({ label = 'Metrics', chosen, onToggle, uses = [] }: Props) {
  const { api, projectId } = usePlatform();
  const kinds = useQuery(metricKindsQuery(api));
  return (
    <PickList<Metric>
      label={label}
      queryKey={['metrics', projectId]}
      find={(search, signal) => api.list('listMetrics', { query: { search, limit: 50 }, signal })}
      idOf={(metric) => metric.id}
      nameOf={(metric) => {
        const use = chosen.has(metric.id) ? uses.find((one) => one.metric === metric.id) : undefined;
        return metricNameWithValue(metricNameInUse(metric, use), use?.args ?? metric.args);
      }}
      about={(metric) => metric.description ?? kinds.data?.find(({ kind }) => kind === metric.kind)?.title}
      chosen={chosen}
      onToggle={(metric) => onToggle(metric.id)}
      empty={
        <>
          None chosen yet in this project.{' '}
          <Link className="link" to="/metrics">
            Take one of those that are built in
          </Link>
          , under Metrics.
        </>
      }
    />
  );
}
