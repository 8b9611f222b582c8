import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** Deletes one or many, a few at a time, and says which could not be deleted. */
export function DeleteEndpoints({
  open,
  targets,
  onClose,
  onDone,
}: {
  open: boolean;
  targets: readonly { id: string; name: string }[];
  onClose: () => void;
  onDone: () => void;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const [done, setDone] = useState<number | null>(null);
  const remove = async (): Promise<void> => {
    setDone(0);
    const queue = [...targets];
    const failures: { name: string; error: unknown }[] = [];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { id, name } = next;
        await api
          .call('deleteEndpoint', { params: { id } })
          .catch((error: unknown) => failures.push({ name, error }));
        setDone((count) => (count ?? 0) + 1);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    await queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
    setDone(null);
    onClose();
    const [first] = failures;
    if (first)
      messages.fail(
        `${plural(failures.length, 'endpoint')} could not be deleted, among them ${first.name}`,
        first.error,
      );
    else {
      messages.say(`${plural(targets.length, 'endpoint')} deleted`);
      onDone();
    }
  };
  const single = targets.length === 1 ? targets[0] : undefined;
  return (
    <ConfirmDialog
      open={open}
      title={single ? `Delete ${single.name}?` : `Delete ${plural(targets.length, 'endpoint')}?`}
      consequence="New calls stop working at once. Results that used it stay readable. This cannot be undone here."
      action={single ? 'Delete it' : 'Delete them'}
      busy={done !== null}
      onConfirm={() => void remove()}
      onClose={() => (done === null ? onClose() : undefined)}
    >
      {done === null || targets.length === 1 ? null : (
        <ProgressBar label="Deleting" value={done} max={targets.length} />
      )}
    </ConfirmDialog>
  );
}
