import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BodyInputOf, MetricTrial, tryMetricDraft } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Chip } from '../../ui/chip.tsx';
import { AreaField } from '../../ui/field.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { formatNumber } from '../../lib/format.ts';

interface Props {
  /** Of a metric that is tried as it is saved. */
  id: string | null;
  needs: readonly string[];
  draft: BodyInputOf<typeof tryMetricDraft>['metric'] | null;
}

/** Scores an answer while the metric is being written. Nothing of it is stored. */
export function MetricTry({ id, needs, draft }: Props) {
  const api = useApi();
  const [output, setOutput] = useState('');
  const [input, setInput] = useState('');
  const [expected, setExpected] = useState('');
  const [context, setContext] = useState('');
  const item = {
    output,
    ...(input === '' ? {} : { input }),
    ...(expected === '' ? {} : { expected }),
    ...(context === '' ? {} : { context }),
  };
  const asked = useDebounced(JSON.stringify({ id, draft, item }), 500);
  const isSettled = asked === JSON.stringify({ id, draft, item });
  const trial = useQuery({
    queryKey: ['metric-try', asked],
    queryFn: async ({ signal }): Promise<MetricTrial | null> => {
      if (id !== null) return api.call('tryMetric', { params: { id }, body: item, signal });
      return draft === null ? null : api.call('tryMetricDraft', { body: { metric: draft, ...item }, signal });
    },
    enabled: output !== '' && isSettled && (id !== null || draft !== null),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return (
    <section className="grid gap-3 rounded-(--radius-card) border border-line p-4" aria-label="Try it">
      <h3 className="font-semibold">Try it</h3>
      <AreaField
        label="An answer"
        rows={3}
        value={output}
        onChange={(event) => setOutput(event.target.value)}
        hint="Scored as you type; nothing is stored."
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <AreaField
          label="What was asked"
          optional
          rows={2}
          value={input}
          onChange={(event) => setInput(event.target.value)}
        />
        {needs.includes('expected') ? (
          <AreaField
            label="Expected answer"
            rows={2}
            value={expected}
            onChange={(event) => setExpected(event.target.value)}
          />
        ) : null}
        {needs.includes('context') ? (
          <AreaField
            label="Context"
            hint="What the application answered from."
            rows={2}
            value={context}
            onChange={(event) => setContext(event.target.value)}
          />
        ) : null}
      </div>
      {output !== '' && trial.error ? (
        <ProblemNotice error={trial.error} what="This metric cannot judge yet" />
      ) : null}
      {output !== '' && trial.data && !trial.error ? <Outcome output={output} trial={trial.data} /> : null}
    </section>
  );
}

const looks = {
  pass: { tone: 'signal', words: 'Passed' },
  fail: { tone: 'danger', words: 'Failed' },
  not_evaluated: { tone: 'neutral', words: 'Not evaluated' },
  error: { tone: 'warn', words: 'Error' },
  flag: { tone: 'warn', words: 'Flag: look at it' },
  no_flag: { tone: 'neutral', words: 'No flag' },
} as const;

function Outcome({ output, trial }: { output: string; trial: MetricTrial }) {
  const { tone, words } = looks[trial.flag === null ? trial.verdict : trial.flag ? 'flag' : 'no_flag'];
  return (
    <div className="grid gap-2" role="status">
      <span className="flex flex-wrap items-center gap-2">
        <Chip tone={tone}>{words}</Chip>
        {trial.score === null ? null : (
          <span className="text-muted tabular-nums">Score {formatNumber(trial.score)}</span>
        )}
      </span>
      <p>{trial.reason}</p>
      {trial.evidence.some(({ field }) => field === 'output') ? (
        <MarkedText text={output} spans={trial.evidence.filter(({ field }) => field === 'output')} />
      ) : null}
    </div>
  );
}
