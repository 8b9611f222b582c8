import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { deleteMany } from '../../lib/delete-many.ts';
import { plural } from '../../lib/format.ts';
import type { DeletionTarget } from '../../lib/pending-deletions.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Props {
  targets: readonly DeletionTarget[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes one or many, and says which could not be deleted. */
export function DeleteRequirements({ targets, onClose, onDeleted }: Props) {
  const { api } = usePlatform();
  const messages = useMessages();
  const [done, setDone] = useState(0);
  const remove = useMutation({
    mutationFn: () => deleteMany(targets, (id) => api.call('deleteRequirement', { params: { id } }), setDone),
    onSuccess: (failures) => {
      const [first] = failures;
      if (first)
        messages.fail(
          targets.length === 1
            ? 'The requirement was not deleted'
            : `${plural(failures.length, 'requirement')} could not be deleted, among them ${first.target.name}`,
          first.error,
        );
      onDeleted();
    },
    onSettled: () => {
      setDone(0);
      onClose();
    },
  });
  const single = targets.length === 1 ? targets[0] : undefined;
  return (
    <ConfirmDialog
      open={targets.length > 0}
      title={single ? `Delete ${single.name}?` : `Delete ${plural(targets.length, 'requirement')}?`}
      consequence={`Results that cite ${single ? 'it' : 'them'} stay readable, and for thirty days ${single ? 'it' : 'they'} can be restored.`}
      action={single ? 'Delete it' : 'Delete them'}
      stay={single ? 'Keep it' : 'Keep them'}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={() => (remove.isPending ? undefined : onClose())}
    >
      {remove.isPending && targets.length > 1 ? (
        <ProgressBar label="Deleting" value={done} max={targets.length} />
      ) : null}
    </ConfirmDialog>
  );
}
