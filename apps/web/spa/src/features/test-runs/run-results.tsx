import { useMemo } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { TestResult, TestRun } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { allOf, anyOf, differs, equals } from '../../lib/filter.ts';
import { formatDuration } from '../../lib/format.ts';
import { usePollingInterval } from '../../lib/use-events.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ResultDrawer } from './result-drawer.tsx';
import {
  FlagMark,
  ResultChip,
  isUnderWay,
  metricWords,
  reviewWords,
  saysFlag,
  wordsForResult,
} from './run-marks.tsx';

const statuses = ['Pass', 'Fail', 'Error', 'NotEvaluated', 'Cancelled', 'running', 'waiting'] as const;

/** What is filtered, its order and which result is open stand in the address, so that both can be sent to somebody. */
export function RunResults({ run }: { run: TestRun }) {
  const api = useApi();
  const navigate = useNavigate();
  const text = useSearchText('q') ?? '';
  const search = useDebounced(text.trim(), 250);
  const status = useSearchText('status') ?? '';
  const opened = useSearchText('result') ?? null;
  const order = useSearchText('order') === 'tests' ? 'tests' : '';
  const interval = usePollingInterval(2500, 20_000);
  const show = (changes: Readonly<Record<string, string>>): void =>
    void navigate({
      to: '/runs/$runId',
      params: { runId: run.id },
      search: Object.fromEntries(
        Object.entries({ q: text, status, order, result: opened ?? '', ...changes }).filter(
          ([, value]) => value !== '',
        ),
      ),
      // Back closes a result that was opened, and does not leave the run; what is typed makes no history.
      replace: !changes['result'],
      resetScroll: false,
    });
  const columns = useMemo(
    () => columnsOf((id) => show({ result: id })),
    [text, status, order, opened, run.id],
  );
  return (
    <section className="grid gap-4" aria-label="Results">
      <h2 className="text-lg font-semibold">Results</h2>
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search prompts and answers" value={text} onChange={(q) => show({ q })} />
        <select
          aria-label="Outcome"
          className="input sm:w-48"
          value={status}
          onChange={(event) => show({ status: event.target.value })}
        >
          <option value="">All results</option>
          <option value="flagged">Flagged</option>
          <option value="no_flag">No flag</option>
          <option value="only_flags">Checked for flags only</option>
          {statuses.map((name) => (
            <option key={name} value={name}>
              {wordsForResult(name)}
            </option>
          ))}
        </select>
        <select
          aria-label="Order"
          className="input sm:w-64"
          value={order}
          onChange={(event) => show({ order: event.target.value })}
        >
          <option value="">What failed first</option>
          <option value="tests">In the order of the tests</option>
        </select>
      </div>
      {order === '' && status === '' ? (
        <p className="text-[0.875rem] text-muted">
          Failed first, then flagged, errors, not evaluated and passed; each in the order of the tests.
        </p>
      ) : null}
      <DataGrid
        label="Results"
        queryKey={['test-runs', 'one', run.id, 'results', status, search, order]}
        {...(isUnderWay(run.status) ? { refetchInterval: interval } : {})}
        fetchPage={(skip, limit, signal) =>
          api.list('listResultsOfRun', {
            params: { id: run.id },
            query: {
              skip,
              limit,
              search,
              sort_by: order === 'tests' ? 'position' : 'outcome',
              sort_order: 'asc',
              ...filterOf(status),
            },
            signal,
          })
        }
        columns={columns}
        rowKey={(result) => result.id}
        empty={
          <EmptyState title={status === '' && search === '' ? 'No results yet' : 'No result matches'}>
            <p>Each test has its row here from the moment its turn comes.</p>
          </EmptyState>
        }
      />
      {opened === null ? null : (
        <ResultDrawer key={opened} resultId={opened} onClose={() => show({ result: '' })} />
      )}
    </section>
  );
}

const isOpen = equals('status', 'NotEvaluated');
const isNoFlag = equals('reason_code', 'no_flag');

/** What has no reason differs from no word either. */
const notOnlyFlagged = anyOf([
  'reason_code eq null',
  `(${differs('reason_code', 'flag')} and ${differs('reason_code', 'no_flag')})`,
]);

const filters: Readonly<Record<string, string | undefined>> = {
  '': undefined,
  flagged: 'flags gt 0',
  no_flag: allOf([isOpen, isNoFlag]),
  only_flags: allOf([isOpen, anyOf([equals('reason_code', 'flag'), isNoFlag])]),
  // As it is counted above: what flags looked at is a part of its own.
  NotEvaluated: allOf([isOpen, notOnlyFlagged]),
};

function filterOf(status: string): { $filter?: string } {
  const filter = status in filters ? filters[status] : equals('status', status);
  return filter === undefined ? {} : { $filter: filter };
}

const columnsOf = (open: (id: string) => void): readonly GridColumn<TestResult>[] => [
  {
    id: 'content',
    header: 'Test',
    track: 'minmax(12rem,3fr)',
    cell: (result) => (
      <div className="grid min-w-0">
        <button
          type="button"
          className="truncate text-left font-medium hover:text-signal hover:underline"
          onClick={() => open(result.id)}
        >
          {result.name ?? result.content ?? 'A test that is gone'}
          {result.name === null || result.content === null ? null : (
            <span className="font-normal text-muted"> {result.content}</span>
          )}
        </button>
        <span className="truncate text-[0.8125rem] text-muted">
          {[reviewWords(result), metricWords(result)].filter((words) => words !== undefined).join(' · ') ||
            result.output_text}
        </span>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Outcome',
    track: '9.5rem',
    cell: (result) => (
      <span className="flex items-center gap-2">
        <ResultChip status={result.status} reasonCode={result.reason_code} />
        {saysFlag(result) ? null : <FlagMark flags={result.flags} />}
      </span>
    ),
  },
  {
    id: 'repeat',
    header: 'Repeat',
    track: '4.5rem',
    wideOnly: true,
    cell: (result) => <span className="tabular-nums">{result.repeat}</span>,
  },
  {
    id: 'duration_ms',
    header: 'Took',
    about: 'From sending the message to the end of the answer, as the application took it.',
    track: '5.5rem',
    wideOnly: true,
    cell: ({ duration_ms: took }) => (
      <span className="font-mono text-[0.8125rem]">{took === null ? '' : formatDuration(took)}</span>
    ),
  },
];
