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
  const [shown, setShown] = useState<string | null>(null);
  const query = { ...(search === '' ? {} : { search }), ...(resolved === '' ? {} : { resolved }) };
  return (
    <Page
      title="Reviews"
      lead="What people said of results. The newest review of a result, or of a metric's verdict, decides."
      actions={
        may('test_result:update') ? (
          <LinkButton look="primary" to="/review">
            Review
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
          <option value="">Open and resolved</option>
          <option value="false">Open</option>
          <option value="true">Resolved</option>
        </select>
      </div>
      <DataGrid<Annotation>
        label="Reviews"
        queryKey={['annotations', 'list', projectId, query]}
        fetchPage={(skip, limit, signal) =>
          api.list('listAnnotations', { query: { ...query, skip, limit }, signal })
        }
        rowKey={({ review_id }) => review_id}
        columns={[
          {
            id: 'status',
            header: 'Verdict',
            track: '8rem',
            cell: ({ status }) => <ResultChip status={status} />,
          },
          {
            id: 'about',
            header: 'About',
            track: 'minmax(10rem, 1fr)',
            cell: (row) => (
              <button type="button" className="link truncate" onClick={() => setShown(row.test_result_id)}>
                {row.target.name ?? row.requirement_name ?? 'The result'}
              </button>
            ),
          },
          { id: 'comment', header: 'Comment', track: 'minmax(12rem, 2fr)', cell: ({ comments }) => comments },
          {
            id: 'run',
            header: 'Run',
            track: 'minmax(8rem, 1fr)',
            wideOnly: true,
            cell: (row) => (
              <Link className="link truncate" to="/runs/$runId" params={{ runId: row.test_run_id }}>
                {row.test_run_name}
              </Link>
            ),
          },
          {
            id: 'user',
            header: 'By',
            track: 'minmax(7rem, 1fr)',
            wideOnly: true,
            cell: ({ user }) => user?.name ?? '–',
          },
          {
            id: 'created_at',
            header: 'When',
            track: '8rem',
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          { id: 'resolve', header: 'State', track: '8rem', cell: (row) => <Resolve row={row} /> },
        ]}
        empty={
          <EmptyState
            title={search === '' && resolved === '' ? 'No reviews yet' : 'No review matches'}
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

function Resolve({ row }: { row: Annotation }) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const resolve = useMutation({
    mutationFn: () =>
      api.call('updateReview', {
        params: { id: row.test_result_id, review_id: row.review_id },
        body: { resolved: !row.resolved },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['annotations'] }),
  });
  if (!may('test_result:update')) return row.resolved ? 'Resolved' : 'Open';
  return (
    <Button busy={resolve.isPending} onClick={() => resolve.mutate()}>
      {row.resolved ? 'Reopen' : 'Resolve'}
    </Button>
  );
}
