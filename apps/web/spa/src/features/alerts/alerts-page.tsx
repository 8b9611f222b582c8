import { useMemo, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AlertRule } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { columnsOf } from './alert-columns.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';

export function AlertsPage() {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [editing, setEditing] = useState<AlertRule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<AlertRule | null>(null);
  const [looking, setLooking] = useState<AlertRule | null>(null);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['alert-rules', 'list'] });
  const { mutate: pause } = useMutation({
    mutationFn: ({ id, is_paused, version }: AlertRule) =>
      api.call('updateAlertRule', { params: { id }, body: { is_paused: !is_paused, version } }),
    onError: (error) => messages.fail('The rule was not changed', error),
    onSettled: refresh,
  });
  const columns = useMemo(
    () => columnsOf({ change: setEditing, remove: setDeleting, look: setLooking, pause }),
    [pause],
  );
  return (
    <Page
      title="Alerts"
      lead="Rules that tell somebody when a run ends badly: below a pass rate, worse than before or with errors."
      actions={
        may('alert_rule:create') ? (
          <Button look="primary" onClick={() => setEditing('new')}>
            New alert rule
          </Button>
        ) : undefined
      }
    >
      <SearchField label="Search alert rules" value={text} onChange={setText} />
      <DataGrid
        label="Alert rules"
        tightRowHeight={116}
        queryKey={['alert-rules', 'list', projectId, search]}
        fetchPage={(skip, limit, signal) =>
          api.list('listAlertRules', {
            query: { skip, limit, ...(search === '' ? {} : { search }) },
            signal,
          })
        }
        columns={columns}
        rowKey={(rule) => rule.id}
        empty={
          <EmptyState title={search === '' ? 'No alert rules yet' : 'No alert rule matches'}>
            <p>Be told when the pass rate falls below what you promise.</p>
          </EmptyState>
        }
      />
      {editing === null ? null : (
        <AlertDialog
          rule={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      {looking === null ? null : <DeliveriesDialog rule={looking} onClose={() => setLooking(null)} />}
      <DeleteRule rule={deleting} onDone={() => setDeleting(null)} onChanged={refresh} />
    </Page>
  );
}

interface DeleteProps {
  rule: AlertRule | null;
  onDone: () => void;
  onChanged: () => void;
}

function DeleteRule({ rule, onDone, onChanged }: DeleteProps) {
  const { api } = usePlatform();
  const messages = useMessages();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteAlertRule', { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => messages.fail('The rule was not deleted', error),
    onSettled: onDone,
  });
  return (
    <ConfirmDialog
      open={rule !== null}
      title={`Delete ${rule?.name ?? 'the rule'}?`}
      consequence="It raises no more alerts, and those it has sent are no longer listed."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => (rule ? remove.mutate(rule.id) : undefined)}
      onClose={onDone}
    />
  );
}
