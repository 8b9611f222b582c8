import type { BulkTestChanges } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { namedColumns, requireWithinReach } from '#kernel/resource';
import { readLabels, type LabelIds, type LabelKinds } from './labels.ts';
import { findTests, updateTests } from './store.ts';
import type { TestRow } from './tables.ts';

/** What is not there any more, or never was for the caller, is told and is no fault. */
export async function changeMany(
  tx: Tx,
  principal: MemberPrincipal,
  { test_ids: ids, ...changes }: BulkTestChanges,
  { labels, at }: { readonly labels: LabelKinds; readonly at: Date },
): Promise<{ updated_ids: string[]; not_found_ids: string[] }> {
  const { organizationId } = principal;
  const found = await findTests(tx, organizationId, ids);
  const theirs = found.filter(
    ({ projectId }) => !principal.projectId || !projectId || projectId === principal.projectId,
  );
  for (const row of theirs) requireWithinReach(principal, row);
  const updated = new Set<string>();
  // A label that is named belongs to a project, so the tests of each project get the one of theirs.
  for (const [projectId, rows] of Map.groupBy(theirs, (row) => row.projectId)) {
    const { status, priority, tags } = changes;
    const [sorted] = await readLabels(labels, tx, principal, { inputs: [changes], projectId });
    const columns = {
      ...namedColumns<TestRow>({ status, priority, tags }),
      ...(sorted ? givenLabels(changes, sorted) : {}),
      updatedAt: at,
    };
    const rowIds = rows.map(({ id }) => id);
    for (const id of await updateTests(tx, organizationId, rowIds, columns)) updated.add(id);
  }
  return {
    updated_ids: ids.filter((id) => updated.has(id)),
    not_found_ids: ids.filter((id) => !updated.has(id)),
  };
}

/** Only what the request names; null takes a label away. */
function givenLabels(changes: Omit<BulkTestChanges, 'test_ids'>, ids: LabelIds): Partial<LabelIds> {
  const isGiven = (kind: 'requirement' | 'category' | 'topic'): boolean =>
    changes[kind] !== undefined || changes[`${kind}_id`] !== undefined;
  return {
    ...(isGiven('requirement') ? { requirementId: ids.requirementId } : {}),
    ...(isGiven('category') ? { categoryId: ids.categoryId } : {}),
    ...(isGiven('topic') ? { topicId: ids.topicId } : {}),
  };
}
