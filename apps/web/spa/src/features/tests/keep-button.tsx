import { BookmarkPlus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface Props {
  words: string;
  busy: boolean;
  onClick: () => void;
  /** Beside others of its name on the page, what it keeps. */
  what?: string;
}

export function KeepButton({ words, busy, onClick, what }: Props) {
  return (
    <Button
      size="small"
      icon={<BookmarkPlus aria-hidden size={15} />}
      busy={busy}
      onClick={onClick}
      {...(what === undefined ? {} : { 'aria-label': `${words}: ${what}` })}
    >
      {words}
    </Button>
  );
}
