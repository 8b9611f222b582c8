import { useQuery } from '@tanstack/react-query';
import type { Metric } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { metricKindsQuery } from '../../lib/testing-queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { MetricStart } from './metric-draft.ts';
import { MetricForm } from './metric-form.tsx';

interface Props {
  metric: Metric | null;
  /** Of a new one. */
  start: MetricStart;
  onClose: () => void;
  onSaved: (metric: Metric) => void;
}

export function MetricDialog({ metric, start, onClose, onSaved }: Props) {
  const kinds = useQuery(metricKindsQuery(useApi()));
  return (
    <Dialog open wide onClose={onClose} title={metric ? metric.name : 'New metric'}>
      {kinds.isPending ? <SkeletonLines count={5} label="Loading the kinds of metrics" /> : null}
      {kinds.error ? <ProblemNotice error={kinds.error} onRetry={() => void kinds.refetch()} /> : null}
      {kinds.data ? (
        <MetricForm metric={metric} start={start} kinds={kinds.data} onClose={onClose} onSaved={onSaved} />
      ) : null}
    </Dialog>
  );
}
