import { useMemo, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schedule } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { columnsOf } from './schedule-columns.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

export function SchedulesPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [editing, setEditing] = useState<Schedule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Schedule | null>(null);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['schedules', 'list'] });
  const { mutate: pause } = useMutation({
    mutationFn: ({ id, is_paused, version }: Schedule) =>
      api.call('updateSchedule', { params: { id }, body: { is_paused: !is_paused, version } }),
    onError: (error) => messages.fail('The schedule was not changed', error),
    onSettled: refresh,
  });
  const columns = useMemo(() => columnsOf({ change: setEditing, remove: setDeleting, pause }), [pause]);
  return (
    <Page
      title="Schedules"
      lead="Runs that begin by themselves, with the rights of the person who made the schedule."
      actions={
        may('schedule:create') && may('test_run:execute') ? (
          <Button look="primary" onClick={() => setEditing('new')}>
            New schedule
          </Button>
        ) : undefined
      }
    >
      <SearchField label="Search schedules" value={text} onChange={setText} />
      <DataGrid
        label="Schedules"
        tightRowHeight={96}
        queryKey={['schedules', 'list', projectId, search]}
        fetchPage={(skip, limit, signal) =>
          api.list('listSchedules', {
            query: { skip, limit, ...(search === '' ? {} : { search }) },
            signal,
          })
        }
        columns={columns}
        rowKey={(schedule) => schedule.id}
        empty={
          <EmptyState title={search === '' ? 'No schedules yet' : 'No schedule matches'}>
            <p>Let a test set run every night, and an alert tell you when it got worse.</p>
          </EmptyState>
        }
      />
      {editing === null ? null : (
        <ScheduleDialog
          schedule={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      <DeleteSchedule schedule={deleting} onDone={() => setDeleting(null)} onChanged={refresh} />
    </Page>
  );
}

interface DeleteProps {
  schedule: Schedule | null;
  onDone: () => void;
  onChanged: () => void;
}

function DeleteSchedule({ schedule, onDone, onChanged }: DeleteProps) {
  const { api } = usePlatform();
  const messages = useMessages();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteSchedule', { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => messages.fail('The schedule was not deleted', error),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open={schedule !== null}
      title={`Delete ${schedule?.name ?? 'the schedule'}?`}
      consequence="It begins no run any more. The runs it has begun stay."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => (schedule ? remove.mutate(schedule.id) : undefined)}
      onClose={onDone}
    />
  );
}
