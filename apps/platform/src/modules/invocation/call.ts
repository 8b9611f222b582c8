import { isSecretName, secretsInAddress } from '@sonde/secrets';
import { rawOf } from './body.ts';
import {
  timeoutMsOf,
  type CallVariables,
  type InvokeOptions,
  type TargetConfiguration,
} from './configuration.ts';
import { givenConversationId, type History } from './conversations.ts';
import type { CallFailure, Stage } from './failures.ts';
import { createMasker, isShortOfSecret, MASK, type Masker } from './masking.ts';
import { shortestLearntPart } from './opaque-secrets.ts';
import type { Outcome } from './present.ts';
import type { RenderCall, RenderedRequest } from './request.ts';
import type { Step } from './step-request.ts';
import { startTrace, type CallTrace } from './tracing.ts';
import type { AnswerHeaders, TransportProgress } from './transports/transport.ts';

/** Everything that is known of one call while it runs; `outcomeOf` reads it whatever the call came to. */
export type Call = {
  configuration: TargetConfiguration;
  variables: CallVariables;
  signal: AbortSignal | undefined;
  trace: CallTrace;
  masker: Masker;
  stage: Stage;
  timeoutMs: number;
  startedAtMs: number;
  warnings: string[];
  progress: TransportProgress;
  fields: Record<string, unknown>;
  history: History | undefined;
  conversationId: string | undefined;
  render: RenderCall | undefined;
  request: RenderedRequest | undefined;
  /** The access token of the call, once there is one. */
  token: string | undefined;
  /** What requests around the call have given; templates place it under these names. */
  learnt: { before?: Record<string, unknown>; start?: Record<string, unknown> };
  /** Of these, what is a secret whatever it is called, as `before.sid`. */
  learntSecrets: Set<string>;
  steps: Step[];
};

export function startCall(
  configuration: TargetConfiguration,
  variables: CallVariables,
  options: InvokeOptions,
  clock: { now(): number },
): Call {
  return {
    configuration,
    variables,
    signal: options.signal,
    trace: startTrace(configuration, options, clock),
    masker: createMasker({
      ...secretsOf(configuration),
      headerNames: configuration.secretHeaderNames ?? [],
    }),
    stage: 'render',
    timeoutMs: timeoutMsOf(configuration),
    startedAtMs: performance.now(),
    warnings: [],
    progress: { status: null, timeToFirstByteMs: null, partial: undefined },
    fields: {},
    history: undefined,
    conversationId: givenConversationId(variables),
    render: undefined,
    request: undefined,
    token: undefined,
    learnt: {},
    learntSecrets: new Set(),
    steps: [],
  };
}

export function enter(call: Call, stage: Stage, label: string = stage): void {
  call.stage = stage;
  call.trace.enter(label);
}

/** The endpoint's timeout is for the whole call, a token that must be fetched included. */
export function remainingMs(call: Call): number {
  return Math.max(1, call.timeoutMs - (performance.now() - call.startedAtMs));
}

export function outcomeOf(call: Call, failure: CallFailure | undefined): Outcome {
  return {
    stage: failure?.stage ?? 'done',
    failure,
    fields: call.fields,
    conversationId: call.conversationId,
    rawResponse: partialBody(call),
    request: call.request,
    steps: call.steps,
    statusCode: call.progress.status,
    durationMs: tookMs(call),
    timeToFirstByteMs: call.progress.timeToFirstByteMs,
    retryAfterMs: call.progress.retryAfterMs,
    timings: call.trace.timings(),
    warnings: call.warnings,
    traceId: call.trace.traceId,
  };
}

/**
 * What the target took: from sending the request to the last of its answer, or to where the call was given up. What is ours
 * stays out: rendering, a token, connecting, reading the answer. A call that was never sent took what it took.
 */
function tookMs({ progress: { sentAtMs, arrivedAtMs }, trace }: Call): number {
  if (sentAtMs === undefined) return trace.durationMs();
  return Math.round(((arrivedAtMs ?? performance.now()) - sentAtMs) * 1000) / 1000;
}

function partialBody(call: Call): unknown {
  try {
    const body = call.progress.partial?.();
    return body === undefined ? null : rawOf(call.masker.answer(body));
  } catch {
    // A stream that was cut off for being too long has no rest to show.
    return null;
  }
}

const isSecret = (secret: string | null | undefined): secret is string =>
  typeof secret === 'string' && secret !== '' && secret !== MASK;

/** Every secret the configuration holds, wherever it was entered. */
function secretsOf(configuration: TargetConfiguration): { secrets: string[]; sentOnly: string[] } {
  const secretNames = new Set((configuration.secretHeaderNames ?? []).map((name) => name.toLowerCase()));
  const headers = Object.entries(configuration.requestHeaders)
    .filter(
      ([name, value]) =>
        (secretNames.has(name.toLowerCase()) || isSecretName(name, 'header')) && !value.includes('{{'),
    )
    .flatMap(([, value]) => [value, value.replace(/^\w+\s+/, '')]);
  const parameters = Object.entries({ ...configuration.queryParams, ...configuration.tokenParams })
    .filter(([name, value]) => isSecretName(name, 'parameter') && !value.includes('{{'))
    .map(([, value]) => value);
  const address = secretsInAddress(configuration.url).filter((secret) => !secret.includes('{{'));
  const named = [...Object.values(configuration.secrets ?? {}), ...parameters, ...address].filter(isSecret);
  const secrets = [
    configuration.authToken,
    configuration.clientSecret,
    configuration.tls?.key,
    ...Object.values(configuration.secretParams ?? {}),
    ...headers,
    ...named.filter((secret) => !isShortOfSecret(secret)),
  ].filter(isSecret);
  return { secrets, sentOnly: named.filter(isShortOfSecret) };
}

/** Has the masker hide what templates made of secrets: put together, and against letters. */
export function hideRendered(
  { masker }: Call,
  request: RenderedRequest,
  configuration: TargetConfiguration,
): void {
  for (const secret of request.opaque.inWords) masker.addInWords(secret);
  for (const secret of renderedSecrets(request, configuration)) masker.add(secret);
}

function renderedSecrets(request: RenderedRequest, configuration: TargetConfiguration): string[] {
  const named = new Set(
    [...(configuration.secretHeaderNames ?? []), ...request.secretHeaderNames].map((name) =>
      name.toLowerCase(),
    ),
  );
  const headers = Object.entries(request.headers)
    .filter(([name]) => named.has(name.toLowerCase()) || isSecretName(name, 'header'))
    .flatMap(([name, value]) =>
      /^cookie$/i.test(name) ? [value, ...cookiesIn(value)] : [value.replace(/^\w+\s+/, '')],
    );
  return [...headers, ...secretsInAddress(request.url).filter((secret) => !isShortOfSecret(secret))];
}

/** A target says one of them back by itself. What is as short as a word, such as a language, says nothing of anybody. */
const cookiesIn = (header: string): string[] =>
  header
    .split(';')
    .map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
    .filter((value) => value.length >= shortestLearntPart);

/** In small letters, each with its lines. A target may send a secret of ours back in a header as well as in its body. */
export const maskedHeaders = (headers: AnswerHeaders, masker: Masker): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, lines]) => [
      name.toLowerCase(),
      [lines ?? ''].flat().map((line) => masker.text(line)),
    ]),
  );
