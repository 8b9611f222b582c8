import type { ReactNode } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Menu, MenuItem } from './menu.tsx';

/** What is done seldom, and what cannot be taken back with a second press, stands behind three dots. */
export function MoreMenu({
  name,
  removal = null,
  children,
}: {
  /** Of the thing that the actions are for. */
  name: string;
  /** What ends the thing; null where one may not. */
  removal?: { readonly words?: string; readonly onSelect: () => void } | null;
  children?: ReactNode;
}) {
  if (removal === null && !children) return null;
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${name}`}>
          <Ellipsis aria-hidden size={18} />
        </IconButton>
      }
    >
      {children}
      {removal === null ? null : (
        <MenuItem danger icon={<Trash2 aria-hidden size={16} />} onSelect={removal.onSelect}>
          {removal.words ?? 'Delete'}
        </MenuItem>
      )}
    </Menu>
  );
}
