import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Annotation } from '@sonde/contract';
import { useApi, useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Time } from '../../ui/time.tsx';
import { ResultDrawer } from '../test-runs/result-drawer.tsx';
import { ResultChip } from '../test-runs/run-marks.tsx';
import { AgreementShown } from './agreement.tsx';

/** What people said of results, and how far they agree. */
export function AnnotationsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [resolved, setResolved] = useState<'' | 'true' | 'false'>('');
  const [source, setSource] = useState<'' | Annotation['source']>('');
  const [shown, setShown] = useState<string | null>(null);
  const query = {
    ...(search === '' ? {} : { search }),
    ...(resolved === '' ? {} : { resolved }),
    ...(source === '' ? {} : { source }),
  };
  return (
    <Page
      title="Past reviews"
      lead="What people have judged and noted so far, of results and traces. The newest review of a result, or of a metric's verdict, decides."
      actions={
        may('test_result:update') ? (
          <LinkButton look="primary" to="/review">
            Review what waits
          </LinkButton>
        ) : null
      }
    >
      <AgreementShown />
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search comments" value={text} onChange={setText} />
        <select
          aria-label="State"
          className="input sm:w-48"
          value={resolved}
          onChange={(event) => setResolved(event.target.value as '' | 'true' | 'false')}
        >
          <option value="">Open and closed</option>
          <option value="false">Open</option>
          <option value="true">Closed</option>
        </select>
        <select
          aria-label="About"
          className="input sm:w-48"
          value={source}
          onChange={(event) => setSource(event.target.value as '' | Annotation['source'])}
        >
          <option value="">Results and traces</option>
          <option value="test_result">Results</option>
          <option value="trace">Traces</option>
        </select>
      </div>
      <DataGrid<Annotation>
        label="Past reviews"
        noun={['review', 'reviews']}
        fullFrom="large"
        queryKey={['annotations', 'list', projectId, query]}
        fetchPage={(skip, limit, signal) =>
          api.list('listAnnotations', { query: { ...query, skip, limit }, signal })
        }
        rowKey={({ review_id }) => review_id}
        columns={[
          {
            id: 'about',
            header: 'About',
            track: 'minmax(8rem, 2fr)',
            cell: (row) => <About row={row} onShow={setShown} />,
          },
          {
            id: 'status',
            header: 'Verdict',
            track: '5.1rem',
            cell: ({ status }) => <ResultChip status={status} />,
          },
          {
            id: 'comment',
            header: 'Comment',
            track: 'minmax(10rem, 2fr)',
            wideOnly: true,
            cell: ({ comments }) => <span className="block truncate">{comments}</span>,
          },
          {
            id: 'run',
            header: 'Run',
            track: 'minmax(12rem, 1fr)',
            wideOnly: true,
            cell: (row) =>
              row.test_run_id === null ? (
                '–'
              ) : (
                <Link
                  className="link line-clamp-2 min-w-0 break-words"
                  to="/runs/$runId"
                  params={{ runId: row.test_run_id }}
                >
                  {row.test_run_name ?? 'A run'}
                </Link>
              ),
          },
          {
            id: 'user',
            header: 'By',
            track: 'minmax(7rem, 1fr)',
            wideOnly: true,
            cell: ({ user }) => <span className="truncate">{user?.name ?? '–'}</span>,
          },
          {
            id: 'created_at',
            header: 'When',
            track: '7rem',
            wideOnly: true,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          {
            id: 'resolve',
            header: 'State',
            about: 'Closed: nothing is left to be done about it. Its verdict stays as it is.',
            track: '4.5rem',
            cell: (row) => <Resolve row={row} />,
          },
        ]}
        empty={
          <EmptyState
            title={search === '' && resolved === '' && source === '' ? 'No reviews yet' : 'No review matches'}
            action={null}
          >
            <p>Whoever reviews a result says whether its verdict is right.</p>
          </EmptyState>
        }
      />
      {shown === null ? null : <ResultDrawer resultId={shown} onClose={() => setShown(null)} />}
    </Page>
  );
}

/** Opens what the review is about. */
function About({ row, onShow }: { row: Annotation; onShow: (resultId: string) => void }) {
  const resultId = row.test_result_id;
  if (resultId === null)
    return (
      <Link className="link truncate" to="/traces/$traceId" params={{ traceId: row.trace_id ?? '' }}>
        {row.target.name === null ? '' : `${row.target.name} of `}
        {row.span_name ?? 'The trace'}
      </Link>
    );
  return (
    <span className="grid min-w-0">
      <button type="button" className="link truncate text-left" onClick={() => onShow(resultId)}>
        {row.test_content ?? 'The result'}
      </button>
      <span className="truncate text-[0.8125rem] text-muted">
        {row.target.name ?? row.requirement_name ?? 'All its metrics together'}
      </span>
    </span>
  );
}

function Resolve({ row }: { row: Annotation }) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const resolve = useMutation({
    mutationFn: (): Promise<unknown> => {
      const body = { resolved: !row.resolved };
      const id = row.test_result_id ?? row.trace_db_id ?? '';
      const params = { id, review_id: row.review_id };
      return row.source === 'trace'
        ? api.call('updateTraceReview', { params, body })
        : api.call('updateReview', { params, body });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['annotations'] }),
  });
  if (!may('test_result:update')) return row.resolved ? 'Closed' : 'Open';
  return (
    <Button size="small" busy={resolve.isPending} onClick={() => resolve.mutate()}>
      {row.resolved ? 'Reopen' : 'Close'}
    </Button>
  );
}
