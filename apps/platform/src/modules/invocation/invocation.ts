import { randomUUID } from 'node:crypto';
import { EgressError, type Egress } from '@sonde/egress';
import { createAllowance, defaultAllowanceMs } from './allowance.ts';
import { isSecretName } from '@sonde/secrets';
import { rawOf } from './body.ts';
import {
  timeoutMsOf,
  type CallVariables,
  type InvocationResult,
  type InvokeOptions,
  type TargetConfiguration,
} from './configuration.ts';
import { givenConversationId, openHistory, type History } from './conversations.ts';
import { createCredentials } from './credentials.ts';
import { CallFailure, failureFromEgress, failureFromStatus, type Stage } from './failures.ts';
import { createPathQueries } from '#kernel/json-path';
import { createMasker, decodeLoosely, MASK, type Masker } from './masking.ts';
import { readPlaceholders } from './placeholders.ts';
import type { ConversationStore, TokenCache, TraceSink } from './ports.ts';
import { presentResult, type Outcome } from './present.ts';
import { renderRequest, type RenderCall, type RenderedRequest } from './request.ts';
import { createResponseMapper, type MappedResponse } from './response.ts';
import { errorTextIn } from './target-errors.ts';
import { TemplateError } from './templates.ts';
import { startTrace, type CallTrace } from './tracing.ts';
import { createRestTransport } from './transports/rest.ts';
import type { Transport, TransportAnswer, TransportProgress } from './transports/transport.ts';
import { createWebSocketTransport } from './transports/websocket.ts';
import { prepareVariables } from './variables.ts';

export type InvocationDependencies = {
  egress: Egress;
  clock: { now(): number };
  newId: () => string;
  conversations: ConversationStore;
  tokenCache: TokenCache;
  traces: TraceSink;
  log?: { warn(details: Record<string, unknown>, message: string): void } | undefined;
  /** For all templates of a request, and again for all of its answer. */
  allowanceMs?: number | undefined;
  /** Further ways of reaching a target, by protocol; they win over the built-in ones. */
  transports?: Partial<Record<TargetConfiguration['protocol'], Transport>>;
};

export type Invocation = {
  /** The only way to call a target. Never throws for what a target, a template or the network does. */
  invoke(
    configuration: TargetConfiguration,
    variables: CallVariables,
    options?: InvokeOptions,
  ): Promise<InvocationResult>;
  /** Renders without sending anything, not even for a token. */
  previewRequest(configuration: TargetConfiguration, variables: CallVariables): Promise<InvocationResult>;
  close(): Promise<void>;
};

export function createInvocation(dependencies: InvocationDependencies): Invocation {
  const { egress, clock, newId, conversations, tokenCache, traces, log } = dependencies;
  const queries = createPathQueries();
  const { allowanceMs = defaultAllowanceMs } = dependencies;
  const mapper = createResponseMapper({ queries, allowanceMs });
  const credentials = createCredentials({ egress, tokenCache, clock });
  const transports: Partial<Record<TargetConfiguration['protocol'], Transport>> = {
    REST: createRestTransport({ egress }),
    WebSocket: createWebSocketTransport({
      egress,
      queries,
      isAnswer: (mapping, body) => mapper.isAnswer(mapping, body),
    }),
    ...dependencies.transports,
  };

  async function prepare(call: Call): Promise<void> {
    const { configuration, variables, warnings } = call;
    const placeholders = readPlaceholders(configuration);
    if (configuration.authType === 'bearer_token' && !configuration.authToken)
      warnings.push(
        'The endpoint signs in with a bearer token and none is stored: it is called without one.',
      );
    const { context, input } = prepareVariables(configuration, variables, placeholders, warnings);
    if (placeholders.isStateless) {
      call.history = await openHistory(
        { conversations, clock, newId },
        { configuration, variables, userText: input, warnings },
      );
    }
    call.conversationId =
      call.history === undefined
        ? (givenConversationId(variables) ?? freshConversationId(configuration, placeholders))
        : call.history.conversationId;
    const { history } = call;
    call.render = {
      configuration,
      context,
      placeholders,
      token: undefined,
      conversationId: call.conversationId,
      messages: history === undefined ? undefined : (systemPrompt) => history.messages(systemPrompt),
      traceparent: call.trace.traceparent,
      warnings,
      allowance: createAllowance({ ms: allowanceMs, wallClock: clock }),
    };
  }

  function render(call: Call, token: string | undefined): RenderedRequest {
    if (call.render === undefined) throw new Error('A call is rendered before it was prepared.');
    call.request = renderRequest({ ...call.render, token });
    for (const secret of renderedSecrets(call.request, call.configuration)) call.masker.add(secret);
    return call.request;
  }

  async function authorize(call: Call, refused?: string): Promise<string | undefined> {
    if (call.configuration.authType === 'client_credentials') enter(call, 'auth');
    const { configuration, masker, signal } = call;
    return credentials.tokenFor({ configuration, masker, signal, timeoutMs: remainingMs(call), refused });
  }

  async function send(call: Call, token: string | undefined): Promise<TransportAnswer> {
    enter(call, 'render');
    const request = render(call, token);
    enter(call, 'send');
    const transport = transports[call.configuration.protocol];
    if (transport === undefined) {
      throw new CallFailure({
        stage: 'send',
        type: 'unsupported_protocol',
        message: `Targets of the protocol ${call.configuration.protocol} cannot be called here.`,
      });
    }
    const { configuration, signal, conversationId, progress } = call;
    return transport.send({
      configuration,
      request,
      timeoutMs: remainingMs(call),
      signal,
      conversationId,
      progress,
    });
  }

  async function run(call: Call): Promise<void> {
    enter(call, 'render');
    await prepare(call);
    const token = await authorize(call);
    let answer = await send(call, token);
    if (answer.status === 401 && call.configuration.authType === 'client_credentials') {
      // The target answered, so nothing is repeated blindly: once, with a token it has not seen.
      answer = await send(call, await authorize(call, token));
    }
    const body = call.masker.answer(answer.body);
    call.progress.partial = () => body;
    call.warnings.push(...answer.warnings);
    await takeAnswer(call, { ...answer, body });
  }

  async function takeAnswer(call: Call, answer: TransportAnswer): Promise<void> {
    const { configuration } = call;
    const isRefused = answer.status !== null && (answer.status < 200 || answer.status > 299);
    enter(call, isRefused ? 'http' : 'map');
    const mapped = isRefused
      ? undefined
      : mapper.map(configuration.responseMapping, answer.body, {
          status: answer.status,
          headers: maskedHeaders(answer.headers ?? {}, call.masker),
        });
    if (mapped !== undefined) takeMapped(call, mapped);
    const failure = isRefused
      ? failureFromStatus(answer.status ?? 0, configuration.method, errorTextIn(answer.body))
      : mapped?.failure;
    answer.keepFor?.(failure === undefined ? call.conversationId : undefined);
    if (failure !== undefined) throw failure;
    await call.history?.commit({
      output: call.fields['output'],
      toolCalls: call.fields['tool_calls'],
      systemPrompt: call.request?.systemPrompt,
    });
    enter(call, 'done');
  }

  function takeMapped(call: Call, mapped: MappedResponse): void {
    call.fields = mapped.fields;
    call.warnings.push(...mapped.warnings);
    if (call.history === undefined) call.conversationId = mapped.conversationId ?? call.conversationId;
  }

  async function invoke(
    configuration: TargetConfiguration,
    variables: CallVariables,
    options: InvokeOptions = {},
  ): Promise<InvocationResult> {
    const call = startCall(configuration, variables, options, clock);
    let failure: CallFailure | undefined;
    try {
      await run(call);
    } catch (error) {
      failure = toFailure(error, call);
      if (failure.type === 'internal_error')
        log?.warn({ err: error, endpointId: configuration.endpointId }, 'invocation.failed');
    }
    const result = presentResult(outcomeOf(call, failure), call.masker);
    await recordTrace(call, result);
    return result;
  }

  async function recordTrace(call: Call, result: InvocationResult): Promise<void> {
    const span = call.trace.span({
      error: result.error === null ? null : result.error.message,
      statusCode: result.status_code,
      conversationId: result.conversation_id,
      url: result.request?.url ?? call.masker.url(call.configuration.url),
      input: call.masker.text(call.variables.input),
      output: textOf(result.output),
    });
    if (span === undefined) return;
    try {
      await traces.record(call.configuration.organizationId, span);
    } catch (error) {
      // A call that succeeded must not fail because its trace could not be written.
      log?.warn({ err: error, traceId: span.traceId }, 'trace.not_recorded');
    }
  }

  async function previewRequest(
    configuration: TargetConfiguration,
    variables: CallVariables,
  ): Promise<InvocationResult> {
    const call = startCall(configuration, variables, { traceEnabled: false }, clock);
    let failure: CallFailure | undefined;
    try {
      await prepare(call);
      render(call, configuration.authType === 'client_credentials' ? PREVIEW_TOKEN : await authorize(call));
    } catch (error) {
      failure = toFailure(error, call);
    }
    return presentResult({ ...outcomeOf(call, failure), stage: failure?.stage ?? 'render' }, call.masker);
  }

  return {
    invoke,
    previewRequest,
    close: async () => {
      await Promise.all(Object.values(transports).map((transport) => transport.close()));
    },
  };
}

/** Where the caller is the one who names a conversation, a new one gets a name that no other has. */
function freshConversationId(
  { metadata }: TargetConfiguration,
  { usesConversation }: { usesConversation: boolean },
): string | undefined {
  return usesConversation && metadata?.['conversation_id_from'] === 'caller' ? randomUUID() : undefined;
}

/** Stands for the token a preview does not fetch. */
const PREVIEW_TOKEN = 'token-fetched-when-the-call-is-sent';

/** Everything that is known of one call while it runs; `outcomeOf` reads it whatever the call came to. */
type Call = {
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
};

function startCall(
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
      secrets: secretsOf(configuration),
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
  };
}

function enter(call: Call, stage: Stage): void {
  call.stage = stage;
  call.trace.enter(stage);
}

/** The endpoint's timeout is for the whole call, a token that must be fetched included. */
function remainingMs(call: Call): number {
  return Math.max(1, call.timeoutMs - (performance.now() - call.startedAtMs));
}

function outcomeOf(call: Call, failure: CallFailure | undefined): Outcome {
  return {
    stage: failure?.stage ?? 'done',
    failure,
    fields: call.fields,
    conversationId: call.conversationId,
    rawResponse: partialBody(call),
    request: call.request,
    statusCode: call.progress.status,
    durationMs: call.trace.durationMs(),
    timeToFirstByteMs: call.progress.timeToFirstByteMs,
    retryAfterMs: call.progress.retryAfterMs,
    timings: call.trace.timings(),
    warnings: call.warnings,
    traceId: call.trace.traceId,
  };
}

function partialBody(call: Call): unknown {
  try {
    const body = call.progress.partial?.();
    return body === undefined ? null : rawOf(body);
  } catch {
    // A stream that was cut off for being too long has no rest to show.
    return null;
  }
}

function toFailure(error: unknown, call: Call): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof EgressError)
    return failureFromEgress(error, call.request?.url ?? call.configuration.url);
  if (error instanceof TemplateError) {
    return new CallFailure({
      stage: 'render',
      type: 'template_error',
      message: `The request template could not be read: ${error.message}`,
      hint: error.excerpt,
      cause: error,
    });
  }
  return new CallFailure({
    stage: call.stage,
    type: 'internal_error',
    message: 'The platform failed while it handled this call.',
    hint: 'The log of the platform has the details.',
    cause: error,
  });
}

/** Every secret the configuration holds, wherever it was entered. */
function secretsOf(configuration: TargetConfiguration): string[] {
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
  const password = URL.canParse(configuration.url) ? new URL(configuration.url).password : '';
  const query = URL.canParse(configuration.url)
    ? [...new URL(configuration.url).searchParams]
        .filter(([name, value]) => isSecretName(name, 'parameter') && !value.includes('{{'))
        .map(([, value]) => value)
    : [];
  return [
    configuration.authToken,
    configuration.clientSecret,
    ...Object.values(configuration.secrets ?? {}),
    ...Object.values(configuration.secretParams ?? {}),
    ...headers,
    ...parameters,
    ...query,
    password,
    decodeLoosely(password),
  ].filter((secret): secret is string => typeof secret === 'string' && secret !== '' && secret !== MASK);
}

/** Secrets that templates put together from params and tokens. */
function renderedSecrets(request: RenderedRequest, configuration: TargetConfiguration): string[] {
  const named = new Set(
    [...(configuration.secretHeaderNames ?? []), ...request.secretHeaderNames].map((name) =>
      name.toLowerCase(),
    ),
  );
  const headers = Object.entries(request.headers)
    .filter(([name]) => named.has(name.toLowerCase()) || isSecretName(name, 'header'))
    .map(([, value]) => value.replace(/^\w+\s+/, ''));
  const query = [...new URL(request.url).searchParams]
    .filter(([name]) => isSecretName(name, 'parameter'))
    .map(([, value]) => value);
  return [...headers, ...query];
}

/** A target may send a secret of ours back in a header as well as in its body. */
const maskedHeaders = (
  headers: Readonly<Record<string, readonly string[]>>,
  masker: Masker,
): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, lines]) => [name, lines.map((line) => masker.text(line))]),
  );

function textOf(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}
