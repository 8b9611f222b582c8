import type { JobBoard } from '#jobs';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { Jobs } from '#kernel/jobs';
import type { Log } from '#kernel/log';
import type { Mcp } from '#mcp';
import type { Models } from '#models';
import type { Notifications } from '#notifications';
import type { Tokens } from '#tokens';
import type { SessionRow } from './tables.ts';
import type { newMessage } from './turn-queue.ts';

export interface EngineOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly jobBoard: Pick<JobBoard, 'awaitedEnded' | 'describe' | 'follow'>;
  readonly lending: Tokens['lending'];
  readonly mcp: Pick<Mcp, 'use' | 'tools' | 'openTo'>;
  readonly models: Pick<Models, 'conversation' | 'generationModel'>;
  readonly notifications: Pick<Notifications, 'create'>;
}

/** A change of a session, with what is said along with it. */
export interface Change {
  readonly session: Partial<SessionRow>;
  readonly messages?: readonly Omit<Parameters<typeof newMessage>[1], 'at'>[];
  /** In the same transaction, before the session is locked: whoever locks a job and a session takes the job first. */
  readonly before?: (tx: Tx) => Promise<Partial<SessionRow>>;
  /** In the same transaction, with the session locked. */
  readonly also?: (tx: Tx) => Promise<void>;
}

/**
 * Writes if nobody has taken the turn meanwhile; undefined when the outcome is nobody's any more. What depends on what its
 * person allows is a function of the locked session: they may have changed their mind since it was read.
 */
export type Commit = (change: Change | ((locked: SessionRow) => Change)) => Promise<SessionRow | undefined>;
