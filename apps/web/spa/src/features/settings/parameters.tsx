import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Project } from '@sonde/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { useEditedRows } from '../../lib/use-edited-rows.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import {
  emptyParameter,
  isParameterName,
  parameterColumns,
  parametersFrom,
  rowsFrom,
} from './parameter-rows.ts';
import type { ParameterColumn, ParameterRow } from './parameter-rows.ts';

export function Parameters({ project }: { project: Project }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const key = ['parameters', project.id];
  const stored = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call('getProjectParameters', { params: { id: project.id }, signal }),
  });
  const { rows, isEdited, edit, discard, wereSaved } = useEditedRows(
    stored.data ? rowsFrom(stored.data) : [],
  );
  const wrong = rows.find((row) => row.name.trim() !== '' && !isParameterName(row.name.trim()));
  const save = useMutation({
    mutationFn: (sent: readonly ParameterRow[]) =>
      api.call('putProjectParameters', { params: { id: project.id }, body: parametersFrom(sent) }),
    onSuccess: (parameters, sent) => {
      queryClient.setQueryData(key, parameters);
      wereSaved(sent);
      messages.say('Parameters saved');
    },
  });
  const change = (index: number, next: ParameterRow): void =>
    edit(rows.map((row, at) => (at === index ? next : row)));
  const editable = may('project:update');
  return (
    <Section
      title={`Parameters of ${project.name}`}
      lead={
        <>
          The values that hold where no experiment gives another. Where{' '}
          <code className="font-mono">{'{{ params.name }}'}</code> stands in what is sent to an application,
          the value of that name goes out. An environment without a value of its own uses the default.
        </>
      }
    >
      {stored.isPending ? <SkeletonLines count={2} /> : null}
      {stored.error ? <ProblemNotice error={stored.error} onRetry={() => void stored.refetch()} /> : null}
      {stored.data && rows.length === 0 ? <p className="text-muted">None yet.</p> : null}
      <div className="grid gap-4">
        {rows.map((row, index) => (
          <fieldset
            key={index}
            className="grid gap-2 rounded-md border border-line p-3 sm:grid-cols-2 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
            disabled={!editable}
          >
            <legend className="sr-only">{row.name === '' ? `Parameter ${index + 1}` : row.name}</legend>
            <Cell label="Name" value={row.name} onChange={(name) => change(index, { ...row, name })} />
            {parameterColumns.map((column: ParameterColumn) => (
              <Cell
                key={column}
                label={column === 'default' ? 'Default' : column}
                value={row.values[column]}
                onChange={(value) => change(index, { ...row, values: { ...row.values, [column]: value } })}
              />
            ))}
            {editable ? (
              <IconButton
                className="self-end"
                label={`Remove ${row.name === '' ? `parameter ${index + 1}` : row.name}`}
                onClick={() => edit(rows.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden size={16} />
              </IconButton>
            ) : null}
          </fieldset>
        ))}
      </div>
      {wrong ? (
        <p className="text-danger">
          “{wrong.name}” cannot be a name: letters, digits and underscores, not beginning with a digit.
        </p>
      ) : null}
      {save.error ? <ProblemNotice error={save.error} /> : null}
      {editable ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus aria-hidden size={15} />}
            onClick={() => edit([...rows, emptyParameter])}
          >
            Add parameter
          </Button>
          {isEdited ? (
            <>
              <Button
                size="small"
                look="primary"
                busy={save.isPending}
                disabled={wrong !== undefined}
                onClick={() => save.mutate(rows)}
              >
                Save parameters
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

function Cell({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="grid gap-1 text-[0.8125rem] text-muted">
      {label}
      <input
        className="input font-mono text-[0.8125rem] text-ink"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
