import { randomHex } from '#kernel/ids';
import type { InvokeOptions, TargetConfiguration } from './configuration.ts';
import type { SpanRecord, StageTiming } from './ports.ts';

/** Follows one call through its stages and becomes its span. */
export type CallTrace = {
  readonly traceId: string | null;
  readonly traceparent: string | undefined;
  /** Ends the stage before and begins this one. */
  enter(stage: string): void;
  timings(): StageTiming[];
  durationMs(): number;
  span(outcome: SpanOutcome): SpanRecord | undefined;
};

export type SpanOutcome = {
  error: string | null;
  statusCode: number | null;
  conversationId: string | null;
  url: string;
  input: string;
  output: string;
  /** Requests around the call. */
  steps: number;
  /** From sending the message to the last of the answer; null where nothing was sent. */
  answeredMs: number | null;
  /** Of the answer as it came, before anything was taken from it; null where that is not counted. */
  receivedBytes: number | null;
};

const TEXT_LIMIT = 10_000;
const PREVIEW_LIMIT = 1000;

export function startTrace(
  configuration: TargetConfiguration,
  options: InvokeOptions,
  clock: { now(): number },
): CallTrace {
  const isEnabled = options.traceEnabled !== false && !configuration.disableTracing;
  const random = isEnabled ? randomHex(24) : '';
  const traceId = isEnabled ? (options.parent?.traceId ?? random.slice(0, 32)) : null;
  const spanId = random.slice(32);
  const startedAt = clock.now();
  const startedAtMs = performance.now();
  const finished: StageTiming[] = [];
  let current: { stage: string; startMs: number } | undefined;

  function finish(): void {
    if (current === undefined) return;
    const endMs = performance.now() - startedAtMs;
    finished.push({
      stage: current.stage,
      startMs: round(current.startMs),
      durationMs: round(endMs - current.startMs),
    });
    current = undefined;
  }

  return {
    traceId,
    traceparent: traceId === null ? undefined : `00-${traceId}-${spanId}-01`,
    enter: (stage) => {
      if (current?.stage === stage) return;
      finish();
      current = { stage, startMs: performance.now() - startedAtMs };
    },
    timings: () => {
      finish();
      return finished;
    },
    durationMs: () => round(performance.now() - startedAtMs),
    span: (outcome) => {
      if (traceId === null) return undefined;
      finish();
      return {
        traceId,
        spanId,
        parentSpanId: options.parent?.spanId ?? null,
        name: `function.endpoint_${configuration.protocol.toLowerCase()}_invoke`,
        kind: 'CLIENT',
        status: outcome.error === null ? 'ok' : 'error',
        statusMessage: outcome.error,
        endpointId: configuration.endpointId ?? null,
        projectId: configuration.projectId ?? null,
        environment: configuration.environment ?? null,
        conversationId: outcome.conversationId,
        startedAt,
        durationMs: round(performance.now() - startedAtMs),
        stages: finished,
        attributes: attributesOf(configuration, options, outcome),
      };
    },
  };
}

function attributesOf(
  configuration: TargetConfiguration,
  options: InvokeOptions,
  outcome: SpanOutcome,
): SpanRecord['attributes'] {
  return {
    ...options.attributes,
    'endpoint.name': configuration.name,
    'endpoint.type': configuration.protocol,
    'endpoint.url': outcome.url,
    'endpoint.method': configuration.method,
    ...(outcome.statusCode === null ? {} : { 'endpoint.response.status': outcome.statusCode }),
    ...(outcome.steps === 0 ? {} : { 'endpoint.steps': outcome.steps }),
    'endpoint.response.has_output': outcome.output !== '',
    'endpoint.response.output_preview': outcome.output.slice(0, PREVIEW_LIMIT),
    'endpoint.response.output_characters': outcome.output.length,
    ...(outcome.receivedBytes === null ? {} : { 'endpoint.response.size': outcome.receivedBytes }),
    ...(outcome.answeredMs === null ? {} : { 'endpoint.response.duration_ms': outcome.answeredMs }),
    'conversation.input': outcome.input.slice(0, TEXT_LIMIT),
    'conversation.output': outcome.output.slice(0, TEXT_LIMIT),
  };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
