import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { TestSet } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { ChoiceField } from '../../ui/field.tsx';
import { NamedFormDialog, namedBody } from '../../ui/named-form-dialog.tsx';

interface Props {
  set: TestSet | null;
  onClose: () => void;
  onSaved: (set: TestSet) => void;
}

/** The type is asked for at the beginning and never changes: tests of the other type would not fit. */
export function TestSetDialog({ set, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [named, setNamed] = useState({ name: set?.name ?? '', description: set?.description ?? '' });
  const [type, setType] = useState<TestSet['test_set_type']>(set?.test_set_type ?? 'Single-Turn');
  const save = useMutation({
    mutationFn: () => {
      const body = namedBody(named);
      return set
        ? api.call('updateTestSet', { params: { id: set.id }, body: { ...body, version: set.version } })
        : api.call('createTestSet', { body: { ...body, test_set_type: type, project_id: projectId } });
    },
    onSuccess: onSaved,
  });
  return (
    <NamedFormDialog
      title={set ? `Change ${set.name}` : 'New test set'}
      value={named}
      onChange={setNamed}
      onClose={onClose}
      save={save}
      saveWords={set ? 'Save' : 'Create the test set'}
      between={
        set ? null : (
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
        )
      }
    />
  );
}
