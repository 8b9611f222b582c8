import { judgements } from './judgements.ts';
import { createReader, type ReadRequest } from '@sonde/paste-reader';
import { redact } from '@sonde/secrets';

/** All that is done with what strangers wrote: pastes, and the answers of targets. */
export function createThreadSteps() {
  const reader = createReader();
  return {
    read: (request: ReadRequest) => reader.read(request),
    warm: () => reader.warm(),
    redact,
    ...judgements,
  };
}

export type ThreadSteps = ReturnType<typeof createThreadSteps>;
export type StepName = keyof ThreadSteps;

export type ThreadRequest<Step extends StepName = StepName> = {
  readonly step: Step;
  readonly request: Parameters<ThreadSteps[Step]>[0];
};

export type ThreadAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: unknown }
  /** The request could not be unpacked: it counts as one that took too long. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'fault'; readonly message: string };
