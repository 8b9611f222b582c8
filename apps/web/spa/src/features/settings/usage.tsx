import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { formatDay, formatBytes, formatNumber, humanize } from '../../lib/format.ts';
import { SelectField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx';
import { TimeChart } from '../../ui/time-chart.tsx';
import { Time } from '../../ui/time.tsx';
import { seriesOf } from './usage-series.ts';

export function Usage() {
  const api = useApi();
  const [days, setDays] = useState('30');
  const usage = useQuery({ queryKey: ['usage'], queryFn: ({ signal }) => api.call('getUsage', { signal }) });
  const history = useQuery({
    queryKey: ['usage', 'history', days],
    queryFn: ({ signal }) => api.call('getUsageHistory', { query: { days: Number(days) }, signal }),
  });
  const series = history.data ? seriesOf(history.data, Number(days), Date.now()) : [];
  return (
    <>
      <Section
        title="Now"
        lead={
          usage.data ? (
            <>
              This period began <Time at={usage.data.period_start} exact />.
            </>
          ) : (
            'This period'
          )
        }
      >
        {usage.isPending ? <SkeletonLines count={4} /> : null}
        {usage.error ? <ProblemNotice error={usage.error} onRetry={() => void usage.refetch()} /> : null}
        <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
          {usage.data?.resources.map((resource) => (
            <div
              key={resource.resource}
              className="grid content-start gap-1 min-w-0 rounded-md bg-sunken p-3 sm:p-4"
            >
              <dt className="mark">{nameOf(resource.resource)}</dt>
              <dd className="text-3xl font-light tabular-nums">
                {amountOf(resource.resource, resource.used)}
              </dd>
              <dd className="text-[0.8125rem] text-muted">
                {resource.limit === null ? (
                  resource.kind === 'stock' ? (
                    'at the moment'
                  ) : (
                    'in this period'
                  )
                ) : (
                  <ProgressBar
                    label={`of ${amountOf(resource.resource, resource.limit)}`}
                    value={resource.used}
                    max={resource.limit}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section
        title="By day"
        actions={
          <SelectField
            label="Days"
            value={days}
            options={['7', '30', '90', '366'].map((value) => ({ value, label: `${value} days` }))}
            onChange={(event) => setDays(event.target.value)}
          />
        }
      >
        {history.isPending ? <Skeleton className="h-40" /> : null}
        {history.error ? (
          <ProblemNotice error={history.error} onRetry={() => void history.refetch()} />
        ) : null}
        {history.data && series.length === 0 ? (
          <p className="text-muted">Nothing was used in these days.</p>
        ) : null}
        {series.map((line) => (
          <div key={line.resource} className="grid gap-2">
            <h3 className="font-medium">{nameOf(line.resource)}</h3>
            <TimeChart label={nameOf(line.resource)} times={line.times} values={line.values} />
            <details>
              <summary className="text-[0.875rem] text-muted">The numbers</summary>
              <SimpleTable
                label={`${nameOf(line.resource)} by day`}
                rows={line.days.filter((day) => day.amount > 0)}
                rowKey={(row) => row.day}
                columns={[
                  { header: 'Day', cell: (row) => formatDay(row.day) },
                  { header: 'Amount', cell: (row) => amountOf(line.resource, row.amount) },
                ]}
              />
            </details>
          </div>
        ))}
      </Section>
    </>
  );
}

const isBytes = (resource: string): boolean => resource.endsWith('_bytes');
/** Where the platform's own word is none of everyday. */
const ownWords: Readonly<Record<string, string>> = {
  seats: 'Members',
  tracing_spans: 'Steps in traces',
};
const nameOf = (resource: string): string => ownWords[resource] ?? humanize(resource.replace(/_bytes$/, ''));
const amountOf = (resource: string, amount: number): string =>
  isBytes(resource) ? formatBytes(amount) : formatNumber(amount);
