import { Button } from './button.tsx';
import { MenuItem } from './menu.tsx';
import { MoreMenu } from './more-menu.tsx';

export interface RowAction {
  readonly words: string;
  /** Read aloud, where words and name do not say it. */
  readonly label?: string;
  readonly onSelect: () => void;
}

/** What can be done with a row: buttons where there is room for them, otherwise in its menu, where deleting always is. */
export function RowActions({
  name,
  actions,
  removal,
}: {
  /** Of the thing that the row is about. */
  name: string;
  actions: readonly RowAction[];
  /** Null where one may not. */
  removal: (() => void) | null;
}) {
  return (
    <span className="flex justify-end gap-1.5">
      <span data-wide className="flex gap-1.5">
        {actions.map(({ words, label = `${words} ${name}`, onSelect }) => (
          <Button key={words} size="small" aria-label={label} onClick={onSelect}>
            {words}
          </Button>
        ))}
      </span>
      <MoreMenu name={name} removal={removal === null ? null : { onSelect: removal }}>
        {actions.map(({ words, onSelect }) => (
          <MenuItem key={words} onSelect={onSelect}>
            {words}
          </MenuItem>
        ))}
      </MoreMenu>
    </span>
  );
}
