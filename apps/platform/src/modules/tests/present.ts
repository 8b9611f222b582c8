import type { Test, TestSet } from '@sonde/contract';
import type { MemberPrincipal } from '#kernel/http';
import { permittedActions } from '#kernel/resource';
import type { readLabelNames } from './labels.ts';
import type { TestRow, TestSetRow, TestVersionRow } from './tables.ts';

type LabelNames = Awaited<ReturnType<typeof readLabelNames>>;

export function presentTest(principal: MemberPrincipal, row: TestRow, label: LabelNames): Test {
  const { definition } = row;
  return {
    id: row.id,
    project_id: row.projectId,
    test_type: row.testType,
    prompt: definition.prompt,
    test_configuration: definition.conversation,
    requirement: label('requirement', row.requirementId),
    category: label('category', row.categoryId),
    topic: label('topic', row.topicId),
    status: row.status,
    priority: row.priority,
    tags: row.tags,
    metadata: { ...definition.metadata },
    metrics: [...definition.metrics],
    combine: definition.combine,
    source: row.source,
    external_id: row.externalId,
    files: [...definition.files],
    version: row.version,
    permitted_actions: permittedActions(principal, 'test', row),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

export const presentVersion = ({ definition, ...row }: TestVersionRow) => ({
  version: row.version,
  test_type: row.testType,
  prompt: definition.prompt,
  test_configuration: definition.conversation,
  metrics: [...definition.metrics],
  combine: definition.combine,
  metadata: { ...definition.metadata },
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

export function presentTestSet(principal: MemberPrincipal, row: TestSetRow, testCount: number): TestSet {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    description: row.description,
    short_description: row.shortDescription,
    test_set_type: row.testSetType,
    status: row.status,
    priority: row.priority,
    tags: row.tags,
    metadata: row.metadata,
    metrics: [...row.metrics],
    gates: row.gates,
    source: row.source,
    test_count: testCount,
    version: row.version,
    permitted_actions: permittedActions(principal, 'test_set', row),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
