import { mappedFailure, mappedFields } from '@sonde/contract/mapped-fields';
import type { InvocationResult } from './configuration.ts';
import type { CallFailure, Stage } from './failures.ts';
import type { Masker } from './masking.ts';
import type { StageTiming } from './ports.ts';
import type { Step } from './step-request.ts';
import type { RenderedRequest } from './request.ts';

export type Outcome = {
  stage: Stage;
  failure: CallFailure | undefined;
  fields: Readonly<Record<string, unknown>>;
  conversationId: string | undefined;
  rawResponse: unknown;
  request: RenderedRequest | undefined;
  steps: readonly Step[];
  statusCode: number | null;
  durationMs: number;
  timeToFirstByteMs: number | null;
  retryAfterMs: number | undefined;
  timings: readonly StageTiming[];
  warnings: readonly string[];
  traceId: string | null;
};

/** The one place that knows the field names of a result. Whatever it shows has passed the masker. */
export function presentResult(outcome: Outcome, masker: Masker): InvocationResult {
  const { failure, fields } = outcome;
  const reserved = {
    success: failure === undefined,
    stage: outcome.stage,
    output: masker.value(fields['output'] ?? null),
    context: masker.value(fields['context'] ?? []),
    metadata: masker.value(fields['metadata'] ?? null),
    tool_calls: masker.value(fields['tool_calls'] ?? null),
    conversation_id: outcome.conversationId === undefined ? null : masker.text(outcome.conversationId),
    raw_response: masker.value(outcome.rawResponse ?? null),
    request: outcome.request === undefined ? null : presentRequest(outcome.request, masker),
    ...(outcome.steps.length === 0 ? {} : { steps: outcome.steps.map((step) => presentStep(step, masker)) }),
    status_code: outcome.statusCode,
    duration_ms: outcome.durationMs,
    time_to_first_byte_ms: outcome.timeToFirstByteMs,
    ...(outcome.retryAfterMs === undefined ? {} : { retry_after_ms: outcome.retryAfterMs }),
    timings: outcome.timings.map(({ stage, durationMs }) => ({ stage, duration_ms: durationMs })),
    error:
      failure === undefined
        ? null
        : {
            type: failure.type,
            message: masker.text(failure.message),
            hint: failure.hint === null ? null : masker.text(failure.hint),
          },
    trace_id: outcome.traceId,
  };
  const warnings = [...outcome.warnings];
  const further: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(reserved, name) && name !== 'warnings') further.push([name, masker.value(value)]);
    else if (!MAPPABLE.has(name))
      warnings.push(`The mapped variable "${name}" has the name of a field of the result and is left out.`);
  }
  return {
    ...Object.fromEntries(further),
    ...reserved,
    warnings: [...new Set(warnings.map((warning) => masker.text(warning)))],
  };
}

const MAPPABLE: ReadonlySet<string> = new Set([...mappedFields, mappedFailure]);

const presentStep = (step: Step, masker: Masker): NonNullable<InvocationResult['steps']>[number] => ({
  name: masker.text(step.name),
  kind: step.kind,
  request: presentRequest(step.request, masker),
  status_code: step.statusCode,
  attempts: step.attempts,
  duration_ms: step.durationMs,
});

function presentRequest(request: RenderedRequest, masker: Masker): NonNullable<InvocationResult['request']> {
  return {
    method: request.method,
    url: masker.url(request.shown.url),
    headers: masker.headers(request.shown.headers),
    body: masker.body(request.preview),
  };
}
