import { useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Task } from '@sonde/contract';
import { inWords } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { TaskDialog } from './task-dialog.tsx';
import { TaskStatus, personName } from './task-status.tsx';

const route = getRouteApi('/inside/tasks/$taskId');

export function TaskPage() {
  const api = useApi();
  const { taskId } = route.useParams();
  const task = useQuery({
    queryKey: ['tasks', 'one', taskId],
    queryFn: ({ signal }) => api.call('getTask', { params: { id: taskId }, signal }),
  });
  if (task.isPending) return <SkeletonLines count={6} label="Loading the task" />;
  if (task.error)
    return (
      <Page title="This task cannot be shown">
        <ProblemNotice error={task.error} onRetry={() => void task.refetch()} />
        <LinkButton className="justify-self-start" to="/tasks">
          To the list of tasks
        </LinkButton>
      </Page>
    );
  return <TaskShown task={task.data} />;
}

function TaskShown({ task }: { task: Task }) {
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Page
      title={task.title}
      mark="Task"
      actions={
        <>
          {task.permitted_actions.includes('update') ? (
            <Button look="primary" onClick={() => setChanging(true)}>
              Change
            </Button>
          ) : null}
          <MoreMenu
            name={task.title}
            removal={task.permitted_actions.includes('delete') ? { onSelect: () => setDeleting(true) } : null}
          />
        </>
      }
    >
      <Section title="What is to be done">
        {task.description === null ? null : (
          <p dir="auto" className="max-w-prose break-words whitespace-pre-wrap">
            {task.description}
          </p>
        )}
        <Facts
          items={[
            ['Status', <TaskStatus key="s" status={task.status} />],
            ['Priority', task.priority],
            ['Assigned to', personName(task.assignee)],
            ['Created by', personName(task.user)],
            ['Created', <Time key="m" at={task.created_at} />],
            ...(task.completed_at === null
              ? []
              : [['Completed', <Time key="c" at={task.completed_at} />] as const]),
            ...(task.entity_type === null ? [] : [['About', <About key="a" task={task} />] as const]),
          ]}
        />
      </Section>
      <Section title="Discussion">
        <Discussion entityType="task" entityId={task.id} />
      </Section>
      {isChanging ? (
        <TaskDialog
          task={task}
          onClose={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            void queryClient.invalidateQueries({ queryKey: ['tasks'] });
          }}
        />
      ) : null}
      <DeleteTask task={task} open={isDeleting} onClose={() => setDeleting(false)} />
    </Page>
  );
}

function DeleteTask({ task, open, onClose }: { task: Task; open: boolean; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteTask', { params: { id: task.id } }),
    onSuccess: async () => {
      messages.say('The task was deleted');
      await navigate({ to: '/tasks' });
      void queryClient.invalidateQueries({ queryKey: ['tasks'] });
    },
    onError: (error) => messages.fail('The task was not deleted', error),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${task.title}?`}
      consequence="For thirty days it can be restored."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

/** Things that have a page of their own are led to. */
function About({ task }: { task: Task }): ReactNode {
  const name = task.entity_name ?? `A ${inWords(task.entity_type ?? '')}`;
  const id = task.entity_id ?? '';
  if (task.entity_type === 'endpoint')
    return (
      <Link className="link" to="/endpoints/$endpointId" params={{ endpointId: id }}>
        {name}
      </Link>
    );
  if (task.entity_type === 'test_set')
    return (
      <Link className="link" to="/test-sets/$testSetId" params={{ testSetId: id }}>
        {name}
      </Link>
    );
  if (task.entity_type === 'test_run')
    return (
      <Link className="link" to="/runs/$runId" params={{ runId: id }}>
        {name}
      </Link>
    );
  if (task.entity_type === 'source')
    return (
      <Link className="link" to="/sources/$sourceId" params={{ sourceId: id }}>
        {name}
      </Link>
    );
  if (task.entity_type === 'trace' && task.trace_id !== null)
    return (
      <Link className="link" to="/traces/$traceId" params={{ traceId: task.trace_id }}>
        {name}
      </Link>
    );
  return name;
}
