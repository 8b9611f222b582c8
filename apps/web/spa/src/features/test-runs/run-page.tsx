import { Fragment } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { TestRun, TestRunProgress } from '@sonde/contract';
import { byPeopleWords } from '@sonde/contract/decided';
import { leftOutWords, stoppedEarly } from '@sonde/contract/run-ends';
import { formatNumber, formatWait, plural } from '../../lib/format.ts';
import { useMay } from '../../lib/platform-context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice, Facts, Page, Section } from '../../ui/page.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { MiddleCut } from '../../ui/middle-cut.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { SharedConversationLink } from '../endpoints/shared-conversation-note.tsx';
import { OnlyFlags } from './only-flags.tsx';
import { ModelLink } from './model-link.tsx';
import { openCount, useLacksModel, useOpenResults, whyOpen } from './open-results.ts';
import { RunActions } from './run-actions.tsx';
import { RunCounts } from './run-counts.tsx';
import { GateChip, RunStatusChip, isUnderWay, rateWords } from './run-marks.tsx';
import { RunResults } from './run-results.tsx';
import { TrueShare } from './true-share.tsx';
import { useRun } from './use-run.ts';
import { Term } from '../../ui/term.tsx';

const route = getRouteApi('/inside/runs/$runId');

export function RunPage() {
  const { runId } = route.useParams();
  return <RunShown key={runId} runId={runId} />;
}

function RunShown({ runId }: { runId: string }) {
  const { run, progress } = useRun(runId);
  if (run.isPending) return <SkeletonLines count={8} label="Loading the run" />;
  if (run.error && !run.data) {
    return (
      <Page title="This run cannot be shown">
        <ProblemNotice error={run.error} onRetry={() => void run.refetch()} />
        <LinkButton className="justify-self-start" to="/runs">
          To the list of runs
        </LinkButton>
      </Page>
    );
  }
  return (
    <Page
      title={run.data.name}
      mark="Run"
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <RunStatusChip status={run.data.status} />
          <GateChip gate={run.data.gate} />
          {run.data.is_baseline ? (
            <Chip>
              <Term word="Baseline" isHeading />
            </Chip>
          ) : null}
          <span className="flex min-w-0 flex-wrap gap-x-1.5">
            <Link
              className="link min-h-6 max-w-full min-w-0"
              to="/test-sets/$testSetId"
              params={{ testSetId: run.data.test_set.id }}
            >
              <MiddleCut name={run.data.test_set.name} />
            </Link>
            against
            <Link
              className="link min-h-6 max-w-full min-w-0"
              to="/endpoints/$endpointId"
              params={{ endpointId: run.data.endpoint.id }}
            >
              <MiddleCut name={run.data.endpoint.name} />
            </Link>
          </span>
        </span>
      }
      actions={<RunActions run={run.data} />}
    >
      <Stops run={run.data} />
      <SharedConversationLink endpointId={run.data.endpoint.id} />
      {isUnderWay(run.data.status) || run.data.only_flagged.results === 0 ? null : (
        <OnlyFlags run={run.data} />
      )}
      <Undecided run={run.data} />
      <Summary run={run.data} progress={progress} />
      <RunResults run={run.data} />
      <Section title="Discussion">
        <Discussion entityType="test_run" entityId={run.data.id} />
      </Section>
    </Page>
  );
}

/** Why a run ended early, and why its gate failed. */
function Stops({ run }: { run: TestRun }) {
  const reasons = run.gate === 'failed' ? (run.gate_reasons ?? []) : [];
  return (
    <>
      {run.error === null ? null : (
        <div role="alert" className="rounded-(--radius-card) border border-danger bg-danger-soft p-4">
          {run.error}
        </div>
      )}
      {run.stop_reason === null || run.stop_reason === run.error ? null : (
        <Notice tone="warn">{run.status === 'Cancelled' ? run.stop_reason : stoppedEarly(run)}</Notice>
      )}
      {reasons.length === 0 ? null : (
        <div className="grid gap-1 rounded-(--radius-card) border border-danger bg-danger-soft p-4">
          <p className="font-semibold">The gate failed</p>
          <ul className="grid list-disc gap-1 pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** What is left for people: a run whose results nobody decided looks finished, and says nothing yet. */
function Undecided({ run }: { run: TestRun }) {
  const may = useMay();
  const open = openCount(run);
  const results = useOpenResults(run);
  const lacksModel = useLacksModel(run);
  if (isUnderWay(run.status) || open === 0) return null;
  return (
    <Notice tone="warn">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="max-w-prose">
          {plural(open, 'result')} {open === 1 ? 'is' : 'are'} not evaluated: {whyOpen(open, results)}.{' '}
          {open === 1 ? 'It counts' : 'They count'} as neither passed nor failed until somebody reviews{' '}
          {open === 1 ? 'it' : 'them'}.
          {lacksModel ? (
            <>
              {' '}
              To try again would come to the same: a model is needed, and none is in use. <ModelLink />
            </>
          ) : null}
        </span>
        {may('test_result:update') ? (
          <LinkButton
            to="/review"
            search={{
              run: run.id,
              open: 'yes',
              ...(run.only_flagged.results > 0 ? { flags: 'without' } : {}),
            }}
          >
            Review {open === 1 ? 'it' : 'them'}
          </LinkButton>
        ) : null}
      </div>
    </Notice>
  );
}

function Summary({ run, progress }: { run: TestRun; progress: TestRunProgress | null }) {
  const left = isUnderWay(run.status) ? progress?.seconds_left : null;
  const { passed, failed } = run.counts;
  return (
    <Section title="How it stands">
      <RunCounts counts={run.counts} onlyFlagged={run.only_flagged} />
      {isUnderWay(run.status) ? (
        <p role="status" className="text-muted">
          {run.reference_test_run_id === null
            ? ''
            : 'The stored answers are being scored again; the application is not asked. '}
          {typeof left === 'number' && progress?.per_minute
            ? `${formatNumber(progress.per_minute)} results a minute; about ${formatWait(left)} to go.`
            : 'Results appear here as they come.'}
        </p>
      ) : null}
      <Facts
        items={[
          [
            <Term key="rate" word="Pass rate" isHeading />,
            passed + failed === 0 ? (
              nothingDecided(run)
            ) : (
              <Fragment key="rate">
                {rateWords(run.counts)}
                {isUnderWay(run.status) ? ' so far' : ''}
                <TrueShare low={run.pass_rate_low} high={run.pass_rate_high} />
              </Fragment>
            ),
          ],
          ...(run.flagged === 0
            ? []
            : [
                [
                  <Term key="flag" word="Flag" isHeading />,
                  `${formatNumber(run.flagged)} that no person has looked at yet; a flag decides nothing by itself`,
                ] as const,
              ]),
          ...(run.decided_by_people.results === 0
            ? []
            : [['By people', byPeopleWords(run.decided_by_people, formatNumber)] as const]),
          ...(run.carried === 0
            ? []
            : [
                [
                  'As reviewed before',
                  `${plural(run.carried, 'result follows', 'results follow')} a review of the same answer in an earlier run`,
                ] as const,
              ]),
          ...(run.gate_limits === null
            ? []
            : [[<Term key="gate" word="Gate" isHeading />, run.gate_limits] as const]),
          ...(run.left_out === 0 ? [] : [['Left out', leftOutWords(run.left_out, formatNumber)] as const]),
          ['Calls tried', formatNumber(run.target_calls)],
          ['Started', run.started_at === null ? 'not yet' : <Time key="started" at={run.started_at} exact />],
          ...(run.finished_at === null
            ? []
            : [['Ended', <Time key="ended" at={run.finished_at} exact />] as const]),
          ...(run.parent_run_id === null ? [] : [['Repeat of', runLink(run.parent_run_id)] as const]),
          ...(run.reference_test_run_id === null
            ? []
            : [['New scores of', runLink(run.reference_test_run_id)] as const]),
        ]}
      />
    </Section>
  );
}

function nothingDecided({ status, counts, reference_test_run_id: scoredAgain }: TestRun): string {
  if (!isUnderWay(status))
    return `Nothing was decided: ${plural(counts.total, 'result')}, and none passed or failed`;
  return scoredAgain === null
    ? 'Nothing has been decided yet'
    : 'Nothing has been decided anew yet: the answers are being scored again';
}

const runLink = (runId: string) => (
  <Link key={runId} className="link" to="/runs/$runId" params={{ runId }}>
    an earlier run
  </Link>
);
