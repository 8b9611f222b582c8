import type { AutoConfigureProgress, InvocationResult } from '@sonde/contract';
import type { Hypothesis } from '@sonde/paste-reader';

export type ProgressListener = (progress: AutoConfigureProgress) => void;

export type ConversationShown = 'continued' | 'broken' | 'unknown';

/** What the probe came to. */
export type ProbeOutcome = {
  readonly hypothesis: Hypothesis;
  readonly isVerified: boolean;
  /** Whether a second message went on in the conversation of the first, and another one began apart from it. */
  readonly conversation: ConversationShown;
  /** What was taken out of the answer is the message itself. */
  readonly isRepetition: boolean;
  readonly attempts: number;
  readonly corrections: number;
  readonly last: InvocationResult | undefined;
  readonly error: string | null;
};
