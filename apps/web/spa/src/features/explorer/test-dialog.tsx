import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExplorerTest } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Props {
  setId: string;
  test: ExplorerTest | null;
  topic: string;
  onClose: () => void;
}

export function TestDialog({ setId, test, topic: chosen, onClose }: Props) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [topic, setTopic] = useState(test?.topic ?? chosen);
  const [input, setInput] = useState(test?.input ?? '');
  const [label, setLabel] = useState<ExplorerTest['label']>(test?.label ?? '');
  const save = useMutation({
    mutationFn: () => {
      // A verdict is said only by whoever changes it.
      const said = label === (test?.label ?? '') ? {} : { label };
      return test
        ? api.call('updateExplorerTest', {
            params: { id: setId, test_id: test.id },
            body: { topic, input, ...said },
          })
        : api.call('createExplorerTest', { params: { id: setId }, body: { topic, input, ...said } });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['explorer'] });
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={test ? 'Change the test' : 'Add a test'}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <AreaField
          label="What is asked"
          required
          rows={4}
          maxLength={20_000}
          value={input}
          onChange={(event) => setInput(event.target.value)}
          hint={test ? 'Changing the question removes its answer and score.' : undefined}
        />
        <TextField
          label="Topic"
          optional
          maxLength={500}
          placeholder="Orders/Late delivery"
          value={topic}
          onChange={(event) => setTopic(event.target.value)}
          hint="A topic below another is written with a / between them."
        />
        <SelectField
          label="Verdict"
          value={label}
          onChange={(event) => {
            const next = labels.find(({ value }) => value === event.target.value)?.value;
            if (next !== undefined) setLabel(next);
          }}
          options={labels}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const labels: readonly { value: ExplorerTest['label']; label: string }[] = [
  { value: '', label: 'Not scored' },
  { value: 'pass', label: 'Passed' },
  { value: 'fail', label: 'Failed' },
  { value: 'error', label: 'Error' },
];
