import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ParameterField, ParameterType, Project } from '@sonde/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { useEditedRows } from '../../lib/use-edited-rows.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

interface Row {
  readonly name: string;
  readonly type: ParameterType;
  readonly description: string;
  readonly required: boolean;
  readonly fallback: string;
  readonly options: string;
}

const types: readonly { value: ParameterType; label: string }[] = [
  { value: 'string', label: 'Short text' },
  { value: 'text', label: 'Long text' },
  { value: 'integer', label: 'Whole number' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'enum', label: 'One of a list' },
  { value: 'model_ref', label: 'Model' },
  { value: 'secret', label: 'Secret' },
];

/** Which parameters the applications of a project have: experiments make their forms of it. */
export function ParameterSchema({ project }: { project: Project }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const key = ['parameter-schema', project.id];
  const stored = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call('getParameterSchema', { params: { id: project.id }, signal }),
  });
  const { rows, isEdited, edit, discard, wereSaved } = useEditedRows((stored.data?.fields ?? []).map(rowOf));
  const save = useMutation({
    mutationFn: (sent: readonly Row[]) =>
      api.call('putParameterSchema', {
        params: { id: project.id },
        body: { fields: sent.map(fieldOf), version: stored.data?.version ?? 0 },
      }),
    onSuccess: (schema, sent) => {
      queryClient.setQueryData(key, schema);
      void queryClient.invalidateQueries({ queryKey: ['parameters', project.id] });
      wereSaved(sent);
      messages.say('What experiments may change is saved');
    },
  });
  const editable = may('project:update');
  const change = (index: number, changes: Partial<Row>): void =>
    edit(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)));
  return (
    <Section
      title={`What experiments of ${project.name} may change`}
      lead="Such as a prompt, or the temperature of a model (how freely it chooses its words): an experiment tries other values for what is named here. Versions that exist stay as they are. The values that hold without an experiment are below, under Parameters."
    >
      {stored.isPending ? <SkeletonLines count={2} /> : null}
      {stored.error ? <ProblemNotice error={stored.error} onRetry={() => void stored.refetch()} /> : null}
      {stored.data && rows.length === 0 ? <p className="text-muted">Nothing is named yet.</p> : null}
      <div className="grid gap-4">
        {rows.map((row, index) => (
          <SchemaRow
            key={index}
            row={row}
            place={index + 1}
            editable={editable}
            onChange={(changes) => change(index, changes)}
            onRemove={() => edit(rows.filter((_, at) => at !== index))}
          />
        ))}
      </div>
      {save.error ? <ProblemNotice error={save.error} /> : null}
      {editable ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus aria-hidden size={15} />}
            onClick={() => edit([...rows, emptyRow])}
          >
            Name a value
          </Button>
          {isEdited ? (
            <>
              <Button size="small" look="primary" busy={save.isPending} onClick={() => save.mutate(rows)}>
                Save these
              </Button>
              <Button size="small" onClick={discard}>
                Discard
              </Button>
            </>
          ) : null}
        </div>
      ) : null}
      <UnsavedGuard dirty={isEdited} />
    </Section>
  );
}

function SchemaRow({
  row,
  place,
  editable,
  onChange,
  onRemove,
}: {
  row: Row;
  place: number;
  editable: boolean;
  onChange: (changes: Partial<Row>) => void;
  onRemove: () => void;
}) {
  return (
    <fieldset
      className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2 xl:grid-cols-4"
      disabled={!editable}
    >
      <legend className="sr-only">{row.name === '' ? `Value ${place}` : row.name}</legend>
      <TextField
        label="Name"
        mono
        maxLength={64}
        placeholder="temperature"
        value={row.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label="Kind"
        value={row.type}
        options={types}
        onChange={(event) => {
          const type = types.find(({ value }) => value === event.target.value)?.value;
          if (type) onChange({ type });
        }}
      />
      {row.type === 'secret' ? null : (
        <TextField
          label="Default"
          optional
          value={row.fallback}
          onChange={(event) => onChange({ fallback: event.target.value })}
        />
      )}
      {row.type === 'enum' ? (
        <TextField
          label="Choices, separated by commas"
          value={row.options}
          onChange={(event) => onChange({ options: event.target.value })}
        />
      ) : null}
      <TextField
        label="Description"
        optional
        maxLength={500}
        value={row.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div className="flex items-end justify-between gap-3">
        <CheckField
          label="Needs a value"
          checked={row.required}
          onChange={(event) => onChange({ required: event.target.checked })}
        />
        {editable ? (
          <IconButton label={`Remove ${row.name === '' ? `value ${place}` : row.name}`} onClick={onRemove}>
            <Trash2 aria-hidden size={16} />
          </IconButton>
        ) : null}
      </div>
    </fieldset>
  );
}

const emptyRow: Row = {
  name: '',
  type: 'string',
  description: '',
  required: false,
  fallback: '',
  options: '',
};

const rowOf = (field: ParameterField): Row => ({
  name: field.name,
  type: field.type,
  description: field.description ?? '',
  required: field.required,
  fallback: shown(field.default?.value),
  options: field.options?.join(', ') ?? '',
});

const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const fieldOf = (row: Row, place: number) => ({
  name: row.name.trim(),
  type: row.type,
  description: row.description.trim() === '' ? null : row.description.trim(),
  required: row.required,
  default: row.type === 'secret' || row.fallback === '' ? null : defaultOf(row),
  options:
    row.type === 'enum'
      ? row.options
          .split(',')
          .map((option) => option.trim())
          .filter((option) => option !== '')
      : null,
  display_order: place,
});

/** What is no number stays a text, and the refusal says what is expected. */
function defaultOf({ type, fallback }: Row): string | number | boolean {
  if (type === 'boolean' && /^(true|false)$/.test(fallback.trim())) return fallback.trim() === 'true';
  const number = Number(fallback);
  return (type === 'integer' || type === 'number') && Number.isFinite(number) ? number : fallback;
}
