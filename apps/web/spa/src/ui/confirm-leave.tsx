import { ConfirmDialog } from './dialog.tsx';

export function ConfirmLeave({
  open,
  onStay,
  onLeave,
}: {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      title="Leave without saving?"
      consequence="What you changed here has not been saved. Leaving throws it away."
      action="Leave without saving"
      stay="Stay here"
      onConfirm={onLeave}
      onClose={onStay}
    />
  );
}
