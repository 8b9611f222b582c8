import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { TestSet } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, ChoiceField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Props {
  set: TestSet | null;
  onClose: () => void;
  onSaved: (set: TestSet) => void;
}

/** The type is asked for at the beginning and never changes: tests of the other type would not fit. */
export function TestSetDialog({ set, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [name, setName] = useState(set?.name ?? '');
  const [description, setDescription] = useState(set?.description ?? '');
  const [type, setType] = useState<TestSet['test_set_type']>(set?.test_set_type ?? 'Single-Turn');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, description: description.trim() === '' ? null : description };
      return set
        ? api.call('updateTestSet', { params: { id: set.id }, body: { ...body, version: set.version } })
        : api.call('createTestSet', { body: { ...body, test_set_type: type, project_id: projectId } });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={set ? `Change ${set.name}` : 'New test set'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {set ? null : (
          <ChoiceField
            label="Type"
            value={type}
            onChange={setType}
            options={[
              { value: 'Single-Turn', label: 'Single prompts' },
              { value: 'Multi-Turn', label: 'Conversations' },
            ]}
            hint="A set holds tests of one type, and the type stays."
          />
        )}
        <AreaField
          label="Description"
          optional
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {set ? 'Save' : 'Create the test set'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
