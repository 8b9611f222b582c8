import type { InvocationResult } from '@sonde/contract';
import { plural } from '../../lib/format.ts';
import { RequestShown } from './request-shown.tsx';

const words = {
  before: 'Before the call',
  status: 'Asked until done',
  result: 'Fetched as the result',
} as const;

/** The requests around the call, each as it goes out. */
export function StepsShown({ steps }: { steps: InvocationResult['steps'] }) {
  if (!steps || steps.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-[0.875rem] font-medium">Requests around the call</h3>
      {steps.map((step, index) => (
        <details key={index} className="rounded-md border border-line p-3">
          <summary className="text-[0.875rem]">
            {step.kind === 'before' ? `${words.before}: ${step.name}` : words[step.kind]}
            <span className="text-muted">
              {step.status_code === null ? '' : ` · HTTP ${step.status_code}`}
              {step.attempts > 1 ? ` · ${plural(step.attempts, 'question')}` : ''}
            </span>
          </summary>
          <div className="mt-3">
            <RequestShown request={step.request} />
          </div>
        </details>
      ))}
    </div>
  );
}
