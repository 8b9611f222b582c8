import type { Tx } from './database.ts';
import type { Events } from './events.ts';

export const accessChanged = 'access.changed';

/**
 * What a person holds has ended, or their rights have changed: connections that were opened with it are looked at as
 * soon as this commits. Every other call finds out by itself.
 */
export const tellAccessChanged = (events: Pick<Events, 'tell'>, tx: Tx, userId: string): Promise<void> =>
  events.tell(tx, { name: accessChanged, organizationId: null, data: { user_id: userId } });

/** The same for everybody in an organization: it is gone, or asks for more than it did. */
export const tellAccessChangedForAll = (
  events: Pick<Events, 'tell'>,
  tx: Tx,
  organizationId: string,
): Promise<void> => events.tell(tx, { name: accessChanged, organizationId, data: {} });

/** Whether such an event concerns this caller. */
export const concerns = (
  event: { readonly organizationId: string | null; readonly data: Record<string, unknown> },
  caller: { readonly userId: string; readonly organizationId: string | null } | undefined,
): boolean =>
  caller !== undefined &&
  (event.organizationId === null
    ? event.data['user_id'] === caller.userId
    : event.organizationId === caller.organizationId);
