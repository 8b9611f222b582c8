import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AutoConfigureProgress, AutoConfigureResult } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { asProblem } from '../../lib/api-error.ts';
import { UnsavedGuard } from '../../lib/unsaved.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { PasteForm } from './paste-form.tsx';
import type { PasteValues } from './paste-values.ts';
import { PipelineProgress } from './pipeline-progress.tsx';
import { Review } from './review.tsx';
import { tokenFromPaste } from './token-from-paste.ts';
import { runPipeline } from './run-pipeline.ts';

/** Paste, watch it being worked out, look it over, apply. */
export function AutoConfigure({
  values,
  setValues,
  renderSave,
  onBack,
  projectId,
}: {
  /** What was pasted lives with the page, so that one can come back to it. */
  values: PasteValues;
  setValues: (values: PasteValues) => void;
  /** Naming it, changing it and saving it belong to the endpoint. */
  renderSave: (understood: {
    result: AutoConfigureResult;
    token: string | null;
    pasted: string;
  }) => ReactNode;
  onBack: () => void;
  projectId: string | null;
}) {
  const api = useApi();
  const [events, setEvents] = useState<readonly AutoConfigureProgress[]>([]);
  const stop = useRef<AbortController>(null);
  const run = useMutation({
    mutationFn: () => {
      const controller = new AbortController();
      stop.current = controller;
      setEvents([]);
      return runPipeline({
        api,
        signal: controller.signal,
        onProgress: (event) => setEvents((before) => [...before, event]),
        request: {
          input_text: values.text,
          probe: values.probe,
          ...(values.url.trim() === '' ? {} : { url: values.url.trim() }),
          ...(values.token.trim() === '' ? {} : { auth_token: values.token.trim() }),
          ...(values.name.trim() === '' ? {} : { name: values.name.trim() }),
          ...(projectId === null ? {} : { project_id: projectId }),
        },
      });
    },
  });
  const stopped = run.error instanceof Error && run.error.name === 'AbortError';

  // What was pasted, and what was made of it, are gone with the page.
  const guard = <UnsavedGuard dirty={values.text.trim() !== ''} staysWithin="/endpoints/new" />;
  if (run.isPending) {
    return (
      <div className="grid gap-5">
        {guard}
        <PipelineProgress events={events} />
        <Button busy={false} className="justify-self-start" onClick={() => stop.current?.abort()}>
          Stop
        </Button>
      </div>
    );
  }
  if (run.data) {
    return (
      <>
        {guard}
        <Review
          result={run.data}
          values={values}
          renderSave={(result) =>
            renderSave({
              result,
              token: values.token.trim() || tokenFromPaste(values.text, result.request_headers),
              pasted: values.text,
            })
          }
          onBack={() => run.reset()}
          onRetry={() => run.mutate()}
        />
      </>
    );
  }
  return (
    <div className="grid gap-5">
      {guard}
      {stopped ? <p role="status">Stopped. What you pasted is still here.</p> : null}
      {run.error && !stopped ? (
        <ProblemNotice error={run.error} what={whatFailed(run.error)} onRetry={() => run.mutate()} />
      ) : null}
      <PasteForm values={values} onChange={setValues} onSubmit={() => run.mutate()} onBack={onBack} />
    </div>
  );
}

function whatFailed(error: unknown): string {
  return asProblem(error).code === 'model.not_configured'
    ? 'No AI model configured'
    : 'It could not be worked out';
}
