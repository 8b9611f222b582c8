import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TestImport } from '@sonde/contract';
import { importedSetName } from '@sonde/contract/import-name';
import { formatNumber, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

/** The last step. A file with rows that make no test is imported without them only where one says so. */
export function ConfirmImport({ parsed, isFresh }: { parsed: TestImport; isFresh: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(importedSetName(parsed.file_info.filename).slice(0, 200));
  const [validOnly, setValidOnly] = useState(false);
  const [changed, setChanged] = useState<'update' | 'skip'>('update');
  const isNew = parsed.target_test_set_id === null;
  const summary = parsed.validation_summary;
  const faulty = summary ? summary.checked_rows - summary.valid_rows : 0;
  const confirm = useMutation({
    mutationFn: () =>
      api.call('confirmImport', {
        params: { id: parsed.import_id },
        body: { ...(isNew ? { name } : {}), valid_rows_only: validOnly, changed },
      }),
    onSuccess: async (answer) => {
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      if ('id' in answer) await navigate({ to: '/test-sets/$testSetId', params: { testSetId: answer.id } });
      else void queryClient.invalidateQueries({ queryKey: ['imports', parsed.import_id], exact: true });
    },
  });
  const isLong = summary !== null && summary.checked_rows < summary.total_rows;
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      <Section title="Import">
        <div className="grid gap-4 sm:grid-cols-2">
          {isNew ? (
            <TextField
              label="Name of the set"
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          ) : (
            <SelectField
              label="Tests that differ in the file"
              value={changed}
              onChange={({ target }) => setChanged(target.value === 'skip' ? 'skip' : 'update')}
              options={[
                { value: 'update', label: 'Take them from the file' },
                { value: 'skip', label: 'Leave them as they are' },
              ]}
            />
          )}
        </div>
        {faulty > 0 || isLong ? (
          <CheckField
            label="Leave out rows that make no test"
            hint={
              faulty > 0
                ? `${formatNumber(faulty)} so far. Without this nothing is imported until they are corrected.`
                : 'Without this, one such row further down stops the whole import, and nothing is kept.'
            }
            checked={validOnly}
            onChange={(event) => setValidOnly(event.target.checked)}
          />
        ) : null}
        {confirm.error ? <ProblemNotice error={confirm.error} what="Nothing was imported" /> : null}
        <Button
          className="justify-self-start"
          type="submit"
          look="primary"
          busy={confirm.isPending}
          disabled={!isFresh || (faulty > 0 && !validOnly)}
        >
          Import {isLong ? plural(parsed.total_rows, 'row') : plural(summary?.tests ?? 0, 'test')}
        </Button>
      </Section>
    </form>
  );
}
