import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '@sonde/contract';
import { useApi, useMay, useUser } from '../../lib/platform-context.tsx';
import { WritingGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';

const nod = '👍';

export function CommentShown({ comment }: { comment: Comment }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const refresh = (): void =>
    void queryClient.invalidateQueries({ queryKey: ['comments', comment.entity_type, comment.entity_id] });
  const remove = useMutation({
    mutationFn: () => api.call('deleteComment', { params: { id: comment.id } }),
    onSuccess: refresh,
    onError: (error) => messages.fail('The comment was not deleted', error),
  });
  const may = (action: string): boolean => comment.permitted_actions.includes(action);
  return (
    <article className="grid gap-1.5 rounded-md bg-sunken p-3">
      <span className="flex flex-wrap gap-x-2 text-[0.875rem] text-muted">
        <strong className="font-medium text-ink">
          {comment.user?.name ?? comment.user?.email ?? 'Somebody who has left'}
        </strong>
        <Time at={comment.created_at} />
        {comment.updated_at === comment.created_at ? null : <span>changed</span>}
      </span>
      {isChanging ? (
        <ChangeComment
          comment={comment}
          onDone={() => {
            setChanging(false);
            refresh();
          }}
          onClose={() => setChanging(false)}
        />
      ) : (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {comment.content}
        </p>
      )}
      <span className="flex flex-wrap items-center gap-1.5">
        <Emojis comment={comment} onChanged={refresh} />
        {may('update') && !isChanging ? (
          <Button size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
        ) : null}
        <MoreMenu name="the comment" removal={may('delete') ? { onSelect: () => remove.mutate() } : null} />
      </span>
    </article>
  );
}

interface ChangeProps {
  comment: Comment;
  onDone: () => void;
  onClose: () => void;
}

function ChangeComment({ comment, onDone, onClose }: ChangeProps) {
  const api = useApi();
  const [content, setContent] = useState(comment.content);
  const save = useMutation({
    mutationFn: () => api.call('updateComment', { params: { id: comment.id }, body: { content } }),
    onSuccess: onDone,
  });
  return (
    <div className="grid gap-2">
      <WritingGuard dirty={content !== comment.content && !save.isPending} />
      <AreaField
        label="Comment"
        rows={3}
        maxLength={20_000}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      {save.error ? <ProblemNotice error={save.error} what="The comment was not changed" /> : null}
      <span className="flex gap-2">
        <Button
          size="small"
          look="primary"
          busy={save.isPending}
          disabled={content.trim() === ''}
          onClick={() => save.mutate()}
        >
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Discard
        </Button>
      </span>
    </div>
  );
}

/** Those that are there, and a nod for whoever wants to give one. */
function Emojis({ comment, onChanged }: { comment: Comment; onChanged: () => void }) {
  const api = useApi();
  const user = useUser();
  const may = useMay();
  const toggle = useMutation({
    mutationFn: ({ emoji, isOwn }: { emoji: string; isOwn: boolean }) =>
      api.call(isOwn ? 'removeEmoji' : 'addEmoji', { params: { id: comment.id, emoji } }),
    onSuccess: onChanged,
  });
  const given = Object.entries({ [nod]: [], ...comment.emojis });
  if (!may('comment:create'))
    return given
      .filter(([, people]) => people.length > 0)
      .map(([emoji, people]) => (
        <span key={emoji}>
          {emoji} {people.length}
        </span>
      ));
  return given.map(([emoji, people]) => {
    const isOwn = people.some(({ user_id: id }) => id === user.id);
    return (
      <Button
        key={emoji}
        size="small"
        aria-pressed={isOwn}
        aria-label={`${emoji}, ${people.length} so far`}
        onClick={() => toggle.mutate({ emoji, isOwn })}
      >
        {emoji} {people.length === 0 ? null : people.length}
      </Button>
    );
  });
}
