import type { InvocationResult } from '@sonde/contract';
import { correct, type CorrectionInput } from './correct.ts';
import type { Correction } from './correct-fields.ts';
import { judgeAnswer, type Judgement } from './judge-answer.ts';
import { openConversation, type OpenedConversation } from './open-conversation.ts';
import type { ProbeMessage } from './probe.ts';
import { callKeyOf, type Hypothesis, type ReadResult } from '@sonde/paste-reader';

export type JudgeRequest = {
  readonly hypothesis: Hypothesis;
  readonly result: InvocationResult;
  readonly message: ProbeMessage;
  readonly hints: ReadResult['answerHints'];
};
export type CorrectRequest = Omit<CorrectionInput, 'isTried'> & {
  /** Keys of what was sent before, so that nothing is sent twice. */
  readonly tried: ReadonlySet<string>;
};
export type ConversationRequest = {
  readonly hypothesis: Hypothesis;
  readonly first: InvocationResult;
  /** What another call without a conversation was answered with. */
  readonly earlier: InvocationResult | undefined;
};

/**
 * What a probe concludes from an answer, by itself and without waiting for anything. The answer is a stranger's, so all
 * of it runs on the thread that can be ended.
 */
export const judgements = {
  judge: ({ hypothesis, result, message, hints }: JudgeRequest): Judgement =>
    judgeAnswer(hypothesis, result, message, hints),
  correct: ({ tried, ...input }: CorrectRequest): Correction | undefined =>
    correct({ ...input, isTried: (candidate) => tried.has(callKeyOf(candidate)) }),
  openConversation: ({ hypothesis, first, earlier }: ConversationRequest): OpenedConversation =>
    openConversation(hypothesis, first, earlier),
};

type Judgements = typeof judgements;

/** The same, asked of another thread; nothing comes back where it took too long. */
export type AskedJudgements = {
  readonly [Step in keyof Judgements]: (
    request: Parameters<Judgements[Step]>[0],
  ) => Promise<ReturnType<Judgements[Step]> | undefined>;
};
