import { defineResource } from '#kernel/resource';
import { explorerDeleted, explorerNotFound } from './problems.ts';
import { explorerSets } from './tables.ts';

export const explorerResource = defineResource({
  entity: 'explorer',
  path: '/explorer',
  table: explorerSets,
  sort: 'created_at',
  problems: { notFound: explorerNotFound, deleted: explorerDeleted },
  fields: {
    id: { column: explorerSets.id, type: 'id' },
    project_id: { column: explorerSets.projectId, type: 'id' },
    name: { column: explorerSets.name, type: 'text', isSearched: true, countsNumbers: true },
    description: { column: explorerSets.description, type: 'text', isSearched: true },
    tags: { column: explorerSets.tags, type: 'texts' },
    created_by: { column: explorerSets.createdBy, type: 'id' },
    created_at: { column: explorerSets.createdAt, type: 'time' },
    updated_at: { column: explorerSets.updatedAt, type: 'time' },
    deleted_at: { column: explorerSets.deletedAt, type: 'time' },
  },
});
