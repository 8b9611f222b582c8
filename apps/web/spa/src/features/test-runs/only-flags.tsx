import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestRun } from '@sonde/contract';
import { allOf, anyOf, equals } from '../../lib/filter.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/page.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { openResultsQuery } from './open-results.ts';

interface Flagging {
  readonly id: string;
  readonly name: string;
}

/** Results that nothing but flags judged: what was found, and who could decide. */
export function OnlyFlags({ run }: { run: TestRun }) {
  const may = useMay();
  const metrics = useFlagging(run);
  const { results, raised } = run.only_flagged;
  return (
    <Notice tone={raised > 0 ? 'warn' : 'neutral'}>
      <div className="grid gap-3">
        <p className="max-w-prose">
          <strong>
            {formatNumber(results)} checked for flags only, {formatNumber(raised)} flagged.
          </strong>{' '}
          Confirm {results === 1 ? 'it' : 'them'} yourself, or let a metric decide.
        </p>
        <div className="flex flex-wrap gap-2">
          {may('test_result:update') ? (
            <LinkButton to="/review" search={{ run: run.id, open: 'yes', flags: 'only' }}>
              Review {results === 1 ? 'it' : 'them'}
            </LinkButton>
          ) : null}
          {may('metric:update') && may('test_run:execute')
            ? metrics.map((metric) => <LetDecide key={metric.id} run={run} metric={metric} />)
            : null}
        </div>
      </div>
    </Notice>
  );
}

/** The metrics of such results; of very many, those of the first. */
function useFlagging(run: TestRun): readonly Flagging[] {
  const { data } = useQuery(openResultsQuery(useApi(), run.id));
  const flagging = (data?.items ?? []).flatMap(({ reason_code: code, verdicts }) =>
    code === 'flag' || code === 'no_flag' ? verdicts.filter(({ flag }) => flag !== null) : [],
  );
  return [...new Map(flagging.map(({ metric_id: id, name }) => [id, { id, name }])).values()];
}

/** Those of the run that were checked for flags only, and this metric is one of them. */
const warnedOf = allOf([
  equals('status', 'NotEvaluated'),
  anyOf([equals('reason_code', 'flag'), equals('reason_code', 'no_flag')]),
]);

function readFirst(count: number | undefined): string {
  if (count === undefined) return 'read some of the results it looked at';
  return count === 1
    ? 'read the result it looked at'
    : `read some of the ${plural(count, 'result')} it looked at`;
}

function LetDecide({ run, metric }: { run: TestRun; metric: Flagging }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const now = useQuery({
    queryKey: ['metrics', 'one', metric.id, 'decides'],
    queryFn: ({ signal }) => api.call('getMetric', { params: { id: metric.id }, signal }),
  });
  const looked = useQuery({
    queryKey: ['test-runs', 'one', run.id, 'flagging', metric.id],
    queryFn: async ({ signal }) => {
      const { total } = await api.list('listResultsOfRun', {
        params: { id: run.id },
        query: { limit: 1, metric_id: metric.id, ...(warnedOf === undefined ? {} : { $filter: warnedOf }) },
        signal,
      });
      return total;
    },
    enabled: isAsking,
  });
  const decide = useMutation({
    mutationFn: async () => {
      const { args, version } = await api.call('getMetric', { params: { id: metric.id } });
      await api.call('updateMetric', {
        params: { id: metric.id },
        body: { version, args: { ...args, decides: true } },
      });
      return api.call('rescoreTestRun', { params: { id: run.id }, body: {} });
    },
    onSuccess: ({ test_run_id: runId }) => void navigate({ to: '/runs/$runId', params: { runId } }),
    onError: (error) => messages.fail(`“${metric.name}” was not let decide`, error),
    onSettled: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['metrics'] });
    },
  });
  // A test may say by itself how it uses a metric, and then nothing that is set at the metric changes it.
  if (now.data?.args?.['decides'] === true)
    return (
      <p className="max-w-prose text-[0.875rem] text-muted">
        “{metric.name}” decides by now. Tests that say themselves that it only flags are left to a person;
        others are decided when the run is scored again.
      </p>
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>Let “{metric.name}” decide</Button>
      <ConfirmDialog
        open={isAsking}
        title={`Let “${metric.name}” decide?`}
        consequence={`What it surely finds fails a test from now on, and where it surely finds nothing it passes one, wherever it is used. Where it cannot tell, the result is not evaluated, for a person to decide. It is a rule and can be wrong: ${readFirst(looked.data)} first. The stored answers are then scored again as a new run; the application is not asked.`}
        action="Let it decide"
        stay="Leave it as it is"
        busy={decide.isPending}
        onConfirm={() => decide.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
