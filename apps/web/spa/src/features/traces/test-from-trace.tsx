import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Trace } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** What really happened becomes a test. */
export function TestFromTrace({ summary, onClose }: { summary: Trace; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [scope, setScope] = useState<'trace' | 'conversation'>('trace');
  const [setId, setSetId] = useState('');
  const [requirement, setRequirement] = useState('');
  const sets = useQuery({
    queryKey: ['test-sets', 'to-choose'],
    queryFn: ({ signal }) =>
      api.list('listTestSets', { query: { limit: 100, sort_by: 'name', sort_order: 'asc' }, signal }),
  });
  const make = useMutation({
    mutationFn: () =>
      api.call('createTestFromTrace', {
        params: { trace_id: summary.trace_id },
        body: {
          scope,
          ...(setId === '' ? {} : { test_set_id: setId }),
          ...(requirement.trim() === '' ? {} : { requirement: requirement.trim() }),
        },
      }),
    onSuccess: ({ is_new: isNew }) => {
      messages.say(isNew ? 'The test was made' : 'A test says the same already, and was kept');
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a test of it"
      description="It asks the same again. One exchange expects the recorded answer, which you can change afterwards."
    >
      <form className="grid gap-4" onSubmit={submit}>
        {summary.conversation_id === null ? null : (
          <SelectField
            label="What it asks"
            value={scope}
            onChange={(event) => setScope(event.target.value === 'trace' ? 'trace' : 'conversation')}
            options={[
              { value: 'trace', label: 'This one message' },
              { value: 'conversation', label: 'The conversation up to here' },
            ]}
          />
        )}
        <SelectField
          label="Test set"
          value={setId}
          onChange={(event) => setSetId(event.target.value)}
          options={[
            { value: '', label: 'None yet' },
            ...(sets.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          label="Requirement"
          optional
          maxLength={200}
          value={requirement}
          onChange={(event) => setRequirement(event.target.value)}
        />
        {make.error ? <ProblemNotice error={make.error} what="The test was not made" /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Make the test
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
