import { sql, type SQL } from 'drizzle-orm';
import { tests, testSets, testSetTests } from './tables.ts';

/**
 * True of a test that was proposed and that nobody has gone through yet: each set it is in is a draft itself. What is in
 * no set, or in one that is kept, is no draft, whatever its own status says.
 */
export const isDraft: SQL<boolean> = sql<boolean>`(${tests.status} = 'Review' and coalesce((
  select bool_and(draft_set.status = 'Review')
  from ${testSetTests} draft_member join ${testSets} draft_set
    on draft_set.id = draft_member.test_set_id and draft_set.deleted_at is null
  where draft_member.organization_id = ${tests.organizationId} and draft_member.test_id = ${tests.id}
), false))`;
