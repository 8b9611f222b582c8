import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExplorerSet, ExplorerTest, ExplorerTopic } from '@sonde/contract';
import { formatNumber, plural } from '../../lib/format.ts';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Shortened } from '../../ui/shortened.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { LabelChip } from './label-chip.tsx';
import { TestDialog } from './test-dialog.tsx';
import { TopicActions } from './topic-actions.tsx';

const pageSize = 100;

/** The topics with how they stand, and the tests of the one that is chosen, the worst first. */
export function Tree({ set }: { set: ExplorerSet }) {
  const api = useApi();
  const may = useMay();
  const [topic, setTopic] = useState('');
  const [limit, setLimit] = useState(pageSize);
  const [editing, setEditing] = useState<ExplorerTest | 'new' | null>(null);
  const tree = useQuery({
    queryKey: ['explorer', 'tree', set.id, topic, limit],
    queryFn: ({ signal }) =>
      api.call('getExplorerTree', {
        params: { id: set.id },
        query: { limit, ...(topic === '' ? {} : { topic }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  if (tree.isPending) return <SkeletonLines count={8} />;
  if (tree.error) return <ProblemNotice error={tree.error} onRetry={() => void tree.refetch()} />;
  const { topics, tests, total } = tree.data;
  const editable = may('explorer:update');
  const chosen = topics.find(({ path }) => path === topic);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(14rem,20rem)_1fr]">
      <TopicList
        topics={topics}
        chosen={topic}
        all={set.counts}
        onChoose={(path) => {
          setTopic(path);
          setLimit(pageSize);
        }}
      />
      <div className="grid min-w-0 gap-4">
        {editable ? (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" size="small" onClick={() => setEditing('new')}>
              Add a test
            </Button>
            <TopicActions setId={set.id} topic={chosen ?? null} onMoved={setTopic} />
          </div>
        ) : null}
        {tests.length === 0 ? (
          <EmptyState title="No test here yet">
            <p>
              Add a question that the application should answer well. Its answer is judged by the metrics that
              you choose under “Endpoint and metrics”.
            </p>
          </EmptyState>
        ) : null}
        <ul className="grid gap-3" aria-label="Tests">
          {tests.map((test) => (
            <TestCard
              key={test.id}
              setId={set.id}
              test={test}
              editable={editable}
              onEdit={() => setEditing(test)}
            />
          ))}
        </ul>
        {total > tests.length && limit < 1000 ? (
          <Button className="justify-self-start" onClick={() => setLimit(Math.min(1000, limit * 3))}>
            Show more of {plural(total, 'test')}
          </Button>
        ) : null}
        {total > 1000 && limit >= 1000 ? (
          <p className="text-muted">The first 1,000 of {total}. Choose a topic to see others.</p>
        ) : null}
      </div>
      {editing === null ? null : (
        <TestDialog
          setId={set.id}
          test={editing === 'new' ? null : editing}
          topic={topic}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function TopicList({
  topics,
  chosen,
  all,
  onChoose,
}: {
  topics: readonly ExplorerTopic[];
  chosen: string;
  all: Counts;
  onChoose: (path: string) => void;
}) {
  const paths = ['', ...topics.map(({ path }) => path)];
  const place = Math.max(0, paths.indexOf(chosen));
  const keys = (event: KeyboardEvent<HTMLElement>): void => {
    const next = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: paths.length - 1 }[event.key];
    const path = next === undefined ? undefined : paths[next];
    if (path === undefined) return;
    event.preventDefault();
    onChoose(path);
    event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')[next ?? 0]?.focus();
  };
  const item = (path: string, name: string, depth: number, counts: Counts) => (
    <button
      key={path}
      type="button"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={path === chosen}
      tabIndex={path === chosen ? 0 : -1}
      onClick={() => onChoose(path)}
      style={{ paddingInlineStart: `${0.75 + Math.min(depth, 8) * 0.9}rem` }}
      className="flex min-h-9 touch:min-h-11 w-full items-center justify-between gap-3 rounded-md pr-3 text-left hover:bg-sunken aria-selected:bg-signal-soft aria-selected:font-medium"
    >
      <span className="min-w-0 truncate">{name}</span>
      <span className="shrink-0 text-[0.8125rem] text-muted">
        {counts.failed > 0 ? <span className="text-danger">✕ {counts.failed} · </span> : null}
        {counts.tests}
        <span className="sr-only"> tests, {counts.failed} failed</span>
        {counts.passed > 0 ? (
          <>
            {' · '}
            <span aria-hidden="true">✓ </span>
            {formatNumber(counts.passed)}
            <span className="sr-only"> passed</span>
          </>
        ) : null}
      </span>
    </button>
  );
  return (
    <div
      role="tree"
      aria-label="Topics"
      tabIndex={-1}
      className="card grid max-h-[70dvh] content-start gap-0.5 overflow-y-auto p-2"
      onKeyDown={keys}
    >
      {item('', 'All topics', 0, all)}
      {topics.map((topic) => item(topic.path, topic.name, topic.depth + 1, topic))}
    </div>
  );
}

type Counts = Pick<ExplorerTopic, 'tests' | 'failed' | 'passed'>;

function TestCard({
  setId,
  test,
  editable,
  onEdit,
}: {
  setId: string;
  test: ExplorerTest;
  editable: boolean;
  onEdit: () => void;
}) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.call('deleteExplorerTest', { params: { id: setId, test_id: test.id } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['explorer'] }),
    onError: (error) => messages.fail('The test was not deleted', error),
  });
  return (
    <li className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 flex-wrap items-center gap-2">
          <LabelChip label={test.label} score={test.model_score} />
          <span className="text-[0.8125rem] break-words text-muted">{test.topic}</span>
        </span>
        {editable ? (
          <span className="flex gap-1.5">
            <Button size="small" aria-label={`Change ${test.input.slice(0, 60)}`} onClick={onEdit}>
              Change
            </Button>
            <MoreMenu name={test.input.slice(0, 60)} removal={{ onSelect: () => remove.mutate() }} />
          </span>
        ) : null}
      </div>
      <p className="break-words whitespace-pre-wrap">{test.input}</p>
      {test.output === null ? null : (
        <p className="border-l-2 border-line pl-3 break-words whitespace-pre-wrap text-muted">
          <Shortened text={test.output} most={320} />
        </p>
      )}
      {test.error ? <p className="text-warn">{test.error}</p> : null}
      {test.metrics ? (
        <ul className="grid gap-0.5 text-[0.8125rem] text-muted">
          {Object.entries(test.metrics).map(([name, metric]) => (
            <li key={name}>
              {name}:{' '}
              {metric.is_successful === null ? 'undecided' : metric.is_successful ? 'passed' : 'failed'}.{' '}
              {metric.reason}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
