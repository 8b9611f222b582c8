import { useMutation, useQuery } from '@tanstack/react-query';
import type { Metric, MetricKind } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { equals } from '../../lib/filter.ts';
import { metricKindsQuery } from '../../lib/testing-queries.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import { needsWords } from './needs-words.ts';

interface Props {
  search: string;
  mayCreate: boolean;
  onMade: () => void;
  /** What it judges by has to be said first. */
  onSetUp: (kind: string) => void;
  onOpen: (metric: Metric) => void;
}

/** What is built in and needs no model. Most of it is used as it is, by one press; the rest asks what to look for first. */
export function MetricDirectory({ search, mayCreate, onMade, onSetUp, onOpen }: Props) {
  const { api, projectId } = usePlatform();
  const messages = useMessages();
  const kinds = useQuery(metricKindsQuery(api));
  const made = useQuery({
    queryKey: ['metrics', 'built-in', projectId],
    queryFn: ({ signal }) =>
      api.list('listMetrics', { query: { limit: 100, $filter: equals('backend', 'builtin') }, signal }),
  });
  const use = useMutation({
    mutationFn: ({ kind, title }: MetricKind) =>
      api.call('createMetric', {
        body: {
          name: title,
          backend: 'builtin',
          kind,
          metric_scope: ['Single-Turn', 'Multi-Turn'],
          project_id: projectId,
        },
      }),
    onSuccess: ({ name }) => {
      messages.say(`“${name}” is ready`, 'Choose it for a test, a test set or a requirement.');
      onMade();
    },
    onError: (error) => messages.fail('The metric was not made', error),
  });
  const words = search.toLowerCase();
  const shown = kinds.data?.filter(({ kind, title, page }) =>
    [kind, title, page].some((text) => text.toLowerCase().includes(words)),
  );
  if (shown?.length === 0) return null;
  return (
    <Section
      title="Built in"
      lead="None of these needs a model. Use one as it is, or set it up first where it must know what to look for; then it can be chosen for tests, test sets and requirements. Those that only flag show what they find to a person and decide nothing, unless they are let."
    >
      {kinds.isPending || made.isPending ? (
        <SkeletonLines count={8} label="Loading what is built in" />
      ) : null}
      {kinds.error ? <ProblemNotice error={kinds.error} onRetry={() => void kinds.refetch()} /> : null}
      {made.error ? <ProblemNotice error={made.error} onRetry={() => void made.refetch()} /> : null}
      {shown && made.data ? (
        <>
          <ul className="grid divide-y divide-line" aria-label="Built-in metrics">
            {shown.map((kind) => (
              <li
                key={kind.kind}
                className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3 sm:flex-nowrap"
              >
                <div className="grid min-w-0 gap-1">
                  <h3 className="flex flex-wrap items-center gap-2 font-medium">
                    {kind.title}
                    {kind.flags_only ? <Chip tone="warn">Only flags</Chip> : null}
                  </h3>
                  <p className="max-w-prose text-[0.875rem] break-words text-muted">
                    <WithCode text={firstSentence(kind.page)} /> {needsWords(kind.needs)}
                  </p>
                </div>
                <KindAction
                  kind={kind}
                  metrics={made.data.items.filter((metric) => metric.kind === kind.kind)}
                  isBusy={use.isPending && use.variables.kind === kind.kind}
                  mayCreate={mayCreate}
                  onUse={() => use.mutate(kind)}
                  onSetUp={() => onSetUp(kind.kind)}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
          <p className="mark" role="status">
            {plural(shown.length, 'kind')}
          </p>
        </>
      ) : null}
    </Section>
  );
}

interface ActionProps {
  kind: MetricKind;
  metrics: readonly Metric[];
  isBusy: boolean;
  mayCreate: boolean;
  onUse: () => void;
  onSetUp: () => void;
  onOpen: (metric: Metric) => void;
}

function KindAction({ kind, metrics, isBusy, mayCreate, onUse, onSetUp, onOpen }: ActionProps) {
  const ready = metrics.find(({ name }) => name === kind.title);
  if (ready)
    return (
      <Button size="small" aria-label={`Open ${kind.title}`} onClick={() => onOpen(ready)}>
        Open
      </Button>
    );
  if (!mayCreate) return null;
  return kind.works_as_is ? (
    <Button size="small" aria-label={`Use as it is: ${kind.title}`} busy={isBusy} onClick={onUse}>
      Use as it is
    </Button>
  ) : (
    <Button size="small" aria-label={`Set up ${kind.title}`} onClick={onSetUp}>
      Set up
    </Button>
  );
}

const firstSentence = (page: string): string => /^.*?\.(?=\s|$)/s.exec(page)?.[0] ?? page;
