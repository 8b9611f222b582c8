import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ModelPrice } from '@sonde/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { useEditedRows } from '../../lib/use-edited-rows.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Term } from '../../ui/term.tsx';
import { useMessages } from '../../ui/toast.tsx';

const key = ['model-prices'];

interface Row {
  readonly model: string;
  readonly input: string;
  readonly output: string;
}

/** What models cost, by which traces tell their cost. */
export function ModelPrices() {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const stored = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call('listModelPrices', { signal }),
  });
  const { rows, isEdited, edit, discard, wereSaved } = useEditedRows((stored.data?.prices ?? []).map(rowOf));
  const save = useMutation({
    mutationFn: (sent: readonly Row[]) =>
      api.call('putModelPrices', {
        body: { prices: sent.filter(({ model }) => model.trim() !== '').map(priceOf) },
      }),
    onSuccess: (prices, sent) => {
      queryClient.setQueryData(key, prices);
      void queryClient.invalidateQueries({ queryKey: ['traces'] });
      wereSaved(sent);
      messages.say('Prices saved');
    },
  });
  const change = (index: number, next: Partial<Row>): void =>
    edit(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const editable = may('organization:update');
  return (
    <Section
      title="Model prices"
      lead={
        <>
          US dollars for a million <Term word="Model token" shown="model tokens" />. A * at the end of a name
          stands for any rest. Traces that are there already follow.
        </>
      }
    >
      {stored.isPending ? <SkeletonLines count={3} /> : null}
      {stored.error ? <ProblemNotice error={stored.error} onRetry={() => void stored.refetch()} /> : null}
      {stored.data && rows.length === 0 ? <p className="text-muted">No prices yet.</p> : null}
      <div className="grid gap-4">
        {rows.map((row, index) => (
          <fieldset
            key={index}
            disabled={!editable}
            className="grid gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            <legend className="sr-only">{row.model || `Price ${index + 1}`}</legend>
            <TextField
              label="Model"
              maxLength={200}
              value={row.model}
              onChange={(event) => change(index, { model: event.target.value })}
            />
            <TextField
              label="Input"
              inputMode="decimal"
              value={row.input}
              onChange={(event) => change(index, { input: event.target.value })}
            />
            <TextField
              label="Output"
              inputMode="decimal"
              value={row.output}
              onChange={(event) => change(index, { output: event.target.value })}
            />
            {editable ? (
              <IconButton
                className="self-end"
                label={`Remove ${row.model || `price ${index + 1}`}`}
                onClick={() => edit(rows.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden size={16} />
              </IconButton>
            ) : null}
          </fieldset>
        ))}
      </div>
      {save.error ? <ProblemNotice error={save.error} what="The prices were not saved" /> : null}
      {editable ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            icon={<Plus aria-hidden size={15} />}
            onClick={() => edit([...rows, { model: '', input: '0', output: '0' }])}
          >
            Add price
          </Button>
          {isEdited ? (
            <>
              <Button size="small" look="primary" busy={save.isPending} onClick={() => save.mutate(rows)}>
                Save prices
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

const rowOf = ({ model, input_per_million: input, output_per_million: output }: ModelPrice): Row => ({
  model,
  input: String(input),
  output: String(output),
});
/** What is no number is refused by the platform, which says where. */
const priceOf = ({ model, input, output }: Row): ModelPrice => ({
  model: model.trim(),
  input_per_million: input.trim() === '' ? Number.NaN : Number(input.replace(',', '.')),
  output_per_million: output.trim() === '' ? Number.NaN : Number(output.replace(',', '.')),
});
