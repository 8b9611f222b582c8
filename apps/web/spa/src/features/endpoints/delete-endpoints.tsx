import { useRef, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { deleteMany } from '../../lib/delete-many.ts';
import { plural } from '../../lib/format.ts';
import type { DeletionFailure, DeletionTarget } from '../../lib/pending-deletions.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** More than these are not held back: a tab that is closed could not send so many requests on its way out. */
const mostTakenBack = 20;

/** The button that keeps an endpoint after all, where its menu was. */
export const keepId = (id: string): string => `keep-${id}`;

/** True while this endpoint is about to be deleted and can still be kept. */
export function useIsLeaving(id: string): boolean {
  const { deletions } = usePlatform();
  return useSyncExternalStore(deletions.subscribe, () => deletions.has(id));
}

/** Deletes one or many, and says which could not be deleted. A few can be taken back for a moment. */
export function DeleteEndpoints({
  open,
  targets,
  onClose,
  onDone,
}: {
  open: boolean;
  targets: readonly DeletionTarget[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { api, deletions } = usePlatform();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const [done, setDone] = useState<number | null>(null);
  /** By the time the dialog has gone its targets have too. */
  const scheduled = useRef<string>(null);
  const canTakeBack = targets.length <= mostTakenBack;

  const tell = (failures: readonly DeletionFailure[]): void => {
    const [first] = failures;
    if (first)
      messages.fail(
        `${plural(failures.length, 'endpoint')} could not be deleted, among them ${first.target.name}`,
        first.error,
      );
  };
  const schedule = (): void => {
    const [one] = targets;
    const what = targets.length === 1 && one ? one.name : plural(targets.length, 'endpoint');
    const pending = deletions.schedule(targets, {
      onUndo: () => withdraw(),
      onEnd: (failures) => {
        withdraw();
        void queryClient.invalidateQueries({ queryKey: ['endpoints'] });
        tell(failures);
      },
    });
    const withdraw = messages.offer(`Deleting ${what}`, {
      description: `${targets.length === 1 ? 'It' : 'They'} can be restored under Settings, Recently deleted.`,
      action: 'Undo',
      onAction: pending.undo,
      onClose: pending.now,
    });
    scheduled.current = one ? keepId(one.id) : null;
    onClose();
    onDone();
  };
  const removeAll = async (): Promise<void> => {
    setDone(0);
    const failures = await deleteMany(
      targets,
      (id) => api.call('deleteEndpoint', { params: { id } }),
      setDone,
    );
    await queryClient.invalidateQueries({ queryKey: ['endpoints', 'list'] });
    setDone(null);
    onClose();
    tell(failures);
    if (failures.length > 0) return;
    messages.say(`${plural(targets.length, 'endpoint')} deleted`);
    onDone();
  };
  const single = targets.length === 1 ? targets[0] : undefined;
  return (
    <ConfirmDialog
      open={open}
      title={single ? `Delete ${single.name}?` : `Delete ${plural(targets.length, 'endpoint')}?`}
      consequence={`New calls stop working; results that used ${single ? 'it' : 'them'} stay readable. For thirty days ${single ? 'it' : 'they'} can be restored under Settings, Recently deleted.`}
      action={single ? 'Delete it' : 'Delete them'}
      stay={single ? 'Keep it' : 'Keep them'}
      busy={done !== null}
      returnTo={() => (scheduled.current === null ? null : document.getElementById(scheduled.current))}
      onConfirm={() => (canTakeBack ? schedule() : void removeAll())}
      onClose={() => (done === null ? onClose() : undefined)}
    >
      {done === null || targets.length === 1 ? null : (
        <ProgressBar label="Deleting" value={done} max={targets.length} />
      )}
    </ConfirmDialog>
  );
}
