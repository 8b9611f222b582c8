import { setTimeout as wait } from 'node:timers/promises';
import type { BeforeStep, Polling } from '@sonde/contract';
import { EgressError } from '@sonde/egress';
import type { PathQueries } from '#kernel/json-path';
import { rawOf } from './body.ts';
import { enter, hideRendered, maskedHeaders, remainingMs, type Call } from './call.ts';
import { createCondition } from './conditions.ts';
import { requestTimeoutMsOf } from './configuration.ts';
import { conversationIdOf, isConversationAlias } from './conversations.ts';
import { CallFailure, failureFromEgress, failureFromStatus } from './failures.ts';
import { changeSecrets, isLearntSecret, isTakenFromCookie } from './opaque-secrets.ts';
import type { RenderedRequest } from './request.ts';
import type { ResponseMapper } from './response.ts';
import { renderStep, type Step, type StepRequest } from './step-request.ts';
import { errorTextIn } from './target-errors.ts';
import type { Transport, TransportAnswer } from './transports/transport.ts';

export type StepsDependencies = {
  rest: Transport;
  mapper: ResponseMapper;
  queries: PathQueries;
  readonly slowly: <Result>(call: Call, work: () => Result) => Promise<Result>;
  readonly withToken: (
    call: Call,
    work: (token: string | undefined) => Promise<TransportAnswer>,
  ) => Promise<TransportAnswer>;
};

export type Steps = ReturnType<typeof createSteps>;

/** The requests around a call: those that fetch what it needs, and those that wait for its answer. */
export function createSteps(dependencies: StepsDependencies) {
  return {
    /** One after the other; the call itself is not made when one of them fails. */
    before: async (call: Call): Promise<void> => {
      for (const step of stepsOf(call))
        await named(call, `The step "${step.name}" before the call`, () =>
          fetchBefore(dependencies, call, step),
        );
    },
    /** The answer itself, where a target gives only the promise of one. */
    waitForAnswer: async (call: Call, started: TransportAnswer): Promise<TransportAnswer> => {
      const { polling } = call.configuration;
      if (!polling || isRefused(started)) return started;
      // Before anything is taken from it, or asked of it: both may spell what an application says back.
      const body = await dependencies.slowly(call, () => call.masker.answer(started.body));
      return named(call, 'Waiting for the answer', () =>
        poll(dependencies, call, polling, { ...started, body }),
      );
    },
    previewBefore: (call: Call): void => {
      for (const step of stepsOf(call)) {
        call.steps.push(stepOf(step.name, 'before', rendered(call, step, call.token), 0));
        learn(call, 'before', standIns('before', step.values));
      }
    },
    previewPolling: (call: Call): void => {
      const { polling } = call.configuration;
      if (!polling) return;
      learn(call, 'start', standIns('start', polling.values));
      call.steps.push(stepOf('Status', 'status', rendered(call, polling, call.token), 0));
      if (polling.result)
        call.steps.push(stepOf('Result', 'result', rendered(call, polling.result, call.token), 0));
    },
  };
}

const stepsOf = (call: Call): readonly BeforeStep[] =>
  (call.configuration.beforeSteps ?? []).filter(({ when }) => when === 'always' || !isGoingOn(call));

/** The caller brought the conversation along. */
const isGoingOn = (call: Call): boolean =>
  Object.entries(call.variables).some(
    ([name, value]) => isConversationAlias(name) && conversationIdOf(value) !== undefined,
  );

async function fetchBefore(dependencies: StepsDependencies, call: Call, step: BeforeStep): Promise<void> {
  enter(call, 'send', `before: ${step.name}`);
  const answer = await request(dependencies, call, step, stepOf(step.name, 'before', undefined, 1));
  if (isRefused(answer)) throw refusal(answer, step.method);
  await dependencies.slowly(call, () => take(dependencies.mapper, call, 'before', step.values, answer));
}

async function poll(
  dependencies: StepsDependencies,
  call: Call,
  polling: Polling,
  started: TransportAnswer,
): Promise<TransportAnswer> {
  enter(call, 'send', 'polling');
  const { queries } = dependencies;
  const isDone = createCondition(queries, polling.done, 'polling.done.path');
  const isFailed = polling.failed
    ? createCondition(queries, polling.failed, 'polling.failed.path')
    : () => false;
  const status = stepOf('Status', 'status', undefined, 0);
  const endsAtMs = performance.now() + polling.max_seconds * 1000;
  let left = MAX_STATUS_BYTES;
  let answer = started;
  for (;;) {
    const isBusy = answer.status === 429 || answer.status === 503;
    if (isRefused(answer) && !isBusy) throw refusal(answer, polling.method);
    const said = rawOf(answer.body);
    // In their turn, like whatever takes long by the size of an answer.
    const holds = (condition: (value: unknown) => boolean): Promise<boolean> =>
      isBusy ? Promise.resolve(false) : dependencies.slowly(call, () => condition(said));
    if (await holds(isFailed)) throw workFailed(errorTextIn(answer.body));
    if (await holds(isDone)) break;
    // Only now: a target that answered at once gives no address at which to ask.
    if (call.learnt.start === undefined)
      await dependencies.slowly(call, () => take(dependencies.mapper, call, 'start', polling.values, answer));
    if (status.attempts >= polling.max_attempts) throw notDone(`after ${status.attempts} questions`);
    const pauseMs = Math.max(polling.interval_seconds * 1000, call.progress.retryAfterMs ?? 0);
    if (performance.now() + pauseMs > endsAtMs) throw notDone(`within ${polling.max_seconds} s`);
    await pause(pauseMs, call.signal);
    status.attempts += 1;
    answer = await request(dependencies, call, polling, status, endsAtMs);
    left -= call.progress.receivedBytes ?? 0;
    if (left < 0) throw statusesTooLarge();
  }
  if (!polling.result) return answer;
  if (call.learnt.start === undefined)
    await dependencies.slowly(call, () => take(dependencies.mapper, call, 'start', polling.values, started));
  const result = await request(dependencies, call, polling.result, stepOf('Result', 'result', undefined, 1));
  if (isRefused(result)) throw refusal(result, polling.result.method);
  return result;
}

/** A step that has not been rendered yet is not shown. */
type Attempted = Omit<Step, 'request'> & { request: RenderedRequest | undefined };

async function request(
  { rest, withToken, slowly }: StepsDependencies,
  call: Call,
  step: StepRequest,
  shown: Attempted,
  endsAtMs = Infinity,
): Promise<TransportAnswer> {
  const startedAtMs = performance.now();
  Object.assign(call.progress, {
    status: null,
    arrivedAtMs: undefined,
    partial: undefined,
    retryAfterMs: undefined,
    receivedBytes: 0,
  });
  const answer = await withToken(call, async (token) => {
    const { configuration, request: sent } = await slowly(call, () => renderedWith(call, step, token));
    if (shown.request === undefined) call.steps.push(Object.assign(shown, { request: sent }));
    try {
      return await rest.send({
        configuration,
        request: sent,
        timeoutMs: Math.max(
          1,
          Math.min(remainingMs(call), requestTimeoutMsOf(configuration), endsAtMs - performance.now()),
        ),
        signal: call.signal,
        conversationId: undefined,
        masked: (body) => call.masker.answer(body),
        progress: call.progress,
      });
    } finally {
      Object.assign(shown, {
        statusCode: call.progress.status,
        durationMs: shown.durationMs + performance.now() - startedAtMs,
      });
    }
  });
  return { ...answer, body: await slowly(call, () => call.masker.answer(answer.body)) };
}

function renderedWith(call: Call, step: StepRequest, token: string | undefined) {
  if (call.render === undefined) throw new Error('A step is rendered before its call was prepared.');
  const made = renderStep(
    {
      ...call.render,
      conversationId: call.conversationId,
      learnt: call.learnt,
      learntSecrets: call.learntSecrets,
    },
    step,
    token,
    call.request,
  );
  hideRendered(call, made.request, made.configuration);
  return made;
}

const rendered = (call: Call, step: StepRequest, token: string | undefined): RenderedRequest =>
  renderedWith(call, step, token).request;

/** Takes values out of an answer; one that is missing ends the call, since what follows is made of them. */
function take(
  mapper: ResponseMapper,
  call: Call,
  source: 'before' | 'start',
  expressions: Readonly<Record<string, unknown>>,
  answer: TransportAnswer,
): void {
  const { values, misses } = mapper.read(expressions, answer.body, {
    status: answer.status,
    headers: maskedHeaders(answer.headers ?? {}, call.masker),
  });
  for (const [name, expression] of Object.entries(expressions))
    if (isTakenFromCookie(name, expression)) call.learntSecrets.add(`${source}.${name}`);
  // Also where something else is missing: the answer is shown with the failure.
  hideSecrets(call, source, values);
  if (misses.length > 0)
    throw new CallFailure({
      stage: 'map',
      type: 'mapping_error',
      message: misses.join(' '),
      hint: `Correct what is taken from the answer of this request.`,
    });
  learn(call, source, values);
}

/** Each is looked for in all that is shown, in several spellings; tokens and cookies are far shorter together. */
const MAX_LEARNT_CHARACTERS = 50_000;

function hideSecrets(
  call: Call,
  source: 'before' | 'start',
  values: Readonly<Record<string, unknown>>,
): void {
  let left = MAX_LEARNT_CHARACTERS;
  for (const [name, value] of Object.entries(values))
    if (isLearntSecret(name) || call.learntSecrets.has(`${source}.${name}`))
      changeSecrets(value, (secret) => {
        const text = String(secret);
        left -= text.length;
        if (left < 0) throw tooMuchLearnt(name);
        call.masker.add(text);
        return secret;
      });
}

const tooMuchLearnt = (name: string): CallFailure =>
  new CallFailure({
    stage: 'map',
    type: 'mapping_error',
    message: `${name}: what the answer of this request holds is longer than ${MAX_LEARNT_CHARACTERS} characters, which is too long for a token or a session.`,
    hint: 'Take the token itself, not all that is around it.',
  });

function learn(call: Call, source: 'before' | 'start', values: Readonly<Record<string, unknown>>): void {
  call.learnt[source] = { ...call.learnt[source], ...values };
  for (const [name, value] of Object.entries(values)) {
    if (!isConversationAlias(name) || call.history !== undefined) continue;
    call.conversationId = conversationIdOf(value) ?? call.conversationId;
    if (call.render !== undefined) call.render.conversationId = call.conversationId;
  }
}

/** What a preview shows in the place of values that only an answer would tell. */
const standIns = (source: string, values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, `${source}.${name}`]));

const stepOf = <Shown extends RenderedRequest | undefined>(
  name: string,
  kind: Step['kind'],
  shown: Shown,
  attempts: number,
) => ({ name, kind, request: shown, statusCode: null, attempts, durationMs: 0 });

const isRefused = ({ status }: TransportAnswer): boolean => status !== null && (status < 200 || status > 299);

const refusal = ({ status, body }: TransportAnswer, method: string): CallFailure =>
  failureFromStatus(status ?? 0, method, errorTextIn(body));

const workFailed = (said: string | undefined): CallFailure =>
  new CallFailure({
    stage: 'http',
    type: 'polling_failed',
    message: `The application says that its work failed${said === undefined ? '.' : `: ${said}`}`,
    hint: 'The last status is kept as the raw answer.',
  });

/** Each is read and looked through on the thread that answers everybody, up to a thousand times. */
const MAX_STATUS_BYTES = 30 * 1024 * 1024;

const statusesTooLarge = (): CallFailure =>
  new CallFailure({
    stage: 'parse',
    type: 'response_too_large',
    message: 'The statuses of the work are larger than 30 MB together.',
    hint: 'Ask at an address that tells the status alone, or less often.',
  });

const notDone = (limit: string): CallFailure =>
  new CallFailure({
    stage: 'timeout',
    type: 'polling_timeout',
    message: `The application was not done ${limit}.`,
    hint: 'Check what says that it is done against the last status, which is kept as the raw answer, or raise the limits of the asking.',
  });

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    throw new EgressError({
      stage: 'aborted',
      code: 'aborted',
      message: 'The call was given up by its caller.',
    });
  }
}

/** Says which request around the call it was that failed. */
async function named<Value>(call: Call, what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const failure =
      error instanceof EgressError
        ? failureFromEgress(error, call.steps.at(-1)?.request.url ?? call.configuration.url)
        : error;
    if (!(failure instanceof CallFailure)) throw error;
    const { stage, type, message, hint } = failure;
    throw new CallFailure({ stage, type, message: `${what}: ${message}`, hint, cause: error });
  }
}
