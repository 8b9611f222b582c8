import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExplorerTopic } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';

interface Props {
  setId: string;
  /** The one that is chosen. */
  topic: ExplorerTopic | null;
  onMoved: (path: string) => void;
}

export function TopicActions({ setId, topic, onMoved }: Props) {
  const [open, setOpen] = useState<'new' | 'rename' | 'delete' | null>(null);
  return (
    <>
      <Button size="small" onClick={() => setOpen('new')}>
        Add a topic
      </Button>
      {topic ? (
        <>
          <Button size="small" onClick={() => setOpen('rename')}>
            Rename or move
          </Button>
          <MoreMenu
            name={topic.path}
            removal={{ words: 'Delete the topic', onSelect: () => setOpen('delete') }}
          />
        </>
      ) : null}
      {open === 'new' || open === 'rename' ? (
        <PathDialog
          setId={setId}
          topic={open === 'rename' ? topic : null}
          start={topic?.path ?? ''}
          onClose={() => setOpen(null)}
          onMoved={onMoved}
        />
      ) : null}
      {topic ? (
        <DeleteTopic
          setId={setId}
          topic={topic}
          open={open === 'delete'}
          onClose={() => setOpen(null)}
          onMoved={onMoved}
        />
      ) : null}
    </>
  );
}

function PathDialog({
  setId,
  topic,
  start,
  onClose,
  onMoved,
}: Props & { start: string; onClose: () => void }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [path, setPath] = useState(topic ? start : start === '' ? '' : `${start}/`);
  const save = useMutation({
    mutationFn: async () => {
      if (!topic)
        return (await api.call('createExplorerTopic', { params: { id: setId }, body: { path } })).path;
      // The path of a topic holds what no address may hold; its id stands for it.
      const moved = await api.call('renameExplorerTopic', {
        params: { id: setId, path: topic.id },
        body: { new_name: path },
      });
      if (moved.merged_tests > 0) messages.say(`${moved.merged_tests} tests were there already`);
      return moved.topic_path;
    },
    onSuccess: (moved) => {
      void queryClient.invalidateQueries({ queryKey: ['explorer'] });
      onMoved(moved);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={topic ? `Rename or move ${topic.name}` : 'Add a topic'}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label="Path"
          required
          maxLength={500}
          value={path}
          onChange={(event) => setPath(event.target.value)}
          hint={
            topic
              ? 'A name alone renames it where it is. If the topic exists already, the two are merged.'
              : 'A topic below another is written with a / between them.'
          }
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

function DeleteTopic({
  setId,
  topic,
  open,
  onClose,
  onMoved,
}: {
  setId: string;
  topic: ExplorerTopic;
  open: boolean;
  onClose: () => void;
  onMoved: (path: string) => void;
}) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteExplorerTopic', { params: { id: setId, path: topic.id } }),
    onSuccess: () => {
      onMoved(topic.parent_path ?? '');
      void queryClient.invalidateQueries({ queryKey: ['explorer'] });
      onClose();
    },
    onError: (error) => messages.fail('The topic was not deleted', error),
  });
  return (
    <ConfirmDialog
      open={open}
      title={`Delete ${topic.name}?`}
      consequence="It goes with the topics below it. Their tests move to the topic above."
      action="Delete it"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
