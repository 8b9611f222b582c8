import type { Metrics } from '#kernel/metrics';
import { randomUUID } from 'node:crypto';
import { EgressError, type Egress } from '@sonde/egress';
import { createAllowance, defaultAllowanceMs } from './allowance.ts';
import { enter, hideRendered, maskedHeaders, outcomeOf, remainingMs, startCall, type Call } from './call.ts';
import {
  requestTimeoutMsOf,
  type CallVariables,
  type InvocationResult,
  type InvokeOptions,
  type TargetConfiguration,
} from './configuration.ts';
import { givenConversationId, openHistory } from './conversations.ts';
import { createCredentials } from './credentials.ts';
import { CallFailure, failureFromEgress, failureFromStatus } from './failures.ts';
import { createPathQueries } from '#kernel/json-path';
import { createSlowWork, type SlowWork } from '#kernel/slow-work';
import type { QuotaSink } from './quota/store.ts';
import { readPlaceholders } from './placeholders.ts';
import type { ConversationStore, TokenCache, TraceSink } from './ports.ts';
import { presentResult } from './present.ts';
import { retryAfterMs } from './retry-after.ts';
import { renderRequest, type RenderedRequest } from './request.ts';
import { createResponseMapper, type MappedResponse } from './response.ts';
import { createSteps } from './steps.ts';
import { errorTextIn } from './target-errors.ts';
import { TemplateError } from './templates.ts';
import { createRestTransport } from './transports/rest.ts';
import type { Transport, TransportAnswer } from './transports/transport.ts';
import { createWebSocketTransport } from './transports/websocket.ts';
import { prepareVariables } from './variables.ts';

export type InvocationDependencies = {
  egress: Egress;
  clock: { now(): number };
  newId: () => string;
  conversations: ConversationStore;
  tokenCache: TokenCache;
  traces: TraceSink;
  /** Hears what targets say of how often they may be called. */
  quotas?: QuotaSink | undefined;
  log?: { warn(details: Record<string, unknown>, message: string): void } | undefined;
  meters?: Pick<Metrics, 'targetCalled'>;
  /** For all templates of a request, and again for all of its answer. */
  allowanceMs?: number | undefined;
  /** Shared by all who call targets, so that their calls together leave the thread to others. */
  slowWork?: SlowWork | undefined;
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
  const { egress, clock, newId, conversations, tokenCache, traces, log, meters } = dependencies;
  const queries = createPathQueries();
  const { allowanceMs = defaultAllowanceMs, slowWork = createSlowWork() } = dependencies;
  const mapper = createResponseMapper({ queries, allowanceMs });
  const credentials = createCredentials({ egress, tokenCache, clock, slowWork });
  const rest = createRestTransport({ egress, clock, slowWork });
  const steps = createSteps({ rest, mapper, queries, withToken, slowly });
  const transports: Partial<Record<TargetConfiguration['protocol'], Transport>> = {
    REST: rest,
    WebSocket: createWebSocketTransport({
      egress,
      queries,
      isAnswer: (mapping, body) => mapper.isAnswer(mapping, body),
    }),
    ...dependencies.transports,
  };

  /** What takes long by the size of a template or of an answer, bounded as each is. */
  function slowly<Result>(call: Call, work: () => Result): Promise<Result> {
    return slowWork(call.configuration.organizationId, work);
  }

  async function prepare(call: Call): Promise<void> {
    const { configuration, variables, warnings } = call;
    const placeholders = readPlaceholders(configuration);
    if (configuration.authType === 'bearer_token' && !configuration.authToken)
      warnings.push(`${signsInBy(configuration)} and none is stored: it is called without one.`);
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
    call.request = renderRequest({
      ...call.render,
      token,
      learnt: call.learnt,
      learntSecrets: call.learntSecrets,
    });
    hideRendered(call, call.request, call.configuration);
    return call.request;
  }

  async function authorize(call: Call, refused?: string): Promise<string | undefined> {
    if (call.configuration.authType === 'client_credentials') enter(call, 'auth');
    const { configuration, masker, signal } = call;
    return credentials.tokenFor({ configuration, masker, signal, timeoutMs: remainingMs(call), refused });
  }

  /** Once more with a fresh token where the target did not accept the one it got: it answered, so nothing is repeated blindly. */
  async function withToken(
    call: Call,
    work: (token: string | undefined) => Promise<TransportAnswer>,
  ): Promise<TransportAnswer> {
    call.token ??= await authorize(call);
    const answer = await work(call.token);
    if (answer.status !== 401 || call.configuration.authType !== 'client_credentials') return answer;
    call.token = await authorize(call, call.token);
    return work(call.token);
  }

  async function send(call: Call, token: string | undefined): Promise<TransportAnswer> {
    enter(call, 'render');
    const request = await slowly(call, () => render(call, token));
    enter(call, 'send');
    const transport = transports[call.configuration.protocol];
    if (transport === undefined) {
      throw new CallFailure({
        stage: 'send',
        type: 'unsupported_protocol',
        message: `Applications of the protocol ${call.configuration.protocol} cannot be called here.`,
      });
    }
    const { configuration, signal, conversationId, progress } = call;
    Object.assign(progress, {
      status: null,
      timeToFirstByteMs: null,
      sentAtMs: undefined,
      arrivedAtMs: undefined,
      partial: undefined,
    });
    return transport.send({
      configuration,
      request,
      timeoutMs: Math.min(remainingMs(call), requestTimeoutMsOf(configuration)),
      signal,
      conversationId,
      masked: (body) => call.masker.answer(body),
      progress,
    });
  }

  async function run(call: Call): Promise<void> {
    enter(call, 'render');
    await prepare(call);
    await steps.before(call);
    const started = await withToken(call, (token) => send(call, token));
    const answer = await steps.waitForAnswer(call, started);
    const body = await slowly(call, () => call.masker.answer(answer.body));
    call.progress.partial = () => body;
    call.warnings.push(...new Set([...started.warnings, ...answer.warnings]));
    await takeAnswer(call, { ...answer, body });
  }

  async function takeAnswer(call: Call, answer: TransportAnswer): Promise<void> {
    const { configuration } = call;
    const isRefused = answer.status !== null && (answer.status < 200 || answer.status > 299);
    enter(call, isRefused ? 'http' : 'map');
    let headers: ReturnType<typeof maskedHeaders> | undefined;
    const mapped = isRefused
      ? undefined
      : await slowly(call, () =>
          mapper.map(configuration.responseMapping, answer.body, {
            status: answer.status,
            // Few mappings read them.
            get headers() {
              return (headers ??= maskedHeaders(answer.headers ?? {}, call.masker));
            },
          }),
        );
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
    const result = await slowly(call, () => presentResult(outcomeOf(call, failure), call.masker));
    meters?.targetCalled({
      stage: result.stage,
      isFailed: !result.success,
      seconds: result.duration_ms / 1000,
    });
    noteQuota(call, result);
    await recordTrace(call, result);
    return result;
  }

  function noteQuota({ configuration, progress }: Call, result: InvocationResult): void {
    const { organizationId, endpointId } = configuration;
    // Where nothing came back, nothing was said.
    if (endpointId === undefined || endpointId === null || result.status_code === null) return;
    dependencies.quotas?.note(
      { organizationId, endpointId },
      {
        told: progress.quota,
        refused: result.status_code === 429 ? { forMs: retryAfterMs(result) } : undefined,
      },
    );
  }

  async function recordTrace(call: Call, result: InvocationResult): Promise<void> {
    const span = await slowly(call, () =>
      call.trace.span({
        error: result.error === null ? null : result.error.message,
        statusCode: result.status_code,
        conversationId: result.conversation_id,
        url: result.request?.url ?? call.masker.url(call.configuration.url),
        input: call.masker.text(call.variables.input),
        output: textOf(result.output),
        steps: call.steps.reduce((sum, { attempts }) => sum + attempts, 0),
        answeredMs: call.progress.sentAtMs === undefined ? null : result.duration_ms,
        receivedBytes: call.progress.receivedBytes ?? null,
      }),
    );
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
      call.token = configuration.authType === 'client_credentials' ? PREVIEW_TOKEN : await authorize(call);
      await slowly(call, () => {
        steps.previewBefore(call);
        render(call, call.token);
        steps.previewPolling(call);
      });
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

function textOf(output: unknown): string {
  if (output === null || output === undefined) return '';
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** A key that has a header of its own is no bearer token, and whoever has to enter it looks for it by that name. */
function signsInBy({ requestHeaders }: TargetConfiguration): string {
  const [name, value = ''] =
    Object.entries(requestHeaders).find(([, given]) => /\{\{[^}]{0,200}\bauth_token\b/.test(given)) ?? [];
  return name === undefined || (/^authorization$/i.test(name) && /^\s*bearer\s/i.test(value))
    ? 'The endpoint signs in with a bearer token'
    : `The endpoint sends a key in the header ${name}`;
}
