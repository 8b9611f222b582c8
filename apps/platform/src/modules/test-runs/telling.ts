import type { Tx } from '#kernel/database';
import type { Events } from '#kernel/events';
import type { RunRow } from './tables.ts';

/** Lets everybody who watches a run hear how it stands, once the transaction is committed. */
export const tellUpdated = (
  events: Pick<Events, 'keep'>,
  tx: Tx,
  { id, organizationId, projectId }: Pick<RunRow, 'id' | 'organizationId' | 'projectId'>,
): Promise<void> =>
  events.keep(tx, { name: 'test_run.updated', organizationId, data: { id, project_id: projectId } });
