import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { uploadSource } from '../../lib/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { DropZone } from '../files/drop-zone.tsx';

/** Three ways to a source: documents, the address of a page, pasted text. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const { api, projectId } = usePlatform();
  const queryClient = useQueryClient();
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const [content, setContent] = useState('');
  const [added, setAdded] = useState<readonly string[]>([]);
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['sources'] });
  const create = useMutation({
    mutationFn: () =>
      api.call('createSource', {
        body: {
          title: title.trim() || url.trim() || content.trim().slice(0, 60),
          ...(url.trim() === '' ? { content } : { url: url.trim() }),
        },
      }),
    onSuccess: () => {
      refresh();
      onClose();
    },
  });
  const isFilled = (url.trim() === '') !== (content.trim() === '');
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Add a source"
      description="Documents and pages that say what your application should know."
    >
      <DropZone
        label="Drop documents here, or choose them"
        hint="PDF, Word, PowerPoint, Excel, HTML, Markdown, CSV, mail or text; up to 100 MB each"
        upload={(file, signal, onProgress) => uploadSource({ file, signal, onProgress, projectId })}
        onDone={(file) => {
          refresh();
          setAdded((names) => [...names, file.name]);
        }}
      />
      {added.length > 0 ? (
        <Notice tone="signal">
          <p role="status">
            {added.length === 1
              ? `${added[0]} was added.`
              : `${plural(added.length, 'document')} were added.`}
          </p>
        </Notice>
      ) : null}
      <form
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (isFilled) create.mutate();
        }}
      >
        <TextField
          label="Address of a page"
          optional
          type="url"
          placeholder="https://example.com/terms"
          value={url}
          disabled={content.trim() !== ''}
          onChange={(event) => setUrl(event.target.value)}
        />
        <AreaField
          label="Or paste text"
          optional
          rows={5}
          value={content}
          disabled={url.trim() !== ''}
          onChange={(event) => setContent(event.target.value)}
        />
        <TextField
          label="Title"
          optional
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.target.value)}
        />
        {create.error ? <ProblemNotice error={create.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" type="submit" busy={create.isPending} disabled={!isFilled}>
            Add the source
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
