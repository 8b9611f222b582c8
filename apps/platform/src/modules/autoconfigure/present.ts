import type { AutoConfigureResult } from '@sonde/contract';
import { conversationIdFrom, protocolOf } from './configuration.ts';
import { confidenceOf, levelOf } from './confidence.ts';
import type { ProbeOutcome } from './pipeline-state.ts';
import { plainTextWarning } from './judge-answer.ts';
import { modeOf, requestMappingOf, WARNINGS, type Hypothesis, type Json } from '@sonde/paste-reader';
import type { Redaction } from '@sonde/secrets';

export type Presented = {
  readonly name: string | null;
  readonly hypothesis: Hypothesis;
  readonly outcome: ProbeOutcome | undefined;
  /** Why nothing was called although it was wished for. */
  readonly notCalled?: string | undefined;
  readonly redactions: readonly Redaction[];
  readonly model: string;
  /** Cuts every known credential out of a text or value. */
  readonly clean: <T>(value: T) => T;
};

export function presentResult({
  name,
  hypothesis,
  outcome,
  notCalled,
  redactions,
  model,
  clean,
}: Presented): AutoConfigureResult {
  const isVerified = outcome?.isVerified === true;
  const idFrom = conversationIdFrom(hypothesis, outcome?.conversation ?? 'unknown');
  const probeStatus = outcome?.last?.status_code ?? null;
  const confidence = confidenceOf(hypothesis, {
    isVerified,
    conversation: outcome?.conversation ?? 'unknown',
    probeStatus,
    corrections: outcome?.corrections ?? 0,
    answer: outcome?.last?.raw_response as Json | undefined,
    isRepetition: outcome?.isRepetition === true,
  });
  const isComplete = hypothesis.url !== null && hypothesis.input !== undefined;
  return {
    status:
      isVerified ||
      (outcome === undefined && notCalled === undefined && isComplete && hypothesis.outputSource !== 'guess')
        ? 'success'
        : 'partial',
    confidence,
    confidence_level: levelOf(confidence),
    warnings: clean(warningsOf(withConversationTold(hypothesis, idFrom), isVerified, outcome?.last)),
    error: null,
    name,
    url: clean(hypothesis.url),
    method: hypothesis.method,
    protocol: protocolOf(hypothesis.url),
    auth_type: hypothesis.usesToken ? 'bearer_token' : 'none',
    request_headers: clean(hypothesis.headers),
    request_mapping: clean(requestMappingOf(hypothesis)),
    response_mapping: clean(hypothesis.responseMapping),
    conversation_mode: modeOf(hypothesis),
    conversation_id_from: idFrom,
    input_candidates: hypothesis.candidates.map(({ path, score, reason }) => ({
      path: path.join('.'),
      score,
      reason,
    })),
    probe_request: clean(outcome?.last?.request ?? null),
    probe_response: clean(outcome?.last?.raw_response ?? null),
    probe_success: isVerified,
    probe_attempts: outcome?.attempts ?? 0,
    probe_status_code: probeStatus,
    probe_error: clean(outcome?.error ?? notCalled ?? null),
    reasoning: clean(hypothesis.reasons.join(' ')),
    redactions: redactions.map(({ kind, count }) => ({ kind, count })),
    model,
  };
}

/** Whether conversations share an id is known only once the target was called. */
const withConversationTold = (hypothesis: Hypothesis, idFrom: 'target' | 'caller'): Hypothesis => ({
  ...hypothesis,
  warnings: hypothesis.warnings.map((warning) =>
    warning === WARNINGS.sharedConversation && idFrom === 'caller' ? WARNINGS.ownConversation : warning,
  ),
});

function warningsOf({ warnings }: Hypothesis, isVerified: boolean, last: ProbeOutcome['last']): string[] {
  const raw = last?.raw_response;
  // What the real answer has settled need not be asked of the user.
  if (isVerified)
    return [
      ...new Set([
        ...warnings.filter((warning) => warning !== WARNINGS.output),
        ...(typeof raw === 'string' ? [plainTextWarning(raw)] : []),
      ]),
    ];
  const status = last?.status_code ?? null;
  // Who was not let in has seen no answer: nothing can be said of its fields, and nothing is to be set by hand yet.
  if (status === 401 || status === 403)
    return [
      ...new Set([
        `The application refused the credentials (${status}). Set those that it accepts and call it again: its answer then tells where the output stands.`,
        WARNINGS.unverified,
        ...warnings.filter((warning) => warning !== WARNINGS.output),
      ]),
    ];
  const isAnswered =
    last === undefined || (status === null ? raw !== null && raw !== undefined : status < 400);
  return [
    ...new Set([
      WARNINGS.unverified,
      // Where nothing answered, the mapping is not what is wrong.
      ...warnings.filter((warning) => isAnswered || warning !== WARNINGS.output),
    ]),
  ];
}

/** The specification's own words, and why. */
export function presentFailure(
  detail: string,
  request: { name: string | null; url: string | null; method: string | null },
  redactions: readonly Redaction[],
  model: string,
): AutoConfigureResult {
  return {
    status: 'failed',
    confidence: 0,
    confidence_level: 'low',
    warnings: [],
    error: 'Could not parse input',
    name: request.name,
    url: request.url,
    method: request.method ?? 'POST',
    protocol: 'REST',
    auth_type: 'none',
    request_headers: {},
    request_mapping: null,
    response_mapping: {},
    conversation_mode: 'single_turn',
    conversation_id_from: 'target',
    input_candidates: [],
    probe_request: null,
    probe_response: null,
    probe_success: false,
    probe_attempts: 0,
    probe_status_code: null,
    probe_error: null,
    reasoning: detail,
    redactions: redactions.map(({ kind, count }) => ({ kind, count })),
    model,
  };
}
