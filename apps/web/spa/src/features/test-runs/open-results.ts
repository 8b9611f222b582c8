import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TestResult, TestRun } from '@sonde/contract';
import type { Api } from '../../lib/api.ts';
import { equals } from '../../lib/filter.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { isUnderWay } from './run-marks.tsx';

/** The results of a run that nothing has decided; of very many, the first. */
export const openResultsQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ['test-runs', 'one', runId, 'open'],
    queryFn: ({ signal }) =>
      api.list('listResultsOfRun', {
        params: { id: runId },
        query: { limit: 100, $filter: equals('status', 'NotEvaluated') },
        signal,
      }),
  });

/** What flags looked at is no lack of a metric: it is counted apart. */
export const openCount = ({ counts, only_flagged: flagged }: TestRun): number =>
  counts.not_evaluated - flagged.results;

const isOpen = ({ status, reason_code: code }: TestResult): boolean =>
  status === 'NotEvaluated' && code !== 'flag' && code !== 'no_flag';

export function useOpenResults(run: TestRun): readonly TestResult[] {
  const { data } = useQuery({
    ...openResultsQuery(useApi(), run.id),
    enabled: !isUnderWay(run.status) && openCount(run) > 0,
  });
  return (data?.items ?? []).filter(isOpen);
}

/** Whether each test that would be tried again lacks a model: then it would come to the same. */
export function useLacksModel(run: TestRun): boolean {
  const api = useApi();
  const may = useMay();
  const isLacking = useOpenResults(run).some(({ verdicts }) =>
    verdicts.some(({ reason_code: code }) => code === 'model_not_configured'),
  );
  const { data } = useQuery({
    queryKey: ['test-runs', 'one', run.id, 'retry-check'],
    queryFn: ({ signal }) =>
      api.call('preflightCheck', {
        body: {
          ...run.options,
          test_set_id: run.test_set.id,
          endpoint_id: run.endpoint.id,
          only: 'not_evaluated',
          of_run: run.id,
        },
        signal,
      }),
    enabled: isLacking && may('test_run:execute'),
    // A model may have been set up since.
    staleTime: 0,
  });
  const found = new Map(data?.checks.map(({ name, ok }) => [name, ok]));
  return found.get('models') === false && found.get('metrics') !== true;
}

type Judged = Pick<TestResult, 'verdicts'>;

/** Why results are open, as the end of a sentence: no metric decided, or not all of them could. Told of those that are known. */
export function whyOpen(open: number, results: readonly Judged[]): string {
  const partly = results.filter(({ verdicts }) => verdicts.some(hasDecided));
  if (partly.length === 0 || results.length !== open) return 'no metric decided';
  const names = [
    ...new Set(partly.flatMap(({ verdicts }) => verdicts.filter(couldNot).map(({ name }) => `“${name}”`))),
  ];
  const which = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
  const [only] = results;
  if (open === 1 && only) {
    const deciding = only.verdicts.filter((verdict) => hasDecided(verdict) || couldNot(verdict));
    return `${formatNumber(deciding.filter(couldNot).length)} of its ${plural(deciding.length, 'metric')} could not decide: ${which}`;
  }
  return partly.length === open
    ? `not all of their metrics could decide: ${which}`
    : `of ${formatNumber(open - partly.length)} no metric decided, of ${formatNumber(partly.length)} not all could: ${which}`;
}

type Said = TestResult['verdicts'][number];
const hasDecided = ({ verdict, flag }: Said): boolean =>
  flag === null && (verdict === 'pass' || verdict === 'fail');
/** A raised flag keeps a result open that everything else passes. */
const couldNot = ({ verdict, flag }: Said): boolean => flag !== false && verdict === 'not_evaluated';
