import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AiModel } from '@sonde/contract';
import { useApi, useMay, useUser } from '../../lib/platform-context.tsx';
import { generationModelQuery } from '../../lib/generation-model-query.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { GenerationService } from './generation-service.tsx';
import { ModelDialog } from './model-dialog.tsx';

export function Models() {
  const api = useApi();
  const may = useMay();
  const user = useUser();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [editing, setEditing] = useState<AiModel | 'new' | null>(null);
  const [removing, setRemoving] = useState<AiModel | null>(null);
  const models = useQuery({
    queryKey: ['models', 'list'],
    queryFn: ({ signal }) => api.list('listModels', { query: { limit: 100 }, signal }),
  });
  const inForce = useQuery(generationModelQuery(api));
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['models'] });
  const [answered, setAnswered] = useState<Readonly<Record<string, boolean>>>({});
  const test = useMutation({
    mutationFn: (id: string) => api.call('testModel', { params: { id } }),
    onSuccess: (answer, id) => {
      setAnswered((before) => ({ ...before, [id]: answer.success }));
      refresh();
      if (answer.success)
        messages.say(`It answered in ${formatDuration(answer.duration_ms)}`, answer.message);
      else messages.fail('It cannot be used like this', new Error(answer.message));
    },
    onError: (error) => messages.fail('The test could not be made', error),
  });
  const choose = useMutation({
    mutationFn: (id: string | null) =>
      api.call('updateOrganization', {
        params: { id: user.organization_id ?? '' },
        body: { default_generation_model_id: id },
      }),
    onSuccess: refresh,
    onError: (error) => messages.fail('The choice was not saved', error),
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteModel', { params: { id } }),
    onSuccess: () => {
      setRemoving(null);
      refresh();
    },
    onError: (error) => messages.fail('The model could not be removed', error),
  });
  return (
    <>
      <Section title="The model in use">
        {inForce.isPending ? <SkeletonLines count={2} /> : null}
        {inForce.data ? (
          <>
            {inForce.data.model === 'builtin/reader' ? (
              <p className="max-w-prose">
                No model: the built-in reader. It works offline and the same way every time.
              </p>
            ) : (
              <>
                <p>
                  <code className="font-mono">{inForce.data.model}</code>
                </p>
                <p className="max-w-prose text-muted">{inForce.data.description}</p>
              </>
            )}
          </>
        ) : null}
        <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem] text-muted">
          <li>The tab Test, mapping, traces, tokens and members never need a model.</li>
          <li>
            Paste and analyze: the built-in reader understands curl, code, OpenAPI and samples by itself. A
            model helps with free prose.
          </li>
          <li>
            Judging: most metrics count, compare or look for words and need no model. Those that ask a model
            to judge are not evaluated while none is in use.
          </li>
          <li>
            Explore: built-in questions are asked by plan and judged by rules. A model asks more freely.
          </li>
        </ul>
      </Section>
      <Section
        title="Language models"
        lead="Keys are stored encrypted and never shown again."
        actions={
          may('model:create') ? (
            <Button look="primary" onClick={() => setEditing('new')}>
              Add a model
            </Button>
          ) : undefined
        }
      >
        {models.isPending ? <SkeletonLines count={3} /> : null}
        {models.error ? <ProblemNotice error={models.error} onRetry={() => void models.refetch()} /> : null}
        {models.data?.items.length === 0 ? (
          <p className="text-muted">None yet, and none is needed to begin.</p>
        ) : null}
        {models.data && models.data.items.length > 0 ? (
          <SimpleTable
            label="Language models"
            rows={models.data.items}
            rowKey={(row) => row.id}
            columns={[
              {
                header: 'Model',
                cell: (row) => (
                  <span className="grid">
                    <span className="flex flex-wrap items-center gap-2 font-medium">
                      {row.name} {row.is_default_generation ? <Chip tone="signal">In use</Chip> : null}
                      {row.last_failure !== null ? (
                        <Chip tone="danger">Last call failed</Chip>
                      ) : answered[row.id] === false ? (
                        <Chip tone="danger">Did not work when tried</Chip>
                      ) : null}
                    </span>
                    <span className="font-mono text-[0.75rem] break-all text-muted">
                      {row.provider}/{row.model_name}
                    </span>
                    {row.last_failure === null ? null : (
                      <span className="text-[0.875rem] break-words text-danger">
                        Failed <Time at={row.last_failure.at} />: {row.last_failure.message}
                      </span>
                    )}
                  </span>
                ),
              },
              { header: 'Key', cell: (row) => (row.has_api_key ? 'set' : 'none') },
              {
                header: 'Actions',
                hideHeader: true,
                cell: (row) => (
                  <span className="flex flex-wrap gap-1.5 md:justify-end">
                    {may('model:update') ? (
                      <>
                        <Button
                          size="small"
                          aria-label={`Try ${row.name}`}
                          busy={test.isPending && test.variables === row.id}
                          onClick={() => test.mutate(row.id)}
                        >
                          Try
                        </Button>
                        <Button
                          size="small"
                          aria-label={
                            row.is_default_generation ? `Stop using ${row.name}` : `Use ${row.name}`
                          }
                          onClick={() => choose.mutate(row.is_default_generation ? null : row.id)}
                        >
                          {row.is_default_generation ? 'Stop using' : 'Use'}
                        </Button>
                        <Button
                          size="small"
                          aria-label={`Change ${row.name}`}
                          onClick={() => setEditing(row)}
                        >
                          Change
                        </Button>
                      </>
                    ) : null}
                    <MoreMenu
                      name={row.name}
                      removal={
                        may('model:delete') ? { words: 'Remove', onSelect: () => setRemoving(row) } : null
                      }
                    />
                  </span>
                ),
              },
            ]}
          />
        ) : null}
      </Section>
      <GenerationService
        hasModel={inForce.data?.source === 'organization' || inForce.data?.source === 'platform'}
      />
      {editing === null ? null : (
        <ModelDialog
          model={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={(id) => {
            setEditing(null);
            refresh();
            // One that is not in use is tried all the same: nobody finds out in the middle of a run.
            test.mutate(id);
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? 'the model'}?`}
        consequence="Its key is deleted. If it was in use, Sonde goes on without a model, by its built-in rules."
        action="Remove it"
        busy={remove.isPending}
        onConfirm={() => (removing ? remove.mutate(removing.id) : undefined)}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}
