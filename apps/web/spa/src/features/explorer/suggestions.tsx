import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExplorerSet, ExplorerSuggestion } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Shortened } from '../../ui/shortened.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { LabelChip } from './label-chip.tsx';

const shownAtOnce = 50;

/** One suggestion after another, by mouse or by keys: A takes it, R puts it aside, the arrows go on. */
export function Suggestions({ set }: { set: ExplorerSet }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [at, setAt] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const suggestions = useQuery({
    queryKey: ['explorer', 'suggestions', set.id],
    queryFn: ({ signal }) =>
      api.call('listExplorerSuggestions', {
        params: { id: set.id },
        query: { limit: shownAtOnce },
        signal,
      }),
  });
  // What is decided leaves the list at once, so that no key waits for the one before it.
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const decide = useMutation({
    onMutate: ({ id }) => setDecided((former) => new Set([...former, id])),
    mutationFn: ({ id, isTaken }: { id: string; isTaken: boolean }) => {
      const params = { id: set.id, suggestion_id: id };
      return isTaken
        ? api.call('acceptSuggestion', { params }).then(() => undefined)
        : api.call('rejectSuggestion', { params }).then(() => undefined);
    },
    onError: (error, { id }) => {
      setDecided((former) => new Set([...former].filter((other) => other !== id)));
      messages.fail('That was not kept', error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['explorer'] }),
  });
  const rows = (suggestions.data ?? []).filter(({ id }) => !decided.has(id));
  const place = Math.min(at, Math.max(0, rows.length - 1));
  const editable = may('explorer:update');
  useEffect(() => {
    // Whoever decides by keys goes on with the one that has moved up.
    if (list.current?.contains(document.activeElement) || document.activeElement === document.body)
      list.current?.querySelectorAll<HTMLElement>('[data-suggestion]')[place]?.focus();
  }, [place, rows.length]);
  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key];
    const row = rows[place];
    if (step !== undefined) setAt(Math.max(0, Math.min(rows.length - 1, place + step)));
    else if (editable && row && /^[ar]$/i.test(event.key))
      decide.mutate({ id: row.id, isTaken: event.key.toLowerCase() === 'a' });
    else return;
    event.preventDefault();
  };
  if (suggestions.isPending) return <SkeletonLines count={6} />;
  if (suggestions.error)
    return <ProblemNotice error={suggestions.error} onRetry={() => void suggestions.refetch()} />;
  if (rows.length === 0)
    return (
      <EmptyState title="No suggestion waits">
        <p>“Find more failures” makes new ones from the tests that fail, asks them and scores the answers.</p>
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      {editable ? (
        <p className="text-[0.875rem] text-muted">
          With one in focus: <kbd>A</kbd> makes it a test, <kbd>R</kbd> puts it aside, the arrows go on.
        </p>
      ) : null}
      <ol ref={list} className="grid gap-3" onKeyDown={keys} aria-label="Suggestions">
        {rows.map((row, index) => (
          <SuggestionCard
            key={row.id}
            row={row}
            isCurrent={index === place}
            editable={editable}
            onFocus={() => setAt(index)}
            onDecide={(isTaken) => decide.mutate({ id: row.id, isTaken })}
          />
        ))}
      </ol>
    </div>
  );
}

const makers: Readonly<Record<string, string>> = {
  mutation: 'Reworded',
  neighbour: 'Neighbouring topic',
  model: 'By a model',
  given: 'Sent in by a program',
};

function SuggestionCard({
  row,
  isCurrent,
  editable,
  onFocus,
  onDecide,
}: {
  row: ExplorerSuggestion;
  isCurrent: boolean;
  editable: boolean;
  onFocus: () => void;
  onDecide: (isTaken: boolean) => void;
}) {
  return (
    <li
      data-suggestion
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      aria-label={row.input.slice(0, 120)}
      className="card grid gap-2 p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <LabelChip label={row.label} score={row.model_score} />
        <Chip>{makers[row.made_by] ?? row.made_by}</Chip>
        <span className="text-[0.8125rem] text-muted">{row.topic === '' ? 'No topic' : row.topic}</span>
      </div>
      <p className="break-words whitespace-pre-wrap">{row.input}</p>
      {row.output === null ? null : (
        <p className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap text-muted">
          <Shortened text={row.output} most={320} />
        </p>
      )}
      {row.error ? <p className="text-warn">{row.error}</p> : null}
      {row.why ? <p className="text-[0.8125rem] text-muted">{row.why}</p> : null}
      {editable ? (
        <div className="flex gap-2">
          <Button size="small" look="primary" onClick={() => onDecide(true)}>
            Accept
          </Button>
          <Button size="small" onClick={() => onDecide(false)}>
            Reject
          </Button>
        </div>
      ) : null}
    </li>
  );
}
