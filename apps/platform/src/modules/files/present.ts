import type { FileRecord } from '@sonde/contract';
import { hasPicture } from './content-type.ts';
import type { FileRow } from './tables.ts';

export const presentFile = (row: FileRow): FileRecord => ({
  id: row.id,
  organization_id: row.organizationId,
  project_id: row.projectId,
  filename: row.filename,
  content_type: row.contentType,
  size_bytes: row.sizeBytes,
  description: row.description,
  entity_type: row.entityType,
  entity_id: row.entityId,
  position: row.position,
  user_id: row.createdBy,
  content_hash: row.contentHash,
  extraction_status: row.extractionStatus,
  extraction_error: row.extractionError,
  truncated: row.truncated,
  has_thumbnail: hasPicture(row.contentType) && row.pictureError === null,
  warnings: row.warnings,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  deleted_at: row.deletedAt?.toISOString() ?? null,
});
