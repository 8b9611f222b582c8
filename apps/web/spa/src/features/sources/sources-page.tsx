import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Source } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { formatNumber, plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { AddSource } from './add-source.tsx';
import { PassageText } from './passage-text.tsx';
import { SourceStatus } from './source-status.tsx';

export function SourcesPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [words, setWords] = useState('');
  const asked = useDebounced(words.trim(), 300);
  const add = may('source:create') ? (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add a source
    </Button>
  ) : undefined;
  return (
    <Page
      title="Sources"
      lead="What your applications should know: documents, pages and texts that tests are written from and cite."
      actions={add}
    >
      <TextField
        label="Search in what they say"
        type="search"
        className="max-w-xl"
        maxLength={500}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {asked === '' ? (
        <DataGrid
          label="Sources"
          queryKey={['sources', 'list', projectId]}
          refetchInterval={5000}
          fetchPage={(skip, limit, signal) => api.list('listSources', { query: { skip, limit }, signal })}
          columns={columns}
          rowKey={(source) => source.id}
          empty={
            <EmptyState title="No sources yet" action={add}>
              <p>Upload a document, name the address of a page, or paste a text.</p>
            </EmptyState>
          }
        />
      ) : (
        <Found words={asked} />
      )}
      {adding ? <AddSource onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function Found({ words }: { words: string }) {
  const { api, projectId } = usePlatform();
  const found = useQuery({
    queryKey: ['sources', 'search', projectId, words],
    queryFn: ({ signal }) => api.call('searchSources', { query: { q: words, limit: 20 }, signal }),
  });
  if (found.isPending) return <SkeletonLines count={6} />;
  if (found.error) return <ProblemNotice error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <section className="grid gap-3" aria-label="Passages found">
      <p role="status" className="text-muted">
        {found.data.length === 0 ? 'No passage speaks of this.' : plural(found.data.length, 'passage')}
      </p>
      {found.data.map((passage) => (
        <article key={passage.id} className="card grid gap-2 p-4">
          <Link className="link font-medium" to="/sources/$sourceId" params={{ sourceId: passage.source_id }}>
            {passage.source_title}
          </Link>
          <PassageText passage={passage} />
        </article>
      ))}
    </section>
  );
}

const kinds = { text: 'Pasted text', url: 'Page', file: 'Document' } as const;

const columns: readonly GridColumn<Source>[] = [
  {
    id: 'title',
    header: 'Source',
    track: 'minmax(12rem,3fr)',
    cell: (source) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/sources/$sourceId"
          params={{ sourceId: source.id }}
        >
          {source.title}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">
          {source.error ?? source.url ?? source.description ?? ''}
        </span>
      </div>
    ),
  },
  { id: 'kind', header: 'Kind', track: '8rem', wideOnly: true, cell: (source) => kinds[source.kind] },
  {
    id: 'status',
    header: 'Status',
    track: '8.5rem',
    cell: (source) => <SourceStatus status={source.status} />,
  },
  {
    id: 'passage_count',
    header: 'Passages',
    track: '6rem',
    wideOnly: true,
    cell: (source) => formatNumber(source.passage_count),
  },
  {
    id: 'created_at',
    header: 'Added',
    track: '9rem',
    wideOnly: true,
    cell: (source) => <Time at={source.created_at} />,
  },
];
