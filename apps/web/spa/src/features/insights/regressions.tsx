import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Regressions } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { ResultDrawer } from '../test-runs/result-drawer.tsx';
import { regressionsQuery, type Period } from './queries.ts';

/** Single tests that fail or end in an error and passed before, each with its answer of now: shown until they pass again. */
export function RegressionsShown({
  period,
  refetchInterval,
}: {
  period: Period;
  refetchInterval: number | false;
}) {
  const { api, projectId } = usePlatform();
  const [shown, setShown] = useState<string | null>(null);
  const found = useQuery({ ...regressionsQuery(api, projectId, period), refetchInterval });
  const { data } = found;
  const lost = data?.compared.filter(({ regressed }) => regressed > 0) ?? [];
  if (data?.compared.length === 0) return null;
  return (
    <Section
      title="What got worse"
      lead="Tests that fail or end in an error and passed in one of the ten newest runs of their set and endpoint. They stay here until they pass again."
    >
      {found.isPending ? <SkeletonLines count={3} label="Comparing runs" /> : null}
      {found.error ? <ProblemNotice error={found.error} onRetry={() => void found.refetch()} /> : null}
      {data && lost.length === 0 ? (
        <p className="text-muted">
          None: no test that passed in one of these runs fails or ends in an error.
        </p>
      ) : null}
      {lost.map((pair) => (
        <Pair
          key={pair.test_run.id}
          pair={pair}
          tests={data?.tests.filter(({ test_run_id }) => test_run_id === pair.test_run.id) ?? []}
          onShow={setShown}
        />
      ))}
      {data?.is_truncated ? (
        <Notice>These are the first {formatNumber(data.tests.length)} of them.</Notice>
      ) : null}
      {shown === null ? null : <ResultDrawer resultId={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

function Pair({
  pair,
  tests,
  onShow,
}: {
  pair: Regressions['compared'][number];
  tests: Regressions['tests'];
  onShow: (resultId: string) => void;
}) {
  const name = `${pair.test_set.name ?? 'A deleted set'} against ${pair.endpoint.name ?? 'a deleted endpoint'}`;
  return (
    <section className="grid gap-2" aria-label={name}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{name}</h3>
        <p className="flex flex-wrap gap-x-3 text-[0.875rem] text-muted">
          <span>
            <span className="text-danger">{plural(pair.regressed, 'test')} worse</span>
            {pair.improved === 0 ? '' : `, ${pair.improved} better`}
          </span>
          <Time at={pair.test_run.created_at} />
          <Link
            className="link"
            to="/runs/compare"
            search={{ runs: `${pair.base_run.id},${pair.test_run.id}` }}
          >
            Compare the runs
          </Link>
        </p>
      </div>
      <ul className="grid gap-1.5">
        {tests.map((test) => (
          <li key={test.test_id} className="grid min-w-0 border-l-2 border-danger pl-3">
            <button
              type="button"
              className="link line-clamp-2 min-w-0 text-left break-words"
              onClick={() => onShow(test.result_id)}
            >
              {test.text ?? 'A test without a text'}
            </button>
            {test.requirement ? (
              <span className="text-[0.8125rem] text-muted">{test.requirement.name}</span>
            ) : null}
            {test.ends_in === 'error' ? (
              <span className="text-[0.8125rem] text-warn">Ends in an error</span>
            ) : null}
            {test.since.id === pair.test_run.id ? null : (
              <span className="text-[0.8125rem] text-muted">
                {test.ends_in === 'error' ? 'Does not pass since' : 'Fails since'}{' '}
                <Time at={test.since.created_at} />
              </span>
            )}
            {test.decided_in.id === pair.test_run.id ? null : (
              <span className="text-[0.8125rem] text-muted">
                Last decided <Time at={test.decided_in.created_at} />;{' '}
                <Link className="link" to="/runs/$runId" params={{ runId: pair.test_run.id }}>
                  the newer run of <Time at={pair.test_run.created_at} />
                </Link>{' '}
                did not decide it
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
