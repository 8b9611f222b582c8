import type { AutoConfigureProgress, AutoConfigureRequest, AutoConfigureResult } from '@sonde/contract';
import type { Api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { readEvents } from '../../lib/sse.ts';

export type PipelineRequest = Partial<AutoConfigureRequest> & { input_text: string };

/** Runs the pipeline and tells its steps as they come. A server without streams answers at once with the result. */
export async function runPipeline({
  api,
  request,
  onProgress,
  signal,
}: {
  api: Api;
  request: PipelineRequest;
  onProgress: (progress: AutoConfigureProgress) => void;
  signal: AbortSignal;
}): Promise<AutoConfigureResult> {
  const response = await api.open('autoConfigure', { body: request, signal }, 'text/event-stream');
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
  if (!isStream || response.body === null) return (await response.json()) as AutoConfigureResult;
  let result: AutoConfigureResult | null = null;
  let failure: { status?: number; title?: string; detail?: string; code?: string; error_id?: string } | null =
    null;
  await readEvents(response.body, ({ event, data }) => {
    if (event === 'progress') onProgress(JSON.parse(data) as AutoConfigureProgress);
    if (event === 'result') result = JSON.parse(data) as AutoConfigureResult;
    if (event === 'problem' || event === 'error') failure = JSON.parse(data) as typeof failure;
  });
  if (result !== null) return result;
  throw streamEnded(failure);
}

function streamEnded(
  failure: { status?: number; title?: string; detail?: string; code?: string; error_id?: string } | null,
): ApiError {
  return new ApiError({
    status: failure?.status ?? 0,
    code: failure?.code ?? 'stream.ended',
    title: failure?.title ?? 'The work ended without a result',
    detail:
      failure?.detail ?? 'The connection closed before Sonde had finished. What was pasted is still here.',
    errors: [],
    errorId: failure?.error_id ?? null,
    retryAfterSeconds: null,
  });
}

export interface StepState {
  readonly step: AutoConfigureProgress['step'];
  readonly state: AutoConfigureProgress['state'] | 'waiting';
  readonly label: string;
  readonly attempt: number;
}

const order = ['parse', 'probe', 'correct', 'generate'] as const;
const words: Readonly<Record<AutoConfigureProgress['step'], string>> = {
  parse: 'Read what was pasted',
  probe: 'Send one harmless message',
  correct: 'Correct and try again',
  generate: 'Write the mapping',
};

/** The last word on each of the four steps. */
export function stepsOf(events: readonly AutoConfigureProgress[]): StepState[] {
  return order.map((step) => {
    const last = events.findLast((event) => event.step === step);
    return last
      ? {
          step,
          state: last.state,
          label: last.label === '' ? words[step] : last.label,
          attempt: last.attempt,
        }
      : { step, state: 'waiting', label: words[step], attempt: 0 };
  });
}
