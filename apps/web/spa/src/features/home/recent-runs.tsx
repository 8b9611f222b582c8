import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { formatPercent, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { hasFallen, runBefore } from './fall.ts';
import { GateChip, RunStatusChip, RateShown, isScoredAgain } from '../test-runs/run-marks.tsx';

/** What runs now and what ended last, each beside the run of the same set before it. */
export function RecentRuns({ runs }: { runs: readonly TestRun[] }) {
  return (
    <Section
      title="Last runs"
      actions={
        <Link className="link touch:py-2.5" to="/runs">
          All runs
        </Link>
      }
    >
      <ul className="-my-2 grid divide-y divide-line">
        {runs.map((run) => {
          const before = runBefore(run, runs);
          return (
            <li
              key={run.id}
              className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
            >
              <Link
                className="min-w-0 font-medium touch:py-2.5 hover:text-signal hover:underline"
                to="/runs/$runId"
                params={{ runId: run.id }}
              >
                <MiddleCut name={run.name} />
              </Link>
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
                {before === undefined ? null : (
                  <Link
                    className="link touch:py-2.5"
                    to="/runs/compare"
                    search={{ runs: `${before.id},${run.id}` }}
                  >
                    Compare
                  </Link>
                )}
                {isScoredAgain(run) ? <span>Scored again</span> : null}
                {run.counts.errors > 0 ? <span>{plural(run.counts.errors, 'error')}</span> : null}
                <RateShown counts={run.counts} />
                <GateChip gate={run.gate} />
                <RunStatusChip status={run.status} />
                <Time at={run.created_at} />
              </span>
              {before !== undefined && hasFallen(run, before) ? <Fall run={run} before={before} /> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/**
 * Whether a lower rate is a worse run, the comparison says, in the sentence that the Architect answers with as well: of few
 * tests it may well be chance.
 */
function Fall({ run, before }: { run: TestRun; before: TestRun }) {
  const api = useApi();
  const runs = `${before.id},${run.id}`;
  const compared = useQuery({
    queryKey: ['test-runs', 'compare', runs],
    queryFn: ({ signal }) => api.call('compareTestRuns', { query: { runs }, signal }),
  });
  const sentence = compared.data?.comparisons[0]?.sentence;
  return (
    <p className="w-full text-[0.8125rem] wrap-anywhere">
      {sentence === undefined
        ? `▼ Pass rate lower than before (${formatPercent(before.pass_rate ?? 0)})`
        : `▼ Against ${before.name}: ${sentence}`}
    </p>
  );
}
