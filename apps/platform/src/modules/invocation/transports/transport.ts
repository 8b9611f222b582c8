import type { TargetBody } from '../body.ts';
import type { TargetConfiguration } from '../configuration.ts';
import type { ToldQuota } from '../quota/told-quota.ts';
import type { RenderedRequest } from '../request.ts';

/** One way of reaching a target. Failures are thrown as `CallFailure` or `EgressError`. */
export type Transport = {
  send(call: TransportCall): Promise<TransportAnswer>;
  close(): Promise<void>;
};

export type TransportCall = {
  configuration: TargetConfiguration;
  request: RenderedRequest;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  conversationId: string | undefined;
  /** Of an answer, what may be looked at: conditions and mappings could spell a secret that the target says back. */
  masked: (body: TargetBody) => TargetBody;
  /** Filled while the answer arrives, so that a call cut short can still show what it got. */
  progress: TransportProgress;
};

export type TransportProgress = {
  status: number | null;
  timeToFirstByteMs: number | null;
  /** On the clock of `performance`: when the request went out, and when the last of the answer had come. */
  sentAtMs?: number | undefined;
  arrivedAtMs?: number | undefined;
  /** Of the body, unpacked. */
  receivedBytes?: number;
  /** How long the target asks callers to stay away (Retry-After, RFC 9110 section 10.2.3). */
  retryAfterMs?: number | undefined;
  /** How often it may still be called, as its headers say. */
  quota?: ToldQuota | undefined;
  partial: (() => TargetBody) | undefined;
};

export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export type TransportAnswer = {
  status: number | null;
  body: TargetBody;
  /** As they came; a protocol without headers has none. */
  headers?: AnswerHeaders;
  warnings: string[];
  /** Called when the conversation this answer belongs to is known: a connection may wait for its next turn. */
  keepFor?: (conversationId: string | undefined) => void;
};
