import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment, Task } from '@sonde/contract';
import { Link } from '@tanstack/react-router';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { TaskDialog } from '../tasks/task-dialog.tsx';
import { TaskStatus } from '../tasks/task-status.tsx';
import { CommentShown } from './comment-shown.tsx';

interface Subject {
  /** As the platform names kinds of things, such as `test_run`. */
  entityType: string;
  entityId: string;
}

/** What people say of a thing and have to do about it, for any page that shows one. */
export function Discussion({ entityType, entityId }: Subject) {
  const api = useApi();
  const may = useMay();
  const params = { entity_type: entityType, entity_id: entityId };
  const comments = useQuery({
    queryKey: ['comments', entityType, entityId],
    queryFn: ({ signal }) =>
      api.list('listCommentsOf', { params, query: { limit: 100, sort_order: 'asc' }, signal }),
  });
  return (
    <section aria-label="Tasks and comments" className="grid gap-4">
      {entityType === 'task' ? null : <TasksOf entityType={entityType} entityId={entityId} />}
      <h3 className="mark">Comments</h3>
      {comments.isPending ? <SkeletonLines count={2} label="Loading the comments" /> : null}
      {comments.error ? (
        <ProblemNotice error={comments.error} onRetry={() => void comments.refetch()} />
      ) : null}
      {comments.data?.items.length === 0 ? <p className="text-muted">No comments yet.</p> : null}
      {comments.data?.items.map((comment: Comment) => (
        <CommentShown key={comment.id} comment={comment} />
      ))}
      {comments.data && comments.data.total > comments.data.items.length ? (
        <p className="text-muted">The first 100 of {comments.data.total} are shown.</p>
      ) : null}
      {may('comment:create') ? <SaySomething entityType={entityType} entityId={entityId} /> : null}
    </section>
  );
}

function TasksOf({ entityType, entityId }: Subject) {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const tasks = useQuery({
    queryKey: ['tasks', 'of', entityType, entityId],
    queryFn: ({ signal }) =>
      api.list('listTasksOf', {
        params: { entity_type: entityType, entity_id: entityId },
        query: { limit: 50 },
        signal,
      }),
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="mark">Tasks</h3>
        {may('task:create') ? (
          <Button size="small" onClick={() => setMaking(true)}>
            New task
          </Button>
        ) : null}
      </div>
      {tasks.error ? <ProblemNotice error={tasks.error} onRetry={() => void tasks.refetch()} /> : null}
      {tasks.data?.items.length === 0 ? <p className="text-muted">No tasks yet.</p> : null}
      <ul className="grid gap-2">
        {tasks.data?.items.map((task: Task) => (
          <li key={task.id} className="flex flex-wrap items-center gap-2">
            <TaskStatus status={task.status} />
            <Link className="link min-w-0 break-words" to="/tasks/$taskId" params={{ taskId: task.id }}>
              {task.title}
            </Link>
          </li>
        ))}
      </ul>
      {isMaking ? (
        <TaskDialog
          task={null}
          about={{ entity_type: entityType, entity_id: entityId }}
          onClose={() => setMaking(false)}
          onSaved={() => {
            setMaking(false);
            void queryClient.invalidateQueries({ queryKey: ['tasks'] });
          }}
        />
      ) : null}
    </>
  );
}

function SaySomething({ entityType, entityId }: Subject) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [content, setContent] = useState('');
  const say = useMutation({
    mutationFn: () =>
      api.call('createComment', { body: { entity_type: entityType, entity_id: entityId, content } }),
    onSuccess: () => {
      setContent('');
      void queryClient.invalidateQueries({ queryKey: ['comments', entityType, entityId] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (content.trim() !== '') say.mutate();
  };
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <WritingGuard dirty={content.trim() !== '' && !say.isPending} />
      <AreaField
        label="Comment"
        hint="Type @ and the address of a member to tell them."
        rows={2}
        maxLength={20_000}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      {say.error ? <ProblemNotice error={say.error} what="The comment was not saved" /> : null}
      <Button
        type="submit"
        className="justify-self-start"
        busy={say.isPending}
        disabled={content.trim() === ''}
      >
        Comment
      </Button>
    </form>
  );
}
