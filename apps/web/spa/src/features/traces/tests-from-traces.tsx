import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Trace } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Props {
  traces: readonly Trace[];
  onClose: () => void;
  onMade?: () => void;
}

/** What really happened becomes a test, one for each trace, all or none. */
export function TestsFromTraces({ traces, onClose, onMade = onClose }: Props) {
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
      api.call('createTestsFromTraces', {
        body: {
          trace_ids: traces.map((trace) => trace.trace_id),
          scope,
          ...(setId === '' ? {} : { test_set_id: setId }),
          ...(requirement.trim() === '' ? {} : { requirement: requirement.trim() }),
        },
      }),
    onSuccess: ({ message }) => {
      messages.say(message);
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      onMade();
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
      title={traces.length === 1 ? 'Make a test from it' : `Make ${plural(traces.length, 'test')} from them`}
      description="A test asks the same again. One exchange expects the recorded answer, which you can change afterwards."
    >
      <form className="grid gap-4" onSubmit={submit}>
        {traces.every((trace) => trace.conversation_id === null) ? null : (
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
        {make.error ? (
          <ProblemNotice
            error={make.error}
            what={traces.length === 1 ? 'The test was not made' : 'No test was made'}
          />
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            {traces.length === 1 ? 'Make the test' : 'Make the tests'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
