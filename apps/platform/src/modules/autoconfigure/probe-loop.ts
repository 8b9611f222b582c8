import type { InvocationResult } from '@sonde/contract';
import { protocolOf } from './configuration.ts';
import type { Judgement } from './judge-answer.ts';
import type { AskedJudgements } from './judgements.ts';
import type { ProbeOutcome, ProgressListener } from './pipeline-state.ts';
import { originOf, type ProbeMessage, type Prober } from './probe.ts';
import {
  callKeyOf,
  isObject,
  textOf,
  WARNINGS,
  type Hypothesis,
  type Json,
  type ReadResult,
} from '@sonde/paste-reader';
import { takeSecondTurn } from './second-turn.ts';

export type ProbeLoopInput = {
  /** The configurations that the paste allows, and what they were made from. */
  readonly read: ReadResult;
  readonly prober: Prober;
  readonly message: ProbeMessage;
  readonly judgements: AskedJudgements;
  readonly onProgress: ProgressListener;
  /** A language model's idea after a refusal that the rules cannot read. */
  readonly suggest:
    | ((hypothesis: Hypothesis, result: InvocationResult) => Promise<Hypothesis | undefined>)
    | undefined;
};

const begun = (hypothesis: Hypothesis) => ({
  hypothesis,
  best: hypothesis,
  corrections: 0,
  last: undefined as InvocationResult | undefined,
  /** The answer before the last one, where that call was answered too. */
  earlier: undefined as InvocationResult | undefined,
  error: null as string | null,
  isVerified: false,
  triedStreamOff: false,
});
type LoopState = ReturnType<typeof begun>;

/** Probe, and correct from what the target says, until the answer was really taken out or the calls are used up. */
export async function runProbe(input: ProbeLoopInput): Promise<ProbeOutcome> {
  const state = begun(input.read.hypothesis);
  const tried = new Set<string>([callKeyOf(input.read.hypothesis)]);
  while (!input.prober.isExhausted()) {
    const attempt = input.prober.calls() + 1;
    const label = `Calling the application (${attempt} of at most 4)`;
    input.onProgress({ step: 'probe', state: 'started', attempt, label });
    const result = await input.prober.send(state.hypothesis);
    state.earlier = state.last && isSuccess(state.last) ? state.last : undefined;
    state.last = result;
    const next = isSuccess(result)
      ? await afterAnswer(state, result, input)
      : await afterRefusal(state, result, input, tried);
    const outcome = state.isVerified ? 'done' : 'failed';
    input.onProgress({ step: 'probe', state: outcome, attempt, label: labelOf(state, result) });
    if (next === undefined || input.prober.isExhausted()) break;
    tried.add(callKeyOf(next.hypothesis));
    state.hypothesis = next.hypothesis;
    state.corrections += 1;
    input.onProgress({ step: 'correct', state: 'done', attempt, label: next.label });
  }
  const conversation = state.isVerified ? await goOn(state, input) : 'unknown';
  return {
    hypothesis: state.isVerified ? state.hypothesis : state.best,
    conversation,
    isRepetition: textOf(state.last?.output as Json).trim() === input.message.text.trim(),
    isVerified: state.isVerified,
    attempts: input.prober.calls(),
    corrections: state.corrections,
    last: state.last,
    error: state.isVerified ? null : state.error,
  };
}

/** Whether a conversation goes on; what was verified by the first message stays verified. */
async function goOn(state: LoopState, { prober, judgements, onProgress }: ProbeLoopInput) {
  const before = prober.calls();
  if (!state.last || prober.isExhausted()) return 'unknown';
  const { hypothesis, conversation, label } = await takeSecondTurn({
    hypothesis: state.hypothesis,
    first: state.last,
    earlier: state.earlier,
    prober,
    openConversation: judgements.openConversation,
  });
  state.hypothesis = hypothesis;
  const outcome = conversation === 'broken' ? 'failed' : 'done';
  if (label !== undefined) onProgress({ step: 'probe', state: outcome, attempt: before + 1, label });
  return conversation;
}

type Next = { hypothesis: Hypothesis; label: string } | undefined;

/** 2xx: the target took the request, so what follows is about its answer only. */
async function afterAnswer(state: LoopState, result: InvocationResult, input: ProbeLoopInput): Promise<Next> {
  state.best = state.hypothesis;
  const judgement = (await input.judgements.judge({
    hypothesis: state.hypothesis,
    result,
    message: input.message,
    hints: input.read.answerHints,
  })) ?? { kind: 'no_answer', detail: 'The answer took too long to read.', isReported: false };
  switch (judgement.kind) {
    case 'verified':
      state.isVerified = true;
      return undefined;
    case 'remapped':
      state.best = judgement.hypothesis;
      return {
        hypothesis: judgement.hypothesis,
        label: `The answer is read from ${String(judgement.hypothesis.responseMapping['output'])}`,
      };
    case 'streamed':
      return afterStream(state, judgement);
    case 'asynchronous':
      state.best = {
        ...state.hypothesis,
        isAsynchronous: true,
        warnings: [...new Set([...state.hypothesis.warnings, WARNINGS.asynchronous])],
      };
      state.error =
        'The application took the message and gave no answer yet, only an ID to ask for it later.';
      return undefined;
    case 'no_answer': {
      state.error = judgement.detail;
      if (!judgement.isReported) return undefined;
      const correction = await input.judgements.correct({
        hypothesis: state.hypothesis,
        result,
        otherUrl: undefined,
        evidence: input.read.evidence,
        others: othersOf(input),
        tried: new Set([callKeyOf(state.hypothesis)]),
      });
      return correction &&
        callKeyOf(correction.hypothesis) !== callKeyOf(state.hypothesis) &&
        state.corrections < 2
        ? correction
        : undefined;
    }
  }
}

/** A whole answer is asked for once; a target that streams all the same is read from its stream. */
function afterStream(state: LoopState, judgement: Extract<Judgement, { kind: 'streamed' }>): Next {
  const { template } = state.hypothesis;
  if (
    !state.triedStreamOff &&
    isObject(template) &&
    !Object.hasOwn(template, 'stream') &&
    state.hypothesis.bodyKind === 'json' &&
    protocolOf(state.hypothesis.url) === 'REST'
  ) {
    state.triedStreamOff = true;
    state.best = judgement.hypothesis;
    return {
      hypothesis: { ...state.hypothesis, template: { ...template, stream: false } },
      label: 'asking for a whole answer instead of a stream',
    };
  }
  state.best = judgement.hypothesis;
  if (
    callKeyOf(judgement.hypothesis) === callKeyOf(state.hypothesis) &&
    typeof state.last?.output === 'string' &&
    state.last.output.trim() !== ''
  ) {
    state.isVerified = true;
    return undefined;
  }
  return { hypothesis: judgement.hypothesis, label: 'the pieces of the stream are put together' };
}

async function afterRefusal(
  state: LoopState,
  result: InvocationResult,
  input: ProbeLoopInput,
  tried: ReadonlySet<string>,
): Promise<Next> {
  state.error = errorText(result);
  // Whatever was never answered tells nothing about the configuration.
  if (result.status_code === null || result.status_code === 429) return undefined;
  if (state.triedStreamOff && state.best !== state.hypothesis && state.corrections === 1)
    return { hypothesis: state.best, label: 'the pieces of the stream are put together' };
  const { pastedUrl, evidence } = input.read;
  const otherUrl =
    originOf(pastedUrl) === originOf(state.hypothesis.url)
      ? pastedUrl
      : pastedPathAt(state.hypothesis.url, pastedUrl);
  const correction = await input.judgements.correct({
    hypothesis: state.hypothesis,
    result,
    otherUrl,
    evidence,
    others: othersOf(input),
    tried,
  });
  if (correction) return correction;
  const suggested = await input.suggest?.(state.hypothesis, result);
  return suggested && !tried.has(callKeyOf(suggested))
    ? { hypothesis: suggested, label: 'a change proposed by the language model' }
    : undefined;
}

/** How far behind the best a configuration may be that is still worth a call. */
const WORTH_A_CALL = 50;

/** What else the paste allows, where a call of it reaches the same server and can do no harm. */
function othersOf({ read: { hypothesis, others, margin } }: ProbeLoopInput): Hypothesis[] {
  const best = (others[0]?.score ?? 0) + margin;
  return others
    .filter(({ score }) => best - score < WORTH_A_CALL)
    .map((other) => other.hypothesis)
    .filter(
      ({ input, method, url }) =>
        input !== undefined && method !== 'DELETE' && originOf(url) === originOf(hypothesis.url),
    );
}

/** The path of the paste on the server that the user named. */
function pastedPathAt(url: string | null, pasted: string | undefined): string | undefined {
  if (!url || !pasted || !URL.canParse(pasted) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(pasted);
  return `${new URL(url).origin}${pathname}${search}`;
}

/** A socket has no status: it answered when its messages came as far as the mapping. */
const isSuccess = ({ status_code: status, stage }: InvocationResult): boolean =>
  status === null ? stage === 'map' || stage === 'done' : status >= 200 && status < 300;

function errorText(result: InvocationResult): string {
  if (result.status_code === null) return engineWords(result);
  const body = result.raw_response;
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  return `HTTP ${result.status_code}: ${text.slice(0, 500)}`;
}

/** What the engine tells of a call without an answer: how far it came, why it ended there, and what helps. */
function engineWords({ stage, error }: InvocationResult): string {
  if (error === null) return `The call ended at the stage "${stage}" without an answer.`;
  return [`The call ended at the stage "${stage}": ${error.message}`, error.hint].filter(Boolean).join(' ');
}

function labelOf(state: LoopState, result: InvocationResult): string {
  if (state.isVerified) return 'The answer was taken out of the real response';
  if (result.status_code === null)
    return isSuccess(result)
      ? 'The application answered'
      : (result.error?.message ?? 'The application could not be called');
  return `The application answered with status ${result.status_code}`;
}
