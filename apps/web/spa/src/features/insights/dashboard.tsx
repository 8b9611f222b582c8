import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { decidedWords, isMostlyOpen, openParts } from '@sonde/contract/decided';
import { usePlatform } from '../../lib/platform-context.tsx';
import { formatDuration, formatNumber, formatPercent, plural } from '../../lib/format.ts';
import { usePollingInterval } from '../../lib/use-events.ts';
import { Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import {
  dashboardQuery,
  decidedIn,
  grainOf,
  numberIn,
  periods,
  previousOf,
  scoredAgainQuery,
  textIn,
  type Chosen,
  type Period,
  type Rows,
} from './queries.ts';
import { QualityTable, valuesAt } from './quality-table.tsx';
import { RegressionsShown } from './regressions.tsx';
import { TestsBehind } from './tests-behind.tsx';
import { Trend } from './trend.tsx';
import { isScoredAgain, rateWords } from '../test-runs/run-marks.tsx';
import { TrueShare } from '../test-runs/true-share.tsx';

/** How good the application is, where that moves, and what stands behind each number. */
export function Dashboard() {
  const { api, projectId } = usePlatform();
  const [period, setPeriod] = useState<Period>({ months: 3, endpointId: '' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const refetchInterval = usePollingInterval(15_000, 60_000);
  const insights = useQuery({
    ...dashboardQuery(api, projectId, period),
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const data = insights.data;
  const timeName = grainOf(period);
  const times = [...new Set((data?.errors?.rows ?? []).map((row) => textIn(row, timeName) ?? ''))].toSorted(
    (one, other) => one.localeCompare(other),
  );
  const [whole] = data?.whole?.rows ?? [];
  return (
    <div className="grid min-w-0 gap-6">
      <Section
        title="Quality"
        lead="Each result counts as a person decided it, or else its metrics. Errors of the application or of Sonde stand beside a rate, never in it."
        actions={
          <Filters period={period} endpoints={endpointsIn(data?.endpoints?.rows)} onChange={setPeriod} />
        }
      >
        {insights.error ? (
          <ProblemNotice error={insights.error} onRetry={() => void insights.refetch()} />
        ) : null}
        {insights.isPending ? <SkeletonLines count={6} label="Counting results" /> : null}
        {whole ? <Headline row={whole} onChoose={setChosen} /> : null}
        <ScoredAgainNote period={period} />
        {data && numberIn(whole, 'count') === 0 ? <Notice>No result ended in this period.</Notice> : null}
        {data?.requirements && data.requirements.rows.length > 0 ? (
          <QualityTable
            rows={data.requirements.rows}
            quality={data.quality?.rows ?? []}
            times={times}
            timeName={timeName}
            onChoose={setChosen}
          />
        ) : null}
        {data?.requirements?.is_truncated ? (
          <p className="text-muted">These are the 30 requirements with the lowest rates.</p>
        ) : null}
      </Section>
      <RegressionsShown period={period} refetchInterval={refetchInterval} />
      {data && times.length > 0 ? (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Latency
            rows={data.latency?.rows ?? []}
            times={times}
            timeName={timeName}
            approximate={(data.latency?.approximate.length ?? 0) > 0}
          />
          <Errors rows={data.errors?.rows ?? []} times={times} timeName={timeName} />
        </div>
      ) : null}
      {chosen ? <TestsBehind period={period} chosen={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  );
}

/** Whoever has scored a run again looks for its new figures here. */
function ScoredAgainNote({ period }: { period: Period }) {
  const { api, projectId } = usePlatform();
  const { data } = useQuery(scoredAgainQuery(api, projectId, period));
  const run = data?.items.find(isScoredAgain);
  if (run === undefined) return null;
  return (
    <p className="text-[0.875rem] text-muted">
      Scoring a run again changes no figure here: each answer counts once, as it was judged in the run that
      gave it. The new scores stand in{' '}
      <Link className="link" to="/runs/$runId" params={{ runId: run.id }}>
        {run.name}
      </Link>
      {data !== undefined && data.total > 1 ? ` and ${plural(data.total - 1, 'earlier run')}` : ''}.
    </p>
  );
}

/** Those that have results. */
const endpointsIn = (rows: Rows = []): { id: string; name: string }[] =>
  rows.flatMap((row) => {
    const id = textIn(row, 'endpoint_id');
    return id === null ? [] : [{ id, name: textIn(row, 'endpoint') ?? 'A deleted endpoint' }];
  });

function Filters({
  period,
  endpoints,
  onChange,
}: {
  period: Period;
  endpoints: readonly { id: string; name: string }[];
  onChange: (period: Period) => void;
}) {
  return (
    <>
      <select
        aria-label="Period"
        className="input w-auto"
        value={period.months}
        onChange={(event) => onChange({ ...period, months: Number(event.target.value) })}
      >
        {periods.map(([months, words]) => (
          <option key={months} value={months}>
            {words}
          </option>
        ))}
      </select>
      <select
        aria-label="Endpoint"
        className="input w-auto max-w-56"
        value={period.endpointId}
        onChange={(event) => onChange({ ...period, endpointId: event.target.value })}
      >
        <option value="">Every endpoint</option>
        {endpoints.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

function Headline({ row, onChoose }: { row: Rows[number]; onChoose: (chosen: Chosen) => void }) {
  const of = (name: string): number => numberIn(row, name) ?? 0;
  const rate = numberIn(row, 'pass_rate');
  const counts = decidedIn(row);
  const before = numberIn(previousOf(row), 'pass_rate');
  const behind = (outcome: 'fail' | 'error' | 'flaky', title: string) => () => onChoose({ outcome, title });
  return (
    <div className="flex flex-wrap items-baseline gap-x-8 gap-y-3">
      <p>
        {rate === null || isMostlyOpen(counts) ? null : (
          <span className="text-3xl font-light">{formatPercent(rate)} </span>
        )}
        <span className="text-muted">
          {decidedWords(
            counts,
            formatNumber,
            rate !== null && isMostlyOpen(counts) ? formatPercent(rate) : undefined,
          )}
          <TrueShare low={numberIn(row, 'pass_rate_low')} high={numberIn(row, 'pass_rate_high')} />
          {before === null ? '' : `. In the period before: ${rateWords(decidedIn(previousOf(row)))}`}
        </span>
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        <Figure always count={of('failed')} words="failed" onChoose={behind('fail', 'Failed tests')} />
        <Figure
          count={of('errors')}
          words={of('errors') === 1 ? 'error' : 'errors'}
          onChoose={behind('error', 'Tests with errors')}
        />
        <Figure
          count={of('flaky')}
          words="whose repeats disagree"
          onChoose={behind('flaky', 'Tests whose repeats disagree')}
        />
        {openParts({
          counts: { not_evaluated: of('not_evaluated') },
          only_flagged: { results: of('only_flagged'), raised: 0 },
        }).map(({ words, count }) => (
          <Figure
            key={words}
            count={count}
            words={words === 'not evaluated' ? 'not evaluated: no metric decided' : words}
          />
        ))}
      </ul>
    </div>
  );
}

/** Nothing is told of what there is none of, but for what everybody looks for. */
function Figure({
  count,
  words,
  onChoose,
  always = false,
}: {
  count: number;
  words: string;
  onChoose?: () => void;
  always?: boolean;
}) {
  if (count === 0 && !always) return null;
  const text = `${formatNumber(count)} ${words}`;
  return (
    <li>
      {onChoose && count > 0 ? (
        <button type="button" className="link touch:min-h-11" onClick={onChoose}>
          {text}
        </button>
      ) : (
        <span className="text-muted">{text}</span>
      )}
    </li>
  );
}

interface Series {
  rows: Rows;
  times: readonly string[];
  timeName: string;
}

function Latency({ rows, times, timeName, approximate }: Series & { approximate: boolean }) {
  return (
    <Section
      title="Latency"
      lead={
        approximate
          ? 'How long answers took; errors are left out. Of so many, exact to one percent.'
          : 'How long answers took; errors are left out.'
      }
    >
      <Trend
        title="Latency over time"
        times={times}
        format={formatDuration}
        lines={[
          { name: 'Half within', values: valuesAt(times, rows, timeName, 'p50_latency_ms'), look: 'signal' },
          { name: '95 % within', values: valuesAt(times, rows, timeName, 'p95_latency_ms'), look: 'ink' },
        ]}
      />
    </Section>
  );
}

function Errors({ rows, times, timeName }: Series) {
  return (
    <Section title="Errors" lead="Share of all results that the application or Sonde could not finish.">
      <Trend
        title="Errors over time"
        times={times}
        format={formatPercent}
        lines={[{ name: 'Errors', values: valuesAt(times, rows, timeName, 'error_rate'), look: 'warn' }]}
      />
    </Section>
  );
}
