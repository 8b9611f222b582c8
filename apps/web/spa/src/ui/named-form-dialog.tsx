import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { WritingGuard } from '../lib/unsaved.tsx';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { AreaField, TextField } from './field.tsx';
import { ProblemNotice } from './problem.tsx';

export interface Named {
  readonly name: string;
  readonly description: string;
}

interface Props {
  title: string;
  value: Named;
  onChange: (value: Named) => void;
  onClose: () => void;
  save: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly error: unknown;
  };
  saveWords: string;
  /** What else the thing has: between its name and its description, and after it. */
  between?: ReactNode;
  after?: ReactNode;
  /** Whether something was written into what else it has. */
  isMoreWritten?: boolean;
}

/** The form of whatever has a name and a description. */
export function NamedFormDialog(props: Props) {
  const { title, value, onChange, onClose, save, saveWords, between, after, isMoreWritten = false } = props;
  const [first] = useState(value);
  const isWritten = isMoreWritten || value.name !== first.name || value.description !== first.description;
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <WritingGuard dirty={isWritten && !save.isPending && !save.isSuccess} />
        <TextField
          label="Name"
          required
          maxLength={200}
          value={value.name}
          onChange={(event) => onChange({ ...value, name: event.target.value })}
        />
        {between}
        <AreaField
          label="Description"
          optional
          rows={4}
          value={value.description}
          onChange={(event) => onChange({ ...value, description: event.target.value })}
        />
        {after}
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {saveWords}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** As it is sent: a description of nothing but blanks is none. */
export const namedBody = ({ name, description }: Named) => ({
  name,
  description: description.trim() === '' ? null : description,
});
