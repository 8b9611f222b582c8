import { sourceKinds, sourceStatuses, type Source } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import { shownAddress } from '#kernel/kept-address';
import { defineResource, permittedActions } from '#kernel/resource';
import { sources as table, type SourceRow } from './tables.ts';

export const sourceResource = defineResource({
  entity: 'source',
  path: '/sources',
  table,
  sort: 'created_at',
  fields: {
    id: { column: table.id, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    title: { column: table.title, type: 'text', isSearched: true },
    description: { column: table.description, type: 'text', isSearched: true },
    kind: { column: table.kind, type: 'text', words: sourceKinds },
    url: { column: table.url, type: 'text' },
    status: { column: table.status, type: 'text', words: sourceStatuses },
    passage_count: { column: table.passageCount, type: 'number' },
    created_by: { column: table.createdBy, type: 'id' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
  problems: {
    notFound: () => new Problem('not_found', 'source.not_found', 'Source not found.'),
    deleted: (options) =>
      new Problem(
        'gone',
        'source.deleted',
        'This source was deleted. Tests that cite it stay readable.',
        options,
      ),
  },
});

export const presentSource = (principal: MemberPrincipal, row: SourceRow): Source => ({
  id: row.id,
  project_id: row.projectId,
  title: row.title,
  description: row.description,
  kind: row.kind,
  url: row.url && shownAddress(row.url),
  file_id: row.fileId,
  status: row.status,
  error: row.error,
  truncated: row.truncated,
  passage_count: row.passageCount,
  character_count: row.characterCount,
  permitted_actions: permittedActions(principal, 'source', row),
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
});
