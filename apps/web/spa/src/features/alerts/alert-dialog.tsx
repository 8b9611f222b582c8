import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AlertRule } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { EndpointField, TestSetField } from '../test-runs/what-is-run.tsx';
import { beyondChanceWords, choices, thresholdWords, triggerOf, type Trigger } from './alert-words.ts';
import { ChannelFields, channelsOf, draftOf } from './channel-fields.tsx';

interface Props {
  rule: AlertRule | null;
  onClose: () => void;
  onSaved: () => void;
}

/** What somebody else has changed meanwhile is not overwritten: the version goes along. */
export function AlertDialog({ rule, onClose, onSaved }: Props) {
  const api = useApi();
  const [name, setName] = useState(rule?.name ?? '');
  const [setId, setSetId] = useState(rule?.test_set_id ?? '');
  const [endpointId, setEndpointId] = useState(rule?.endpoint_id ?? '');
  const [trigger, setTrigger] = useState<Trigger>(rule ? triggerOf(rule) : 'pass_rate_below');
  const on = trigger === 'beyond_chance' ? 'regressed' : trigger;
  const [threshold, setThreshold] = useState(String(rule?.threshold ?? 90));
  const [channels, setChannels] = useState(draftOf(rule?.channels ?? ['notification']));
  const wanted = channelsOf(channels);
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name,
        test_set_id: setId === '' ? null : setId,
        endpoint_id: endpointId === '' ? null : endpointId,
        on,
        threshold: trigger === 'beyond_chance' ? 0 : Number(threshold),
        channels: wanted,
      };
      return rule
        ? api.call('updateAlertRule', { params: { id: rule.id }, body: { ...body, version: rule.version } })
        : api.call('createAlertRule', { body });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={rule ? `Change ${rule.name}` : 'New alert rule'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TestSetField
          value={setId}
          known={rule?.test_set ?? undefined}
          none="Every test set"
          onChange={setSetId}
        />
        <EndpointField
          value={endpointId}
          known={rule?.endpoint ?? undefined}
          none="Every endpoint"
          onChange={setEndpointId}
        />
        <SelectField
          label="Raise an alert when"
          value={trigger}
          onChange={(event) => {
            const next = choices.find(({ value }) => value === event.target.value)?.value ?? trigger;
            setTrigger(next);
            // Percents are no number of tests.
            setThreshold(next === 'pass_rate_below' ? '90' : next === 'regressed' ? '1' : '0');
          }}
          options={choices}
          hint={trigger === 'beyond_chance' ? beyondChanceWords : undefined}
        />
        {trigger === 'beyond_chance' ? null : (
          <TextField
            label={thresholdWords[on].label}
            hint={thresholdWords[on].hint}
            type="number"
            required
            min={on === 'regressed' ? 1 : 0}
            max={on === 'pass_rate_below' ? 100 : 1_000_000}
            step={on === 'pass_rate_below' ? 'any' : 1}
            value={threshold}
            onChange={(event) => setThreshold(event.target.value)}
          />
        )}
        <ChannelFields draft={channels} onChange={setChannels} />
        {save.error ? <ProblemNotice error={save.error} what="The rule was not saved" /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending} disabled={wanted.length === 0}>
            Save the rule
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
