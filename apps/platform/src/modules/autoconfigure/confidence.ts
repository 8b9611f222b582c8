import type { AutoConfigureResult } from '@sonde/contract';
import { isAmbiguous, modeOf, type Hypothesis, type Json, type OutputSource } from '@sonde/paste-reader';
import type { ConversationShown } from './pipeline-state.ts';
import { isWebPage, openQuestions } from './open-questions.ts';

export type Evidence = {
  readonly isVerified: boolean;
  /** What a second message showed of the conversation. */
  readonly conversation: ConversationShown;
  readonly probeStatus: number | null;
  /** Changes made after what the target said. */
  readonly corrections: number;
  /** The last answer of the target, when one came. */
  readonly answer: Json | undefined;
  /** What was taken out is the message itself. */
  readonly isRepetition: boolean;
};

const SOURCE: Readonly<Record<OutputSource, number>> = {
  live: 0.2,
  sample: 0.2,
  code: 0.17,
  schema: 0.15,
  documentation: 0.12,
  shape: 0.15,
  guess: 0,
};

/** The threshold of the specification: nothing unverified may reach it. */
const HIGH = 0.7;
const MEDIUM = 0.4;
const WEB_PAGE = 0.2;

/** How sure we may be, from what was seen: never from how it feels. */
export function confidenceOf(hypothesis: Hypothesis, evidence: Evidence): number {
  const isSure =
    !evidence.isRepetition &&
    isClear(hypothesis) &&
    goesOn(hypothesis, evidence) &&
    openQuestions(hypothesis, evidence).length === 0;
  if (evidence.isVerified && isSure && !hypothesis.isAsynchronous && hypothesis.needsParams.length === 0) {
    const margin = modeOf(hypothesis) === 'stateless' || !isAmbiguous(hypothesis.candidates) ? 0.06 : 0;
    return round(
      0.88 +
        margin +
        (hypothesis.outputSource === 'sample' || hypothesis.outputSource === 'code' ? 0.04 : 0) -
        0.03 * evidence.corrections,
    );
  }
  // The call worked, but whether the message went to its place, or the conversation goes on, one call cannot tell.
  if (evidence.isVerified && !isSure) return HIGH - 0.04;
  let confidence = 0.1;
  if (hypothesis.url !== null) confidence += 0.08;
  if (hypothesis.input !== undefined) confidence += (hypothesis.candidates[0]?.score ?? 0) > 80 ? 0.22 : 0.12;
  confidence += SOURCE[hypothesis.outputSource];
  if (isAmbiguous(hypothesis.candidates)) confidence -= 0.08;
  if (hypothesis.isAsynchronous) confidence -= 0.15;
  if (hypothesis.needsParams.length > 0) confidence -= 0.05;
  // A target that refused says something about the configuration; one that could not be reached does not.
  if (evidence.probeStatus !== null && evidence.probeStatus >= 400)
    confidence -= [401, 403, 429].includes(evidence.probeStatus) ? 0.03 : 0.12;
  // Whoever takes the call and gives a page to read is not the API that was meant.
  else if (isWebPage(evidence.answer)) confidence = Math.min(confidence, WEB_PAGE);
  return round(Math.max(0.05, Math.min(HIGH - 0.05, confidence)));
}

/** The place of the message stands out: by its name or its sample, and from every other place. */
function isClear(hypothesis: Hypothesis): boolean {
  if (modeOf(hypothesis) === 'stateless') return true;
  const [first, second] = hypothesis.candidates;
  if (first === undefined) return false;
  return first.score >= 45 && (second === undefined || second.score < 40 || first.score - second.score >= 20);
}

/** That a conversation goes on by an id is known when a second message did. */
const goesOn = (hypothesis: Hypothesis, { conversation }: Evidence): boolean =>
  conversation === 'continued' || (conversation === 'unknown' && modeOf(hypothesis) !== 'stateful');

export const levelOf = (confidence: number): AutoConfigureResult['confidence_level'] =>
  confidence >= HIGH ? 'high' : confidence >= MEDIUM ? 'medium' : 'low';

const round = (value: number): number => Math.round(value * 100) / 100;
