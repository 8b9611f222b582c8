import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Task } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Props {
  task: Task | null;
  about?: { entity_type: string; entity_id: string };
  onClose: () => void;
  onSaved: () => void;
}

const statuses = ['Open', 'In Progress', 'Completed', 'Cancelled'] as const;
const priorities = ['Low', 'Medium', 'High'] as const;
const options = (words: readonly string[]) =>
  words.map((value) => ({ value, label: value === 'In Progress' ? 'In progress' : value }));

/** What somebody else has changed meanwhile is not overwritten: the version goes along. */
export function TaskDialog({ task, about, onClose, onSaved }: Props) {
  const { api, projectId } = usePlatform();
  const [title, setTitle] = useState(task?.title ?? '');
  const [description, setDescription] = useState(task?.description ?? '');
  const [status, setStatus] = useState<string>(task?.status ?? 'Open');
  const [priority, setPriority] = useState<string>(task?.priority ?? 'Medium');
  const [assignee, setAssignee] = useState(task?.assignee_id ?? '');
  const members = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) =>
      api.list('listMembers', { query: { limit: 100, sort_by: 'email', sort_order: 'asc' }, signal }),
  });
  const save = useMutation({
    mutationFn: () => {
      const body = {
        title,
        description: description.trim() === '' ? null : description,
        status,
        priority,
        assignee_id: assignee === '' ? null : assignee,
      };
      return task
        ? api.call('updateTask', { params: { id: task.id }, body: { ...body, version: task.version } })
        : api.call('createTask', { body: { ...body, ...(about ?? { project_id: projectId }) } });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={task ? `Change ${task.title}` : 'New task'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="What is to be done"
          required
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <AreaField
          label="Description"
          optional
          rows={4}
          maxLength={20_000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <SelectField
          label="Assigned to"
          value={assignee}
          onChange={(event) => setAssignee(event.target.value)}
          options={[
            { value: '', label: 'Nobody yet' },
            ...(members.data?.items ?? [])
              .filter((member) => member.is_active || member.id === assignee)
              .map((member) => ({ value: member.id, label: member.name ?? member.email })),
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Status"
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            options={options(statuses)}
          />
          <SelectField
            label="Priority"
            value={priority}
            onChange={(event) => setPriority(event.target.value)}
            options={options(priorities)}
          />
        </div>
        {save.error ? <ProblemNotice error={save.error} what="The task was not saved" /> : null}
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
