import type { AutoConfigureProgress, InvocationResult } from '@sonde/contract';
import type { Hypothesis } from '@sonde/paste-reader';

export type ProgressListener = (progress: AutoConfigureProgress) => void;

/** What the probe came to. */
export type ProbeOutcome = {
  readonly hypothesis: Hypothesis;
  readonly isVerified: boolean;
  /** A second message did not go on in the conversation of the first. */
  readonly isBroken: boolean;
  /** What was taken out of the answer is the message itself. */
  readonly isRepetition: boolean;
  readonly attempts: number;
  readonly corrections: number;
  readonly last: InvocationResult | undefined;
  readonly error: string | null;
};
