import { useState } from 'react';
import { runStatusWord } from '@sonde/contract/decided';
import { allOf, equals } from '../../lib/filter.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { RunsGrid } from './runs-grid.tsx';

const statuses = ['Queued', 'Progress', 'Completed', 'Partial', 'Failed', 'Cancelled'] as const;

export function RunsPage() {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [status, setStatus] = useState('');
  const isNarrowed = search !== '' || status !== '';
  return (
    <Page
      title="Runs"
      lead="Test sets, run against endpoints. Every answer is stored, with what was decided of it."
    >
      <div className="flex flex-wrap gap-3">
        <SearchField label="Search runs" value={text} onChange={setText} />
        <select
          aria-label="Status"
          className="input sm:w-48"
          value={status}
          onChange={(event) => setStatus(event.target.value)}
        >
          <option value="">All statuses</option>
          {statuses.map((value) => (
            <option key={value} value={value}>
              {runStatusWord(value)}
            </option>
          ))}
        </select>
      </div>
      <RunsGrid
        search={search}
        filter={allOf([status === '' ? null : equals('status', status)])}
        empty={
          <EmptyState
            title={isNarrowed ? 'No run matches' : 'No runs yet'}
            action={isNarrowed ? null : <LinkButton to="/test-sets">To the test sets</LinkButton>}
          >
            <p>A run begins at a test set: choose the endpoint it is to be run against.</p>
          </EmptyState>
        }
      />
    </Page>
  );
}
