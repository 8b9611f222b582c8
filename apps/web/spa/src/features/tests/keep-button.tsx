import { BookmarkPlus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface Props {
  words: string;
  busy: boolean;
  onClick: () => void;
  /** Beside others of its name on the page, what it keeps. */
  what?: string;
  isMain?: boolean;
}

export function KeepButton({ words, busy, onClick, what, isMain = false }: Props) {
  return (
    <Button
      size="small"
      {...(isMain ? { look: 'primary' as const } : {})}
      icon={<BookmarkPlus aria-hidden size={15} />}
      busy={busy}
      onClick={onClick}
      {...(what === undefined ? {} : { 'aria-label': `${words}: ${what}` })}
    >
      {words}
    </Button>
  );
}
