import type { ServerMessage } from '@sonde/contract';
import type { DomainEvent } from './events.ts';

/**
 * Where an event goes: a channel of its organization, and within it perhaps one person or one project only. The caller's
 * own organization is never named by the caller, so no name of a channel can reach another's.
 */
export interface Audience {
  readonly channel: string;
  readonly userId?: string | undefined;
  readonly projectId?: string | null | undefined;
}

/** How an event becomes a message: whom it may reach, and the rows behind its ids. Each module brings its own. */
export interface EventStream {
  readonly event: string;
  audiences(event: DomainEvent): readonly Audience[];
  /** Read once for all who listen; undefined when there is nothing to show any more. */
  message(event: DomainEvent): Promise<StreamMessage | undefined>;
}

/** A message without its envelope, which the hub puts around it. */
export type StreamMessage = Extract<
  ServerMessage,
  {
    type:
      | 'job.updated'
      | 'exploration.turn'
      | 'notification'
      | 'architect.task_progress'
      | 'architect.updated'
      | 'test_run.updated';
  }
>;
