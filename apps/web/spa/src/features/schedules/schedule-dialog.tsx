import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Schedule } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { EndpointField, TestSetField } from '../test-runs/what-is-run.tsx';
import { NextTimes } from './next-times.tsx';
import { knownZones, ownZone, rhythms } from './zone-words.ts';

interface Props {
  schedule: Schedule | null;
  onClose: () => void;
  onSaved: () => void;
}

/** What somebody else has changed meanwhile is not overwritten: the version goes along. */
export function ScheduleDialog({ schedule, onClose, onSaved }: Props) {
  const api = useApi();
  const [name, setName] = useState(schedule?.name ?? '');
  const [setId, setSetId] = useState(schedule?.test_set.id ?? '');
  const [endpointId, setEndpointId] = useState(schedule?.endpoint.id ?? '');
  const [cron, setCron] = useState<string>(schedule?.cron ?? rhythms[1][0]);
  const [timezone, setTimezone] = useState(schedule?.timezone ?? ownZone());
  const [repeat, setRepeat] = useState(String(schedule?.options.repeat ?? 1));
  const [jitter, setJitter] = useState(String(schedule?.jitter_seconds ?? 0));
  const isChosen = setId !== '' && endpointId !== '';
  const save = useMutation({
    mutationFn: () => {
      const body = {
        ...(name.trim() === '' ? {} : { name }),
        test_set_id: setId,
        endpoint_id: endpointId,
        cron,
        timezone,
        options: { ...schedule?.options, repeat: Number(repeat) },
        jitter_seconds: Number(jitter),
      };
      return schedule
        ? api.call('updateSchedule', {
            params: { id: schedule.id },
            body: { ...body, version: schedule.version },
          })
        : api.call('createSchedule', { body });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={schedule ? `Change ${schedule.name}` : 'New schedule'}
      description="Runs begin by themselves, with the rights of the person who made the schedule."
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TestSetField value={setId} known={schedule?.test_set} onChange={setSetId} />
        <EndpointField value={endpointId} known={schedule?.endpoint} onChange={setEndpointId} />
        <When cron={cron} timezone={timezone} onCron={setCron} onTimezone={setTimezone} />
        <NextTimes cron={cron} timezone={timezone} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Repeat each test"
            type="number"
            required
            min={1}
            max={50}
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
          />
          <TextField
            label="Spread, in seconds"
            type="number"
            required
            min={0}
            max={3600}
            value={jitter}
            onChange={(event) => setJitter(event.target.value)}
            hint="A run begins up to this long after its time, so that schedules of the same time do not all begin in one second"
          />
        </div>
        <TextField
          label="Name"
          optional
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {save.error ? <ProblemNotice error={save.error} what="The schedule was not saved" /> : null}
        <DialogActions>
          {isChosen ? null : (
            <span className="w-full text-right text-[0.875rem] text-muted">
              Choose a test set and an endpoint.
            </span>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending} disabled={!isChosen}>
            Save the schedule
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface WhenProps {
  cron: string;
  timezone: string;
  onCron: (cron: string) => void;
  onTimezone: (timezone: string) => void;
}

const ownRhythm = 'own';

/** The cron expression stands there for whoever writes one; beside a rhythm in words it would say the same twice. */
function When({ cron, timezone, onCron, onTimezone }: WhenProps) {
  const [isOwn, setOwn] = useState(rhythms.every(([fields]) => fields !== cron));
  return (
    <>
      <SelectField
        label="How often"
        value={isOwn ? ownRhythm : cron}
        onChange={(event) => {
          const { value } = event.target;
          setOwn(value === ownRhythm);
          if (value !== ownRhythm) onCron(value);
        }}
        options={[
          ...rhythms.map(([value, label]) => ({ value, label })),
          { value: ownRhythm, label: 'Own schedule, as a cron expression' },
        ]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {isOwn ? (
          <TextField
            label="Cron expression"
            mono
            required
            value={cron}
            onChange={(event) => onCron(event.target.value)}
            hint="Minute, hour, day, month, day of the week, with * for any: 0 7 * * 1 is each Monday at 7:00."
          />
        ) : null}
        <Field
          label="Time zone"
          hint="By region and city, such as Europe/Berlin; typing offers those there are."
        >
          {(ids) => (
            <>
              <input
                {...ids}
                className="input"
                required
                list={`${ids.id}-zones`}
                value={timezone}
                onChange={(event) => onTimezone(event.target.value)}
              />
              <datalist id={`${ids.id}-zones`}>
                {knownZones().map((zone) => (
                  <option key={zone} value={zone} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      </div>
    </>
  );
}
