import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Comparison, TestRun } from '@sonde/contract';
import { comparedCounts } from '@sonde/contract/comparison-counts';
import type { ComparedCounts } from '@sonde/contract/comparison-counts';
import { shareWords, trueChange } from '@sonde/contract/decided';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { formatDuration, formatNumber, plural } from '../../lib/format.ts';
import { toldApart } from '../../lib/run-names.ts';
import { testRunQuery } from '../../lib/testing-queries.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts, Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ReportMenu, reportFiles } from '../../ui/report-menu.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Explained } from '../../ui/explained.tsx';
import { terms } from '../../ui/terms.ts';
import { ChangedTests } from './changed-tests.tsx';
import { conclusionShown } from './conclusion-words.ts';
import { hasOpen, reviewFirst } from './review-first.ts';

export function ComparePage() {
  const api = useApi();
  const runs = useSearchText('runs') ?? '';
  const comparison = useQuery({
    queryKey: ['test-runs', 'compare', runs],
    queryFn: ({ signal }) => api.call('compareTestRuns', { query: { runs }, signal }),
    enabled: runs !== '',
  });
  const back = (
    <LinkButton className="justify-self-start" to="/runs">
      To the list of runs
    </LinkButton>
  );
  return (
    <Page
      title="Comparison"
      lead={comparison.data ? leadOf(comparison.data) : undefined}
      actions={
        comparison.data ? (
          <ReportMenu files={reportFiles(`/test_runs/compare/report?runs=${encodeURIComponent(runs)}`)} />
        ) : undefined
      }
    >
      {runs === '' ? (
        <EmptyState title="No runs are named" action={back}>
          <p>Open a run and choose “Compare with…”.</p>
        </EmptyState>
      ) : null}
      {comparison.isLoading ? <SkeletonLines count={6} label="Comparing" /> : null}
      {comparison.error ? (
        <>
          <ProblemNotice error={comparison.error} onRetry={() => void comparison.refetch()} />
          {back}
        </>
      ) : null}
      {comparison.data?.comparisons.map((one) => (
        <ComparisonShown key={one.run} base={comparison.data.base} comparison={one} />
      ))}
    </Page>
  );
}

const runLink = ({ id, name }: { id: string; name: string }) => (
  <Link className="link" to="/runs/$runId" params={{ runId: id }}>
    {name}
  </Link>
);

/** Of which applications, where the names of the runs need not tell. */
const leadOf = ({
  base,
  comparisons,
}: {
  readonly base: Shown['base'];
  readonly comparisons: readonly Comparison[];
}) => (
  <>
    What changed in {[...new Set(comparisons.map(({ endpoint }) => endpoint.name))].join(' and ')} since{' '}
    {runLink(base)}
  </>
);

const tones: Readonly<Record<Comparison['conclusion'], Tone>> = {
  better: 'signal',
  worse: 'danger',
  'stopped answering': 'danger',
  'answers again': 'signal',
  'no evidence': 'neutral',
  'too few tests': 'warn',
};

/** What tells the two runs apart, the earlier first. */
type Names = readonly [base: string, other: string];

interface Shown {
  base: TestRun;
  comparison: Comparison;
}

function ComparisonShown({ base, comparison }: Shown) {
  const { latency } = comparison;
  const names = toldApart(base.name, comparison.name);
  const { tests, parts, among } = comparedCounts(comparison.counts, names);
  return (
    <>
      <section className="card grid gap-4 p-4 sm:p-6">
        <p className="text-xl">
          {comparison.sentence}
          {comparison.sentence.includes(trueChange) ? (
            <Explained name="Likely range" says={`${terms['Likely range']}.`} className="align-middle" />
          ) : null}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Chip tone={tones[comparison.conclusion]}>{conclusionShown(comparison)}</Chip>
          <span>{runLink({ id: comparison.run, name: comparison.name })}</span>
        </div>
        <Counts label="What became of the tests" counts={[{ words: 'Tests', count: tests }, ...parts]} />
        {among.length === 0 ? null : (
          <div className="grid gap-1.5">
            <p className="text-[0.875rem] text-muted">Among these tests, and counted above already:</p>
            <Counts label="Among these tests" counts={among} />
          </div>
        )}
      </section>
      <Undecided base={base} comparison={comparison} names={names} />
      <Section title="Tests that changed" lead="New flags and what got worse come first.">
        <ChangedTests
          baseRun={base.id}
          otherRun={comparison.run}
          names={names}
          changes={comparison.changes}
        />
      </Section>
      <Section title="What differs between the runs">
        {comparison.causes.length === 0 ? (
          <p className="text-muted">
            Nothing that Sonde knows of. What changed came from the application itself, or from chance.
          </p>
        ) : (
          <ul className="grid list-disc gap-1 pl-5">
            {comparison.causes.map((cause) => (
              <li key={cause}>{cause}</li>
            ))}
          </ul>
        )}
        <Facts
          items={[
            ['Half of the calls within', change(latency.base_p50_ms, latency.other_p50_ms)],
            ['95 % of the calls within', change(latency.base_p95_ms, latency.other_p95_ms)],
          ]}
        />
      </Section>
      <Section title="By metric">
        <Shares
          label="Passed by metric"
          names={names}
          rows={comparison.by_metric}
          keyOf={(row) => row.metric_id}
        />
      </Section>
      {comparison.by_requirement.some(({ name }) => name !== null) ? (
        <Section title="By requirement">
          <Shares
            label="Passed by requirement"
            names={names}
            rows={comparison.by_requirement}
            keyOf={(row) => row.requirement_id ?? 'none'}
          />
        </Section>
      ) : null}
    </>
  );
}

const Counts = ({ label, counts }: { label: string; counts: ComparedCounts['parts'] }) => (
  <dl aria-label={label} className="flex flex-wrap gap-x-6 gap-y-2">
    {counts.map(({ words, count }) => (
      <div key={words} className="grid">
        <dt className="mark">{words}</dt>
        <dd className="text-xl tabular-nums">{formatNumber(count)}</dd>
      </div>
    ))}
  </dl>
);

/** A comparison of what nobody decided finds nothing, which is not the same as nothing having changed. */
function Undecided({ base, comparison, names }: Shown & { names: Names }) {
  const api = useApi();
  const may = useMay();
  const { undecided } = comparison.counts;
  const other = useQuery({ ...testRunQuery(api, comparison.run), enabled: undecided > 0 }).data;
  if (undecided === 0) return null;
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="max-w-prose">
          {plural(undecided, 'test')} cannot be compared: in at least one of the two runs nobody has decided.
          {other ? reviewFirst(base, other, names) : ''}
        </span>
        {other && may('test_result:update') ? (
          <span className="flex flex-wrap gap-2">
            {[base, other].map((run, place) =>
              hasOpen(run) ? (
                <LinkButton
                  key={run.id}
                  className="whitespace-normal"
                  to="/review"
                  search={{ run: run.id, open: 'yes' }}
                >
                  Review {names[place]}
                </LinkButton>
              ) : null,
            )}
          </span>
        ) : null}
      </div>
    </Notice>
  );
}

const took = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms));
const change = (base: number | null, other: number | null): string => `${took(base)} → ${took(other)}`;

interface Share {
  readonly name: string | null;
  readonly base_passed: number;
  readonly base_decided: number;
  readonly other_passed: number;
  readonly other_decided: number;
}

function Shares<Row extends Share>({
  label,
  names,
  rows,
  keyOf,
}: {
  label: string;
  names: Names;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  if (rows.length === 0) return <p className="text-muted">Nothing was decided in both runs.</p>;
  return (
    <SimpleTable
      label={label}
      rows={rows}
      rowKey={keyOf}
      columns={[
        { header: 'Name', cell: (row) => row.name ?? 'Without a requirement' },
        { header: names[0], cell: (row) => shareWords(row.base_passed, row.base_decided, formatNumber) },
        { header: names[1], cell: (row) => shareWords(row.other_passed, row.other_decided, formatNumber) },
      ]}
    />
  );
}
