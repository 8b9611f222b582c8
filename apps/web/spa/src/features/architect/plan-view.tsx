import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ArchitectStep, ArchitectTalk } from '@sonde/contract';
import { inWords } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { useJob } from '../../lib/job-query.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { talkKey } from './architect-query.ts';
import { changeable, isId, kindOf, unchangeable } from './step-arguments.ts';
import { ThingName } from './thing-name.tsx';
import { StepStatus } from './talk-status.tsx';

/** The steps of the chat, which can be changed and left out while they wait for a yes. */
export function PlanView({ talk, onSaid }: { talk: ArchitectTalk; onSaid: (talk: ArchitectTalk) => void }) {
  const api = useApi();
  const isAsking = talk.status === 'confirming';
  const confirm = useMutation({
    mutationFn: (approve: boolean) =>
      api.call('confirmArchitectPlan', {
        params: { id: talk.id },
        body: { approve, plan_version: talk.plan_version },
      }),
    onSuccess: onSaid,
  });
  return (
    <Section
      title="Plan"
      lead={
        isAsking ? 'Nothing is done before you say yes. Leave out or change what you do not want.' : undefined
      }
    >
      <ol className="grid gap-3">
        {talk.plan.map((step) => (
          <li key={step.id} className="grid gap-2 rounded-(--radius-card) bg-sunken p-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 font-medium break-words">{step.title}</span>
              <StepStatus status={step.status} />
            </div>
            {step.note === null ? null : (
              <p className="text-[0.875rem] break-words text-muted">{step.note}</p>
            )}
            {step.status === 'running' && step.task_id !== null ? <StepJob taskId={step.task_id} /> : null}
            <MadeBy step={step} />
            {isAsking && step.status === 'planned' ? <Given step={step} /> : null}
            {isAsking ? (
              <StepChange key={JSON.stringify(step.arguments)} talkId={talk.id} step={step} />
            ) : null}
          </li>
        ))}
      </ol>
      {confirm.error ? <ProblemNotice error={confirm.error} what="Your answer was not sent" /> : null}
      {isAsking ? (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate(true)}>
            Yes, do it
          </Button>
          <Button disabled={confirm.isPending} onClick={() => confirm.mutate(false)}>
            No
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

function StepJob({ taskId }: { taskId: string }) {
  const job = useJob(taskId);
  if (!job.data) return null;
  const { progress } = job.data;
  return (
    <ProgressBar
      label={progress.label === '' ? 'Waiting for its turn' : progress.label}
      value={progress.step}
      max={progress.total}
    />
  );
}

/** Where one sees what a step has made, or is making. */
function MadeBy({ step }: { step: ArchitectStep }) {
  if (step.task_id === null) return null;
  return (
    <Link
      className="link justify-self-start text-[0.875rem]"
      to="/jobs/$taskId"
      params={{ taskId: step.task_id }}
    >
      Its job
    </Link>
  );
}

/** What else a yes is given for: a model may have been talked into it by what an application answered. */
function Given({ step }: { step: ArchitectStep }) {
  const others = unchangeable(step.arguments);
  if (others.length === 0) return null;
  return (
    <dl className="grid gap-1 text-[0.875rem]">
      {others.map(([key, value]) => (
        <div key={key} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{labels[key] ?? key.replaceAll('_', ' ')}</dt>
          <dd
            className="max-h-60 min-w-0 overflow-y-auto font-mono break-all whitespace-pre-wrap"
            tabIndex={0}
          >
            {value.split('\n').map((line, place) => {
              const kind = isId(line) ? kindOf(step.tool, key) : null;
              return (
                <div key={`${place} ${line}`}>
                  {kind === null ? line : <ThingName kind={kind} id={line} />}
                </div>
              );
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  num_tests: 'Number of tests',
  input: 'Message',
  goal: 'Goal',
  id: 'What it is done to',
  endpoint_id: 'Endpoint',
  test_set_id: 'Test set',
  strategy: 'Kind of questions',
  requirements: 'Requirements',
  explorations: 'Explorations',
};

function StepChange({ talkId, step }: { talkId: string; step: ArchitectStep }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const fields = changeable(step.arguments);
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const change = useMutation({
    mutationFn: (body: { arguments?: Record<string, string | number>; is_skipped?: boolean }) =>
      api.call('updateArchitectSession', {
        params: { id: talkId },
        body: { plan: [{ id: step.id, ...body }] },
      }),
    onSuccess: (changed) => queryClient.setQueryData(talkKey(talkId), changed),
  });
  const isChanged = fields.some(([key, value]) => given[key] !== undefined && given[key] !== String(value));
  const save = (): void =>
    change.mutate({
      arguments: Object.fromEntries(
        fields.map(([key, value]) => {
          const text = given[key] ?? String(value);
          return [key, typeof value === 'number' ? Number(text) : text];
        }),
      ),
    });
  return (
    <div className="grid gap-2">
      {fields.map(([key, value]) => (
        <label key={key} className="grid gap-1 text-[0.875rem]">
          <span className="text-muted">{labels[key] ?? inWords(key)}</span>
          <input
            className="input"
            type={typeof value === 'number' ? 'number' : 'text'}
            disabled={step.status === 'skipped'}
            value={given[key] ?? String(value)}
            onChange={(event) => setGiven({ ...given, [key]: event.target.value })}
          />
        </label>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 text-[0.875rem]">
          <input
            type="checkbox"
            checked={step.status !== 'skipped'}
            disabled={change.isPending}
            onChange={(event) => change.mutate({ is_skipped: !event.target.checked })}
          />
          Do this step
        </label>
        {isChanged ? (
          <Button busy={change.isPending} onClick={save}>
            Save the change
          </Button>
        ) : null}
      </div>
      {change.error ? <ProblemNotice error={change.error} what="The step was not changed" /> : null}
    </div>
  );
}
