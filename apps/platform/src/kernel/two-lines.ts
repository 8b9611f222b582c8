import type { Database, Tx } from './database.ts';
import type { JobDefinition, JobRun, Jobs } from './jobs.ts';

/** Thrown by a handler when the server it asked has said nothing in the time it was given. */
export class KeptWaitingError extends Error {
  override readonly name = 'KeptWaitingError';
}

export interface TwoLines<Payload> {
  /** Where all work begins. Its handler gives a server a few seconds, so that a place is held no longer. */
  readonly prompt: JobDefinition<Payload>;
  /** Where servers have all the time they may take, and those who keep us waiting wait for each other. */
  readonly patient: JobDefinition<Payload>;
  readonly organizationOf: (payload: Payload) => string;
  /**
   * In the transaction that moves work into the patient line: `silent` where its own server said nothing, `behind` where
   * other work of the organization stands there. It tells whoever looks.
   */
  readonly moved?: (tx: Tx, payload: Payload, why: 'silent' | 'behind') => Promise<void>;
}

export type TwoLinesHandler<Payload> = (
  payload: Payload,
  run: JobRun & { readonly isPatient: boolean },
) => Promise<void>;

/**
 * For work that asks servers which members name: one that accepts a call and never answers holds a place for as long as it
 * is given, and as many organizations as there are places would hold all of them, again and again. So nobody is given long
 * in the line of everybody. Who was silent there is asked again in a line of its own kind, and as long as an organization has
 * work in that, what it has more of goes there without being tried: it costs the others a few seconds, once.
 */
export function workInTwoLines<Payload>(
  { jobs, database }: { readonly jobs: Jobs; readonly database: Database },
  { prompt, patient, organizationOf, moved }: TwoLines<Payload>,
  handler: TwoLinesHandler<Payload>,
): void {
  const move = async (tx: Tx, payload: Payload, why: 'silent' | 'behind'): Promise<void> => {
    await jobs.enqueue(tx, patient, payload, { group: organizationOf(payload) });
    await moved?.(tx, payload, why);
  };
  jobs.work(prompt, async (payload, run) => {
    const organizationId = organizationOf(payload);
    const isBehind = await database.tenant(organizationId, async (tx) => {
      const others = await jobs.isInLine(tx, patient, organizationId);
      if (others) await move(tx, payload, 'behind');
      return others;
    });
    if (isBehind) return;
    try {
      await handler(payload, { ...run, isPatient: false });
    } catch (error) {
      if (!(error instanceof KeptWaitingError)) throw error;
      await database.tenant(organizationId, (tx) => move(tx, payload, 'silent'));
    }
  });
  jobs.work(patient, (payload, run) => handler(payload, { ...run, isPatient: true }));
}
