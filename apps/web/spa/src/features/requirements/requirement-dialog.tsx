import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Requirement } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Props {
  requirement: Requirement | null;
  onClose: () => void;
  onSaved: () => void;
}

/** What somebody else has changed meanwhile is not overwritten: the version goes along. */
export function RequirementDialog({ requirement, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [name, setName] = useState(requirement?.name ?? '');
  const [description, setDescription] = useState(requirement?.description ?? '');
  const [tags, setTags] = useState(requirement?.tags.join(', ') ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name,
        description: description.trim() === '' ? null : description,
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter((tag) => tag !== ''),
      };
      return requirement
        ? api.call('updateRequirement', {
            params: { id: requirement.id },
            body: { ...body, version: requirement.version },
          })
        : api.call('createRequirement', { body: { ...body, project_id: projectId } });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={requirement ? `Change ${requirement.name}` : 'New requirement'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <AreaField
          label="Description"
          optional
          rows={4}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <TextField
          label="Tags, with commas between them"
          optional
          value={tags}
          onChange={(event) => setTags(event.target.value)}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
