import type { AutoConfigureProgress } from '@sonde/contract';
import { Check, Minus, X } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { stepsOf } from './run-pipeline.ts';
import type { StepState } from './run-pipeline.ts';

export function PipelineProgress({ events }: { events: readonly AutoConfigureProgress[] }) {
  const steps = stepsOf(events);
  const settled = steps.filter((step) => step.state === 'done' || step.state === 'skipped').length;
  return (
    <div className="card grid gap-6 p-6">
      <ProgressBar label="Working it out" value={settled} max={steps.length} />
      <ol className="grid gap-4" aria-live="polite">
        {steps.map((step) => (
          <li
            key={step.step}
            className={classes('flex items-center gap-3', step.state === 'waiting' && 'text-muted')}
          >
            <StepSign state={step.state} />
            <span>
              {step.label}
              {step.attempt > 1 ? ` (attempt ${step.attempt})` : ''}
              {step.state === 'skipped' ? ' (not needed)' : ''}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function StepSign({ state }: { state: StepState['state'] }) {
  return (
    <span
      className={classes(
        'grid size-7 shrink-0 place-items-center rounded-full border',
        state === 'done'
          ? 'border-signal bg-signal text-on-signal'
          : state === 'failed'
            ? 'border-danger text-danger'
            : 'border-line-strong',
      )}
    >
      {state === 'started' ? <Spinner /> : null}
      {state === 'done' ? <Check aria-hidden size={15} /> : null}
      {state === 'failed' ? <X aria-hidden size={15} /> : null}
      {state === 'skipped' ? <Minus aria-hidden size={15} /> : null}
      <span className="sr-only">{state}</span>
    </span>
  );
}
