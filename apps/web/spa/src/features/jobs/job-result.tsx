import type { Job } from '@sonde/contract';
import { isRecord } from '../../lib/shown-text.ts';
import { LinkButton } from '../../ui/button.tsx';
import { JsonText } from '../../ui/json-text.tsx';

/** What a job came to, in a sentence, with what it made; its result as programs read it is folded away. */
export function JobResult({ job: { result, progress } }: { job: Job }) {
  if (result === null || result === undefined) return null;
  const told = isRecord(result) ? result : {};
  const notices = Array.isArray(told['notices']) ? told['notices'].filter(isText) : [];
  const { message, test_set_id: setId, test_run_id: runId } = told;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{isText(message) ? message : progress.label}</p>
      {notices.map((notice) => (
        <p key={notice} className="max-w-prose text-muted">
          {notice}
        </p>
      ))}
      <div className="flex flex-wrap gap-2 print:hidden">
        {isText(setId) ? (
          <LinkButton to="/test-sets/$testSetId" params={{ testSetId: setId }}>
            Open the test set
          </LinkButton>
        ) : null}
        {isText(runId) ? (
          <LinkButton to="/runs/$runId" params={{ runId }}>
            Open the run
          </LinkButton>
        ) : null}
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-muted hover:text-ink">As programs read it</summary>
        <div className="mt-3">
          <JsonText label="Result" value={result} />
        </div>
      </details>
    </div>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
