import {
  metricBackends,
  metricScopes,
  scoreTypes,
  type Metric,
  type MetricVersion,
  type ReviewAgreement,
} from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import { defineResource, permittedActions } from '#kernel/resource';
import { needsOf } from './definition.ts';
import { metricNotFound } from './problems.ts';
import { metrics as table, type MetricRow, type MetricVersionRow } from './tables.ts';

export const metricResource = defineResource({
  entity: 'metric',
  path: '/metrics',
  table,
  sort: 'created_at',
  fields: {
    id: { column: table.id, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    name: { column: table.name, type: 'text', isSearched: true, countsNumbers: true },
    description: { column: table.description, type: 'text', isSearched: true },
    tags: { column: table.tags, type: 'texts' },
    backend: { column: table.backend, type: 'text', words: metricBackends },
    kind: { column: table.kind, type: 'text', isSearched: true },
    score_type: { column: table.scoreType, type: 'text', words: scoreTypes },
    metric_scope: { column: table.metricScope, type: 'texts', words: metricScopes },
    created_by: { column: table.createdBy, type: 'id' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
  problems: {
    notFound: () => metricNotFound(),
    deleted: (options) =>
      new Problem(
        'gone',
        'metric.deleted',
        'This metric was deleted. Results that it judged stay readable.',
        options,
      ),
    nameTaken: () =>
      new Problem('conflict', 'metric.name_taken', 'The project has a metric of this name already.'),
  },
});

export type RequirementName = { readonly id: string; readonly name: string };

export const presentMetric = (
  principal: MemberPrincipal,
  row: MetricRow,
  {
    requirements,
    agreement,
  }: { readonly requirements: readonly RequirementName[]; readonly agreement: ReviewAgreement | null },
): Metric => ({
  ...row.definition,
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  description: row.description,
  tags: row.tags,
  needs: needsOf(row.definition),
  requirements: [...requirements],
  review_agreement: agreement,
  permitted_actions: permittedActions(principal, 'metric', row),
  version: row.version,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
});

export const presentVersion = (row: MetricVersionRow): MetricVersion => ({
  version: row.version,
  name: row.name,
  definition: row.definition,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});
