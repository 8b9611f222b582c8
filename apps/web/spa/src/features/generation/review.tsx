import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Test } from '@sonde/contract';
import type { Api } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { wasKeptBefore } from '../tests/test-origin.ts';
import { CoverageTable } from './coverage-table.tsx';
import { coverageOfKept } from './generation-result.ts';
import type { GenerationResult } from './generation-result.ts';
import { ProposedTests } from './proposed-tests.tsx';

interface Props {
  setId: string;
  name: string;
  message: string;
  /** Of the generation that made them: what was covered before it. */
  result?: GenerationResult;
}

/** Each proposed test with its evidence. What is not kept is deleted, what is kept is approved. */
export function Review({ setId, name, message, result }: Props) {
  const api = useApi();
  const navigate = useNavigate();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const proposed = useQuery({
    queryKey: ['test-sets', 'one', setId, 'proposed'],
    queryFn: ({ signal }) => allTests(api, setId, signal),
  });
  const open = proposed.data?.filter(({ status }) => status === 'Review') ?? [];
  const before = open.filter(wasKeptBefore);
  // What is kept already is left out until somebody ticks it.
  const [pressed, setDiscarded] = useState<ReadonlySet<string> | null>(null);
  const discarded = pressed ?? new Set(before.map(({ id }) => id));
  const kept = open.filter(({ id }) => !discarded.has(id));
  // Tests it was made beside, or that were kept before, are no drafts: then the set is not thrown away with them.
  const isAbandoned = open.length > 0 && kept.length === 0 && open.length === proposed.data?.length;
  const finish = useMutation({
    mutationFn: async () => {
      if (kept.length > 0)
        await api.call('updateTests', { body: { test_ids: kept.map(({ id }) => id), status: 'Approved' } });
      const gone = open.filter(({ id }) => discarded.has(id)).map(({ id }) => id);
      if (gone.length > 0) await api.call('deleteTests', { body: { test_ids: gone } });
      // Last, so that what was not done whole is a draft still.
      if (isAbandoned) await api.call('deleteTestSet', { params: { id: setId } });
      else await api.call('updateTestSet', { params: { id: setId }, body: { status: 'Approved' } });
    },
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['tests'] });
      void queryClient.invalidateQueries({ queryKey: ['test-sets'] });
      if (kept.length > 0)
        messages.say(
          `${plural(kept.length, 'test')} kept${open.length > kept.length ? `, ${formatNumber(open.length - kept.length)} discarded` : ''}`,
        );
      if (isAbandoned) await navigate({ to: '/test-sets' });
      else await navigate({ to: '/test-sets/$testSetId', params: { testSetId: setId } });
    },
  });
  if (proposed.isPending) return <SkeletonLines count={8} label="Loading the tests" />;
  if (proposed.error) return <ProblemNotice error={proposed.error} onRetry={() => void proposed.refetch()} />;
  return (
    <>
      <Section
        title={name}
        lead={[
          message,
          before.length === 0
            ? ''
            : `${plural(before.length, 'question is', 'questions are')} asked by a test you have kept already, and unticked.`,
          'Untick what is not worth keeping, one by one or a whole group at once.',
        ]
          .filter(Boolean)
          .join(' ')}
        actions={
          <>
            {open.length > 0 ? (
              <Button
                onClick={() =>
                  setDiscarded(new Set(discarded.size === open.length ? [] : open.map(({ id }) => id)))
                }
              >
                {discarded.size === open.length ? 'Tick all' : 'Untick all'}
              </Button>
            ) : null}
            <Button
              look={isAbandoned ? 'danger' : 'primary'}
              busy={finish.isPending}
              disabled={proposed.data.length === 0}
              onClick={() => finish.mutate()}
            >
              {isAbandoned
                ? `Discard ${open.length === 1 ? 'the test' : `all ${plural(open.length, 'test')}`} and the set`
                : open.length === 0
                  ? 'Keep the set'
                  : discarded.size === 0
                    ? kept.length === 1
                      ? 'Keep the test'
                      : `Keep all ${plural(kept.length, 'test')}`
                    : `Keep ${formatNumber(kept.length)}, discard ${formatNumber(open.length - kept.length)}`}
            </Button>
          </>
        }
      >
        {finish.error ? (
          <ProblemNotice error={finish.error} what="Not everything was kept as you said" />
        ) : null}
        {open.length === 0 ? <p className="text-muted">All of them have been reviewed.</p> : null}
        {open.length === 0 ? null : (
          <ProposedTests tests={open} discarded={discarded} onChange={setDiscarded} />
        )}
      </Section>
      {result && open.length > 0 ? (
        <CoverageTable coverage={coverageOfKept(result, kept)} before={result.coverage_before} />
      ) : null}
    </>
  );
}

const perPage = 100;

async function allTests(api: Api, setId: string, signal: AbortSignal): Promise<Test[]> {
  const found: Test[] = [];
  for (;;) {
    const { items, total } = await api.list('listTestsOfSet', {
      params: { id: setId },
      query: { skip: found.length, limit: perPage },
      signal,
    });
    found.push(...items);
    if (items.length < perPage || found.length >= total) return found;
  }
}
