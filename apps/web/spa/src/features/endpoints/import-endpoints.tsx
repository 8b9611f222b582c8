import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointFileRow } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { useMessages } from '../../ui/toast.tsx';

const statusWords = {
  new: { words: 'New', tone: 'signal' },
  changed: { words: 'Changed', tone: 'warn' },
  identical: { words: 'Identical', tone: 'neutral' },
  invalid: { words: 'Cannot be imported', tone: 'danger' },
} as const;

/** A file of endpoints is looked at before anything is made of it. */
export function ImportEndpoints({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { api, projectId } = usePlatform();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [content, setContent] = useState('');
  const input = (text: string) => ({ content: text, project_id: projectId ?? null });
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      setContent(text);
      return api.call('previewEndpointFile', { body: input(text) });
    },
  });
  const close = (): void => {
    preview.reset();
    onClose();
  };
  const take = useMutation({
    mutationFn: () => api.call('importEndpointFile', { body: input(content) }),
    onSuccess: (rows) => {
      void queryClient.invalidateQueries({ queryKey: ['endpoints'] });
      const [made, changed] = [countOf(rows, 'new'), countOf(rows, 'changed')];
      messages.say(`${plural(made, 'endpoint')} created, ${changed} changed`);
      close();
    },
    onError: (error) => messages.fail('The file was not imported', error),
  });
  const rows = preview.data ?? [];
  const wanted = countOf(rows, 'new') + countOf(rows, 'changed');
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      title="Import endpoints"
      description="A file in YAML or JSON, as the export writes it. An endpoint is known by its name; others stay as they are. Secrets stand in a file by name only."
    >
      <Field label="File">
        {(ids) => (
          <input
            {...ids}
            type="file"
            accept=".yaml,.yml,.json,application/json,application/yaml"
            className="input"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) preview.mutate(file);
            }}
          />
        )}
      </Field>
      {preview.error ? <ProblemNotice error={preview.error} what="This file cannot be read" /> : null}
      {rows.length > 0 ? (
        <SimpleTable
          label="Endpoints of the file"
          rows={rows}
          rowKey={(row) => String(row.row)}
          columns={[
            { header: 'Endpoint', cell: (row) => row.name || `Row ${row.row}` },
            {
              header: 'Import',
              cell: (row) => <Chip tone={statusWords[row.status].tone}>{statusWords[row.status].words}</Chip>,
            },
            { header: 'Details', cell: (row) => <Details row={row} /> },
          ]}
        />
      ) : null}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="primary"
          busy={take.isPending || preview.isPending}
          disabled={wanted === 0}
          onClick={() => take.mutate()}
        >
          {wanted === 0 ? 'Import' : `Import ${plural(wanted, 'endpoint')}`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const countOf = (rows: readonly EndpointFileRow[], status: EndpointFileRow['status']): number =>
  rows.filter((row) => row.status === status).length;

function Details({ row }: { row: EndpointFileRow }) {
  return (
    <span className="grid gap-1 text-[0.8125rem]">
      {row.errors.map(({ path, message }) => (
        <span key={`${path}${message}`} className="text-danger">
          {path === '' ? message : `${path}: ${message}`}
        </span>
      ))}
      {row.changes.length > 0 ? <span className="font-mono break-all">{row.changes.join(', ')}</span> : null}
      {row.secrets_missing.length > 0 && row.status !== 'invalid' ? (
        <span>
          Secrets to enter afterwards:{' '}
          <span className="font-mono break-all">{row.secrets_missing.join(', ')}</span>
        </span>
      ) : null}
    </span>
  );
}
