import { useState } from 'react';
import type { FormEvent } from 'react';
import { plural } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { sheetColumns } from './cells.ts';
import type { SheetColumn } from './cells.ts';
import type { BulkChanges } from './use-sheet-edits.ts';

interface Props {
  count: number;
  busy: boolean;
  onClose: () => void;
  onSave: (changes: BulkChanges) => void;
}

const offered = sheetColumns.filter(
  ({ id, isTold }) => id !== 'content' && id !== 'expected' && isTold !== true,
);

/** One value for all the selected tests; what is not chosen stays as it is in each. */
export function BulkDialog({ count, busy, onClose, onSave }: Props) {
  const [columnId, setColumnId] = useState<SheetColumn['id']>('category');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const column = offered.find(({ id }) => id === columnId) as SheetColumn;
  const choose = (id: string): void => {
    const next = offered.find((one) => one.id === id);
    if (!next) return;
    setColumnId(next.id);
    setText(next.words?.[0] ?? '');
    setFault(null);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const read = column.read(text, null);
    if (typeof read === 'string') setFault(read);
    else onSave(read as BulkChanges);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit ${plural(count, 'test')}`}
      description="Each of them gets this value and a new version. The last edit can be undone."
    >
      <form className="grid gap-4" onSubmit={submit}>
        <SelectField
          label="What changes"
          value={columnId}
          onChange={(event) => choose(event.target.value)}
          options={offered.map(({ id, header }) => ({ value: id, label: header }))}
        />
        {column.words ? (
          <SelectField
            label="New value"
            value={text}
            onChange={(event) => setText(event.target.value)}
            options={column.words.map((word) => ({ value: word, label: word }))}
          />
        ) : (
          <TextField
            label="New value"
            optional={columnId !== 'priority'}
            hint={
              columnId === 'tags'
                ? 'Separated by commas; they replace the tags of each.'
                : 'Empty takes it away.'
            }
            error={fault}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            Change {plural(count, 'test')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
