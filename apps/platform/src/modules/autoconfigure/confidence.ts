import type { AutoConfigureResult } from '@sonde/contract';
import type { Hypothesis, OutputSource } from './reader/hypothesis.ts';
import { isAmbiguous } from './reader/input-field.ts';

export type Evidence = {
  readonly isVerified: boolean;
  readonly probeStatus: number | null;
  /** Changes made after what the target said. */
  readonly corrections: number;
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

/** How sure we may be, from what was seen: never from how it feels. */
export function confidenceOf(hypothesis: Hypothesis, evidence: Evidence): number {
  if (evidence.isVerified && !hypothesis.isAsynchronous && hypothesis.needsParams.length === 0) {
    const margin = hypothesis.mode === 'stateless' || !isAmbiguous(hypothesis.candidates) ? 0.06 : 0;
    return round(
      0.88 +
        margin +
        (hypothesis.outputSource === 'sample' || hypothesis.outputSource === 'code' ? 0.04 : 0) -
        0.03 * evidence.corrections,
    );
  }
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
  return round(Math.max(0.05, Math.min(HIGH - 0.05, confidence)));
}

export const levelOf = (confidence: number): AutoConfigureResult['confidence_level'] =>
  confidence >= HIGH ? 'high' : confidence >= MEDIUM ? 'medium' : 'low';

const round = (value: number): number => Math.round(value * 100) / 100;
