import { Fragment, useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Project } from '@sonde/contract';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { projectsQuery } from '../../lib/projects-query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { ParameterSchema } from './parameter-schema.tsx';
import { Parameters } from './parameters.tsx';

export function Projects() {
  const { api, projectId, chooseProject } = usePlatform();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState<Project | 'new' | null>(null);
  const [removing, setRemoving] = useState<Project | null>(null);
  const projects = useQuery(projectsQuery(api));
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['projects'] });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteProject', { params: { id } }),
    onSuccess: (project) => {
      setRemoving(null);
      if (project.id === projectId) chooseProject(null);
      refresh();
    },
    onError: (error) => {
      setRemoving(null);
      messages.fail('The project was not deleted', error);
    },
  });
  return (
    <>
      <Section
        title="Projects"
        lead="A project gathers endpoints and holds values, called parameters, that their requests use."
        actions={
          may('project:create') ? (
            <Button look="primary" onClick={() => setEditing('new')}>
              New project
            </Button>
          ) : undefined
        }
      >
        {projects.isPending ? <SkeletonLines count={4} /> : null}
        {projects.error ? (
          <ProblemNotice error={projects.error} onRetry={() => void projects.refetch()} />
        ) : null}
        <ul className="grid divide-y divide-line">
          {projects.data?.items.map((project) => (
            <li key={project.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <h3 className="font-medium">{project.name}</h3>
                <p className="text-[0.875rem] text-muted">{project.description}</p>
              </div>
              <span className="flex gap-1.5">
                {may('project:update') ? (
                  <Button
                    size="small"
                    aria-label={`Change ${project.name}`}
                    onClick={() => setEditing(project)}
                  >
                    Change
                  </Button>
                ) : null}
                <MoreMenu
                  name={project.name}
                  removal={may('project:delete') ? { onSelect: () => setRemoving(project) } : null}
                />
              </span>
            </li>
          ))}
        </ul>
      </Section>
      {projects.data?.items.map((project) => (
        <Fragment key={project.id}>
          <ParameterSchema project={project} />
          <Parameters project={project} />
        </Fragment>
      ))}
      {editing === null ? null : (
        <ProjectDialog
          project={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            refresh();
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Delete ${removing?.name ?? 'the project'}?`}
        consequence="Only a project without endpoints can be deleted. Its parameters go with it."
        action="Delete it"
        busy={remove.isPending}
        onConfirm={() => (removing ? remove.mutate(removing.id) : undefined)}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function ProjectDialog({
  project,
  onClose,
  onSaved,
}: {
  project: Project | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { api } = usePlatform();
  const [name, setName] = useState(project?.name ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const save = useMutation({
    mutationFn: () => {
      const body = { name, description: description.trim() === '' ? null : description };
      return project
        ? api.call('updateProject', { params: { id: project.id }, body })
        : api.call('createProject', { body });
    },
    onSuccess: onSaved,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={project ? `Change ${project.name}` : 'New project'}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <AreaField
          label="Description"
          optional
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
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
