import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Experiment, ParameterField } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, SecretField, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Props {
  experiment: Experiment;
  onClose: () => void;
  onSaved: () => void;
}

/** A form that the schema of the project makes, filled with the newest version. */
export function VersionDialog({ experiment, onClose, onSaved }: Props) {
  const api = useApi();
  const start = useQuery({
    queryKey: ['experiments', 'start', experiment.id, experiment.latest_version],
    queryFn: async ({ signal }) => {
      const { fields } = await api.call('getParameterSchema', {
        params: { id: experiment.project_id },
        signal,
      });
      const latest = experiment.latest_version
        ? await api.call('getExperimentVersion', {
            params: { id: experiment.id, version: experiment.latest_version },
            signal,
          })
        : null;
      return { fields, values: latest?.values ?? {} };
    },
    staleTime: 0,
  });
  return (
    <Dialog open wide onClose={onClose} title={`New version of ${experiment.name}`}>
      {start.isPending ? <SkeletonLines count={5} /> : null}
      {start.error ? <ProblemNotice error={start.error} onRetry={() => void start.refetch()} /> : null}
      {start.data?.fields.length === 0 ? (
        <>
          <p>
            The settings of the project do not say yet what experiments may change, such as a prompt, or the
            temperature of a model (how freely it chooses its words). Name it there first.
          </p>
          <LinkButton className="justify-self-start" to="/settings/$area" params={{ area: 'projects' }}>
            To the settings of projects
          </LinkButton>
        </>
      ) : null}
      {start.data && start.data.fields.length > 0 ? (
        <VersionForm
          experiment={experiment}
          fields={start.data.fields}
          texts={Object.fromEntries(
            start.data.fields.map((field) => [
              field.name,
              textOf(start.data.values[field.name]?.value ?? field.default?.value),
            ]),
          )}
          onClose={onClose}
          onSaved={onSaved}
        />
      ) : null}
    </Dialog>
  );
}

function VersionForm({
  experiment,
  fields,
  texts: initial,
  onClose,
  onSaved,
}: Props & { fields: readonly ParameterField[]; texts: Readonly<Record<string, string>> }) {
  const api = useApi();
  const messages = useMessages();
  const [texts, setTexts] = useState(initial);
  const [message, setMessage] = useState('');
  const save = useMutation({
    mutationFn: () =>
      api.call('createExperimentVersion', {
        params: { id: experiment.id },
        body: {
          values: Object.fromEntries(
            fields.flatMap((field) => {
              const text = texts[field.name] ?? '';
              return text === '' ? [] : [[field.name, valueOf(field, text)] as const];
            }),
          ),
          ...(message.trim() === '' ? {} : { message }),
        },
      }),
    onSuccess: ({ version }) => {
      messages.say(
        version === experiment.latest_version ? `Nothing differs from ${version}` : `${version} is saved`,
      );
      onSaved();
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {fields.map((field) => (
        <ValueField
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          onChange={(text) => setTexts({ ...texts, [field.name]: text })}
        />
      ))}
      <TextField
        label="What is new"
        optional
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {save.error ? <ProblemNotice error={save.error} /> : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          Save the version
        </Button>
      </DialogActions>
    </form>
  );
}

function ValueField({
  field,
  text,
  onChange,
}: {
  field: ParameterField;
  text: string;
  onChange: (text: string) => void;
}) {
  const common = {
    label: field.name,
    hint: field.description ?? undefined,
    optional: !field.required,
    value: text,
  };
  switch (field.type) {
    case 'text':
      return <AreaField {...common} rows={5} onChange={(event) => onChange(event.target.value)} />;
    case 'secret':
      return <SecretField {...common} onChange={(event) => onChange(event.target.value)} />;
    case 'enum':
    case 'boolean':
      return (
        <SelectField
          {...common}
          onChange={(event) => onChange(event.target.value)}
          options={['', ...(field.options ?? ['true', 'false'])].map((option) => ({
            value: option,
            label: option === '' ? 'No value' : option,
          }))}
        />
      );
    case 'integer':
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          step={field.type === 'integer' ? 1 : 'any'}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'string':
    case 'model_ref':
      return <TextField {...common} onChange={(event) => onChange(event.target.value)} />;
  }
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function valueOf({ type }: ParameterField, text: string): unknown {
  if (type === 'boolean') return text === 'true';
  return type === 'integer' || type === 'number' ? Number(text) : text;
}
