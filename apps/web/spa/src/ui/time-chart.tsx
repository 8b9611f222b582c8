import { Suspense, lazy } from 'react';
import type { TimeChartViewProps } from './time-chart-view.tsx';
import { Skeleton } from './skeleton.tsx';

const View = lazy(() =>
  import('./time-chart-view.tsx').then((module) => ({ default: module.TimeChartView })),
);

export function TimeChart(props: TimeChartViewProps) {
  return (
    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
      <View {...props} />
    </Suspense>
  );
}
