import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Test, TestExecution } from '@sonde/contract';
import { FlaskConical } from 'lucide-react';
import { useJob } from '../../lib/job-query.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { useEndpointChoices } from '../../lib/run-choices.ts';
import { formatDuration, inWords } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { isRunning } from '../../ui/job-status.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { useBroughtIntoView } from '../../ui/use-brought-into-view.ts';
import { inputOf } from './test-draft.ts';
import type { TestDraft } from './test-draft.ts';

interface Props {
  draft: TestDraft;
  test: Test | null;
  testSetId: string | null;
}

/** The test as it stands in the form, asked once. Neither the test nor what comes back is stored. */
export function TryTest({ draft, test, testSetId }: Props) {
  const { api } = usePlatform();
  const may = useMay();
  const [chosen, setChosen] = useState('');
  const endpoints = useEndpointChoices();
  const endpointId = chosen === '' ? (endpoints.found[0]?.id ?? '') : chosen;
  const attempt = useMutation({
    mutationFn: () => api.call('executeTest', { body: trialOf({ draft, test, testSetId, endpointId }) }),
  });
  if (!may('test_run:execute') || endpoints.isEmpty) return null;
  const isEmpty = (draft.type === 'Single-Turn' ? draft.content : draft.goal).trim() === '';
  return (
    <section aria-label="Try the test" className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <SearchedSelect
          className="min-w-0 flex-1"
          label="Try it on"
          choices={endpoints}
          value={endpointId}
          onChange={setChosen}
        />
        <Button
          icon={<FlaskConical aria-hidden size={16} />}
          busy={attempt.isPending}
          disabled={isEmpty || endpointId === ''}
          onClick={() => attempt.mutate()}
        >
          Try
        </Button>
      </div>
      <div aria-live="polite">
        {attempt.error ? <ProblemNotice error={attempt.error} what="The test was not tried" /> : null}
        {attempt.data ? <Outcome answer={attempt.data} /> : null}
      </div>
    </section>
  );
}

function trialOf({ draft, test, testSetId, endpointId }: Props & { endpointId: string }) {
  const { prompt, test_configuration, requirement, metrics } = inputOf(draft, test);
  return {
    endpoint_id: endpointId,
    ...(prompt ? { prompt } : {}),
    ...(test_configuration ? { test_configuration } : {}),
    requirement,
    metrics,
    ...(test
      ? { test_type: test.test_type, combine: test.combine, files: test.files, metadata: test.metadata }
      : {}),
    ...(testSetId === null ? {} : { test_set_id: testSetId }),
  };
}

type Answer = TestExecution | { task_id: string };

const Outcome = ({ answer }: { answer: Answer }) =>
  'task_id' in answer ? <Talk taskId={answer.task_id} /> : <Execution execution={answer} />;

/** A conversation takes a while; its job tells how far it is. */
function Talk({ taskId }: { taskId: string }) {
  const job = useJob(taskId);
  if (job.error) return <ProblemNotice error={job.error} />;
  if (!job.data || isRunning(job.data.status))
    return (
      <ProgressBar
        label={job.data?.progress.label ?? 'Waiting for its turn'}
        value={job.data?.progress.step}
        max={job.data?.progress.total}
      />
    );
  const { result, error } = job.data;
  if (typeof result === 'object' && result !== null && 'test_output' in result)
    return <Execution execution={result as TestExecution} />;
  return <p role="alert">{error ?? 'The conversation was stopped.'}</p>;
}

const tones: Readonly<Record<TestExecution['status'], Tone>> = {
  Pass: 'signal',
  Fail: 'danger',
  Error: 'warn',
  NotEvaluated: 'neutral',
  Pending: 'neutral',
};
const words: Readonly<Record<TestExecution['status'], string>> = {
  Pass: 'Passed',
  Fail: 'Failed',
  Error: 'Error',
  NotEvaluated: 'Not evaluated',
  Pending: 'Not judged',
};

function Execution({ execution }: { execution: TestExecution }) {
  const { status, reason, execution_time, test_metrics, conversation } = execution;
  const answer = answerIn(execution.test_output);
  const outcome = useBroughtIntoView(execution);
  return (
    <div ref={outcome} className="grid gap-3 rounded-(--radius-card) bg-sunken p-3.5">
      <p className="flex flex-wrap items-center gap-2">
        <Chip tone={tones[status]}>{words[status]}</Chip>
        {execution_time === null ? null : (
          <span className="font-mono text-[0.8125rem] text-muted">{formatDuration(execution_time)}</span>
        )}
        {reason === null ? null : <span>{reason}</span>}
      </p>
      {conversation ? (
        <ol className="grid gap-1.5">
          {conversation.map(({ role, content }, index) => (
            <li key={index} dir="auto" className="break-words whitespace-pre-wrap">
              <span className="mark mr-2">{role === 'user' ? 'User' : 'Application'}</span>
              {content}
            </li>
          ))}
        </ol>
      ) : answer === null ? null : (
        <p dir="auto" className="max-h-60 overflow-y-auto break-words whitespace-pre-wrap" tabIndex={0}>
          {answer}
        </p>
      )}
      {test_metrics && test_metrics.length > 0 ? (
        <ul className="grid gap-1">
          {test_metrics.map(({ metric_id, shown_name: name, verdict, flag, reason: why }, place) => (
            <li key={`${metric_id} ${place}`}>
              <span className="font-medium">{name}</span>: {flag === null ? inWords(verdict) : 'Only flags'}.{' '}
              {why}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function answerIn(output: unknown): string | null {
  const said: unknown = typeof output === 'object' && output !== null ? Reflect.get(output, 'output') : null;
  if (said === null || said === undefined) return null;
  return typeof said === 'string' ? said : JSON.stringify(said, null, 2);
}
