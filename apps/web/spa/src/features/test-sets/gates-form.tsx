import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TestSet } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Term } from '../../ui/term.tsx';
import { useMessages } from '../../ui/toast.tsx';

const shown = (value: number | undefined): string => (value === undefined ? '' : String(value));
const asked = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** What happens to a run in which tests that passed fail or end in an error now. */
function worseWords(baseline: string, worse: string): string {
  if (baseline === '') return 'Choose a run above first: tests get worse than in that one.';
  if (worse.trim() === '')
    return 'With six or more tests to compare, single ones that get worse do not fail the run. To fail it on any, set this to 0.';
  return Number(worse) === 0
    ? 'Any test that passed in that run and fails or ends in an error now fails the run.'
    : 'Counts tests that passed in that run and fail or end in an error now.';
}

/** What a run must reach to be green. */
export function GatesForm({ set }: { set: TestSet }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [rate, setRate] = useState(shown(set.gates?.min_pass_rate));
  const [errors, setErrors] = useState(shown(set.gates?.max_errors));
  const [open, setOpen] = useState(shown(set.gates?.max_not_evaluated));
  const stored = set.gates?.baseline;
  const [baseline, setBaseline] = useState(stored ?? '');
  const [worse, setWorse] = useState(shown(set.gates?.max_worse));
  const values = [
    ['min_pass_rate', asked(rate)],
    ['max_errors', asked(errors)],
    ['max_not_evaluated', asked(open)],
    ['baseline', baseline === '' ? undefined : baseline],
    ['max_worse', baseline === '' ? undefined : asked(worse)],
  ].filter(([, value]) => value !== undefined);
  const isEmpty = values.length === 0;
  const save = useMutation({
    mutationFn: () =>
      api.call('updateTestSet', {
        params: { id: set.id },
        body: { gates: isEmpty ? null : Object.fromEntries(values), version: set.version },
      }),
    onSuccess: ({ gates }) => {
      if (gates === null)
        messages.say('The gate is taken away', 'Runs of this set that start from now on have none.');
      else messages.say('The gate is saved', 'It holds for runs that start from now on.');
      void queryClient.invalidateQueries({ queryKey: ['test-sets', 'one', set.id] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isEmpty && set.gates === null)
      messages.say('There is no gate to save', 'Fill in at least one of the fields.');
    else save.mutate();
  };
  return (
    <Section
      title="Gate"
      lead={
        <>
          What a run of this set must reach: its <Term word="Gate" />. It may be held against a{' '}
          <Term word="Baseline" />. A run in which nothing was decided, or that was ended before its last
          test, never passes it. Without a pass rate, and without a baseline or as long as there is no run to
          compare with, no test may fail.
        </>
      }
    >
      <form className="grid gap-4" onSubmit={submit}>
        <fieldset disabled={!set.permitted_actions.includes('update')} className="grid gap-4">
          <TextField
            label="Pass rate at least, in percent"
            optional
            type="number"
            min={0}
            max={100}
            step="any"
            className="max-w-xs"
            value={rate}
            onChange={(event) => setRate(event.target.value)}
          />
          <TextField
            label="Errors at most"
            optional
            type="number"
            min={0}
            className="max-w-xs"
            hint={
              rate.trim() !== '' || baseline === ''
                ? 'Tests that may end in an error. Where this is left empty, none may.'
                : 'Tests that may end in an error. Where this is left empty, the run below tells what got worse.'
            }
            value={errors}
            onChange={(event) => setErrors(event.target.value)}
          />
          <TextField
            label="Results not evaluated, at most"
            optional
            type="number"
            min={0}
            className="max-w-xs"
            value={open}
            onChange={(event) => setOpen(event.target.value)}
          />
          <SelectField
            label="Not worse than"
            className="max-w-xs"
            hint={
              baseline === ''
                ? 'Compares test by test with another run of the same set and endpoint.'
                : 'Compared test by test with a run of the same set and endpoint.'
            }
            value={baseline}
            onChange={(event) => {
              // Who compares wants to hear of the first test that got worse; in a small set, chance would hide six.
              if (baseline === '' && worse === '') setWorse('0');
              setBaseline(event.target.value);
            }}
            options={[
              { value: '', label: 'No other run' },
              { value: 'last', label: 'The last run' },
              { value: 'chosen', label: 'The run chosen as the baseline' },
              ...(stored === undefined || stored === 'last' || stored === 'chosen'
                ? []
                : [{ value: stored, label: 'One certain run' }]),
            ]}
          />
          <TextField
            label="Tests that got worse, at most"
            optional
            type="number"
            min={0}
            className="max-w-xs"
            disabled={baseline === ''}
            hint={worseWords(baseline, worse)}
            value={baseline === '' ? '' : worse}
            onChange={(event) => setWorse(event.target.value)}
          />
          {save.error ? <ProblemNotice error={save.error} /> : null}
          {set.permitted_actions.includes('update') ? (
            <Button type="submit" look="primary" busy={save.isPending} className="justify-self-start">
              {isEmpty && set.gates !== null ? 'Take the gate away' : 'Save the gate'}
            </Button>
          ) : null}
        </fieldset>
      </form>
    </Section>
  );
}
