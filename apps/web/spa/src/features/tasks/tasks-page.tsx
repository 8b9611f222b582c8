import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Task } from '@sonde/contract';
import { allOf, equals } from '../../lib/filter.ts';
import { useMay, usePlatform, useUser } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskStatus, personName } from './task-status.tsx';

export function TasksPage() {
  const { api, projectId } = usePlatform();
  const user = useUser();
  const may = useMay();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [whose, setWhose] = useState('');
  const [state, setState] = useState('undone');
  const [sort, setSort] = useState<GridSort>({ by: 'created_at', order: 'desc' });
  const [isMaking, setMaking] = useState(false);
  const $filter = allOf([
    whose === 'mine' && `assignee_id eq ${quoted(user.id)}`,
    whose === 'made' && `created_by eq ${quoted(user.id)}`,
    state === 'undone' && "(status eq 'Open' or status eq 'In Progress')",
    state !== '' && state !== 'undone' && equals('status', state),
  ]);
  return (
    <Page
      title="Tasks"
      lead="What people are to do, and who: about a test, a run, an endpoint or anything else."
      actions={
        may('task:create') ? (
          <Button look="primary" onClick={() => setMaking(true)}>
            New task
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label="Search tasks"
          placeholder="Search"
          className="input sm:w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <select
          aria-label="Whose"
          className="input sm:w-44"
          value={whose}
          onChange={(event) => setWhose(event.target.value)}
        >
          <option value="">Everybody’s</option>
          <option value="mine">Assigned to me</option>
          <option value="made">Made by me</option>
        </select>
        <select
          aria-label="Status"
          className="input sm:w-44"
          value={state}
          onChange={(event) => setState(event.target.value)}
        >
          <option value="undone">To be done</option>
          <option value="">All statuses</option>
          <option value="Completed">Completed</option>
          <option value="Cancelled">Cancelled</option>
        </select>
      </div>
      <DataGrid
        label="Tasks"
        queryKey={['tasks', projectId, $filter, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTasks', {
            query: {
              skip,
              limit,
              sort_by: sort.by,
              sort_order: sort.order,
              ...(search === '' ? {} : { search }),
              ...($filter === undefined ? {} : { $filter }),
            },
            signal,
          })
        }
        columns={columns}
        rowKey={(task) => task.id}
        sort={sort}
        onSort={setSort}
        empty={
          <EmptyState title="Nothing to be done here">
            <p>A task may stand alone, or begin on the page of what it is about.</p>
          </EmptyState>
        }
      />
      {isMaking ? (
        <TaskDialog
          task={null}
          onClose={() => setMaking(false)}
          onSaved={() => {
            setMaking(false);
            void queryClient.invalidateQueries({ queryKey: ['tasks'] });
          }}
        />
      ) : null}
    </Page>
  );
}

const quoted = (id: string): string => `'${id}'`;

const columns: readonly GridColumn<Task>[] = [
  {
    id: 'title',
    header: 'Task',
    track: 'minmax(12rem,3fr)',
    sortable: true,
    cell: (task) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/tasks/$taskId"
          params={{ taskId: task.id }}
        >
          {task.title}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">{task.entity_name ?? task.description}</span>
      </div>
    ),
  },
  { id: 'status', header: 'Status', track: '8rem', cell: ({ status }) => <TaskStatus status={status} /> },
  { id: 'priority', header: 'Priority', track: '6rem', wideOnly: true, cell: ({ priority }) => priority },
  {
    id: 'assignee',
    header: 'Assigned to',
    track: 'minmax(6rem,1fr)',
    wideOnly: true,
    cell: ({ assignee }) => <span className="truncate">{personName(assignee)}</span>,
  },
  {
    id: 'comments',
    header: 'Comments',
    track: '7rem',
    wideOnly: true,
    cell: ({ comment_count: count }) => count,
  },
  {
    id: 'created_at',
    header: 'Created',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: ({ created_at: at }) => <Time at={at} />,
  },
];
