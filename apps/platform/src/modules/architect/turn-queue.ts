import type { ArchitectMessage } from '@sonde/contract';
import { z } from 'zod';
import type { Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import { newId } from '#kernel/ids';
import type { JobDefinition, Jobs } from '#kernel/jobs';
import type { MessageRow, SessionRow } from './tables.ts';

const Turn = z.object({ organization_id: z.string(), session_id: z.string() });
export type Turn = z.output<typeof Turn>;

/** One go at a chat: until it needs a yes, waits for a job, or is done. */
export const turnJob: JobDefinition<Turn> = {
  name: 'architect-turn',
  payload: Turn,
  retryLimit: 3,
  expireInSeconds: 1800,
  concurrency: 4,
  perGroup: 2,
};

type At = Pick<SessionRow, 'organizationId' | 'id'>;

export async function enqueueTurn(tx: Tx, jobs: Jobs, { organizationId, id }: At): Promise<void> {
  const payload = { organization_id: organizationId, session_id: id };
  await jobs.enqueue(tx, turnJob, payload, { group: organizationId });
}

export const announce = (
  tx: Tx,
  events: Pick<Events, 'keep'>,
  { organizationId, id, createdBy, status }: SessionRow,
): Promise<void> =>
  events.keep(tx, {
    name: 'architect.updated',
    organizationId,
    data: { session_id: id, user_id: createdBy, status },
  });

interface NewMessage {
  readonly role: ArchitectMessage['role'];
  readonly content: string;
  readonly at: Date;
  readonly intent?: string | undefined;
  readonly needsConfirmation?: boolean;
  readonly taskId?: string | null;
}

const contentMax = 20_000;

export const newMessage = ({ organizationId, id }: At, message: NewMessage): MessageRow => ({
  id: newId(),
  organizationId,
  sessionId: id,
  role: message.role,
  content: shortened(message.content.replaceAll('\0', '')),
  intent: message.intent ?? null,
  needsConfirmation: message.needsConfirmation ?? false,
  taskId: message.taskId ?? null,
  createdAt: message.at,
});

const shortened = (text: string): string =>
  text.length <= contentMax ? text : `${text.slice(0, contentMax - 1).toWellFormed()}…`;
