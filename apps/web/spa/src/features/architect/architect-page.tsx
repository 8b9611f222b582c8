import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { architectExamples, exampleAbout } from '@sonde/contract/architect-examples';
import type { ArchitectSession } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { isExample } from '../home/next-step.ts';
import { Composer } from './composer.tsx';
import { TalkStatus } from './talk-status.tsx';

/** The way in: say what is wanted, or go back to what was said. */
export function ArchitectPage() {
  const { api, projectId } = usePlatform();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [sort, setSort] = useState<GridSort>({ by: 'updated_at', order: 'desc' });
  const begin = useMutation({
    mutationFn: (content: string) =>
      api.call('createArchitectSession', { body: { initial_message: content, project_id: projectId } }),
    onSuccess: async ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['architect'] });
      await navigate({ to: '/architect/$sessionId', params: { sessionId: id } });
    },
  });
  return (
    <Page
      title="Architect"
      lead="Say what you want to know about an application. Sonde plans the steps, and changes or calls nothing until you say yes."
    >
      <Section title="New chat">
        <Composer busy={begin.isPending} onSend={(content) => begin.mutate(content)} />
        {begin.error ? <ProblemNotice error={begin.error} what="The chat could not be started" /> : null}
      </Section>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label="Search chats"
          placeholder="Search"
          className="input sm:w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <DataGrid
        label="Chats"
        queryKey={['architect', 'list', search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listArchitectSessions', {
            query: {
              skip,
              limit,
              sort_by: sort.by,
              sort_order: sort.order,
              ...(search === '' ? {} : { search }),
            },
            signal,
          })
        }
        columns={columns}
        rowKey={(session) => session.id}
        sort={sort}
        onSort={setSort}
        empty={
          search === '' ? (
            <Abilities busy={begin.isPending} onChoose={(sentence) => begin.mutate(sentence)} />
          ) : (
            <EmptyState title="No chat has this in its title">
              <p>Try fewer words.</p>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function Abilities({ busy, onChoose }: { busy: boolean; onChoose: (sentence: string) => void }) {
  const { api, projectId } = usePlatform();
  const own = useQuery({
    queryKey: ['endpoints', projectId, 'named'],
    queryFn: ({ signal }) =>
      api.list('listEndpoints', {
        query: { limit: 10, sort_by: 'created_at', sort_order: 'desc', $select: 'name' },
        signal,
      }),
  }).data?.items.find((endpoint) => !isExample(endpoint));
  const examples = architectExamples.map(({ sentence, meaning }) => ({
    sentence: exampleAbout(sentence, own?.name),
    meaning,
  }));
  return (
    <EmptyState title="What you can ask for">
      <p>These work without a language model; with one you may say it in your own words.</p>
      <ul className="mt-3 grid gap-2">
        {examples.map(({ sentence, meaning }) => (
          <li key={sentence}>
            <button
              type="button"
              className="link text-left"
              disabled={busy}
              onClick={() => onChoose(sentence)}
            >
              {sentence}
            </button>
            <span className="text-[0.875rem]"> {meaning}</span>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

const columns: readonly GridColumn<ArchitectSession>[] = [
  {
    id: 'title',
    header: 'Chat',
    track: 'minmax(12rem, 3fr)',
    sortable: true,
    cell: ({ id, title }) => (
      <Link className="link block truncate" to="/architect/$sessionId" params={{ sessionId: id }}>
        {title}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    track: 'minmax(9rem, 1fr)',
    sortable: true,
    cell: ({ status }) => <TalkStatus status={status} />,
  },
  {
    id: 'updated_at',
    header: 'Updated',
    track: 'minmax(8rem, 1fr)',
    sortable: true,
    wideOnly: true,
    cell: ({ updated_at: at }) => <Time at={at} />,
  },
];
