import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Requirement } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { NamedFormDialog, namedBody } from '../../ui/named-form-dialog.tsx';

interface Props {
  requirement: Requirement | null;
  onClose: () => void;
  onSaved: () => void;
}

/** What somebody else has changed meanwhile is not overwritten: the version goes along. */
export function RequirementDialog({ requirement, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [named, setNamed] = useState({
    name: requirement?.name ?? '',
    description: requirement?.description ?? '',
  });
  const tagsBefore = requirement?.tags.join(', ') ?? '';
  const [tags, setTags] = useState(tagsBefore);
  const save = useMutation({
    mutationFn: () => {
      const body = {
        ...namedBody(named),
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
  return (
    <NamedFormDialog
      title={requirement ? `Change ${requirement.name}` : 'New requirement'}
      value={named}
      onChange={setNamed}
      onClose={onClose}
      save={save}
      saveWords="Save"
      isMoreWritten={tags !== tagsBefore}
      after={
        <TextField
          label="Tags, separated by commas"
          optional
          value={tags}
          onChange={(event) => setTags(event.target.value)}
        />
      }
    />
  );
}
