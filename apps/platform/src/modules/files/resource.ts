import { extractionStatuses, fileEntityTypes } from '@sonde/contract';
import { defineResource } from '#kernel/resource';
import { fileDeleted, fileNotFound } from './problems.ts';
import { files as table } from './tables.ts';

export const fileResource = defineResource({
  entity: 'file',
  path: '/files',
  table,
  sort: 'created_at',
  fields: {
    id: { column: table.id, type: 'id' },
    filename: { column: table.filename, type: 'text', isSearched: true },
    description: { column: table.description, type: 'text', isSearched: true },
    content_type: { column: table.contentType, type: 'text' },
    size_bytes: { column: table.sizeBytes, type: 'number' },
    position: { column: table.position, type: 'number' },
    entity_type: { column: table.entityType, type: 'text', words: fileEntityTypes },
    entity_id: { column: table.entityId, type: 'text' },
    project_id: { column: table.projectId, type: 'id' },
    user_id: { column: table.createdBy, type: 'id' },
    content_hash: { column: table.contentHash, type: 'text' },
    extraction_status: { column: table.extractionStatus, type: 'text', words: extractionStatuses },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
  problems: { notFound: fileNotFound, deleted: fileDeleted },
});
