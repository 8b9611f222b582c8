import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams, restorableListQuery, restorableQuery } from './primitives.ts';

const tag = 'Files';

export const fileEntityTypes = ['Test', 'TestResult', 'Trace', 'Source', 'ArchitectSession'] as const;
export type FileEntityType = (typeof fileEntityTypes)[number];

export const extractionStatuses = ['pending', 'done', 'failed', 'not_applicable'] as const;
export type ExtractionStatus = (typeof extractionStatuses)[number];

export const thumbnailSizes = [72, 144, 288] as const;
export const mostFilesPerUpload = 10;

/** A UUID; a trace has 32 hexadecimal digits. */
const EntityId = z.string().regex(/^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, {
  error: 'An id is expected.',
});

export const FileRecord = z.object({
  id: Id,
  organization_id: Id,
  project_id: Id.nullable(),
  filename: z.string(),
  content_type: z.string().meta({ description: 'What the bytes are, whatever was declared' }),
  size_bytes: z.number().int(),
  description: z.string().nullable(),
  entity_type: z.enum(fileEntityTypes).nullable().meta({ description: 'null: bound to nothing yet' }),
  entity_id: z.string().nullable(),
  position: z.number().int(),
  user_id: Id.nullable().meta({ description: 'Who uploaded it' }),
  content_hash: z.string().meta({ description: 'SHA-256 of the bytes, in hexadecimal' }),
  extraction_status: z.enum(extractionStatuses),
  extraction_error: z.string().nullable(),
  truncated: z.boolean().meta({ description: 'There was more text than is kept' }),
  extracted_text: z.string().nullable().optional().meta({ description: 'Only where one file is read' }),
  has_thumbnail: z.boolean(),
  warnings: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type FileRecord = z.output<typeof FileRecord>;

const fileProblems = ['file.not_found', 'file.deleted'] as const;

export const uploadFiles = defineOperation({
  id: 'files.upload',
  method: 'POST',
  path: '/files',
  tag,
  summary: 'Upload files, all of them or none',
  description:
    'The field `files` may be repeated. Without an entity the files are seen by their uploader alone and removed after a day, unless they are bound.',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'file:create' },
  audit: 'file.uploaded',
  query: z.strictObject({
    entity_type: z.enum(fileEntityTypes).optional(),
    entity_id: EntityId.optional(),
  }),
  bodyType: 'multipart',
  body: z.object({ files: z.array(z.string().meta({ format: 'binary' })) }),
  bodyLimitBytes: 50_000 * 1024 * 1024,
  answers: { 201: z.array(FileRecord) },
  problems: [
    'file.entity_not_found',
    'file.too_large',
    'file.too_many',
    'file.quota_exceeded',
    'file.store_unavailable',
  ],
  limit: { bucket: 'upload', max: 600, windowSeconds: 60, per: 'user' },
});

export const listFiles = defineOperation({
  id: 'files.list',
  method: 'GET',
  path: '/files',
  tag,
  summary: 'Files of the organization, or of one thing',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'file:read' },
  query: restorableListQuery.extend({
    entity_type: z.enum(fileEntityTypes).optional(),
    entity_id: EntityId.optional(),
  }),
  answers: { 200: z.array(FileRecord) },
  tool: true,
});

export const getFile = defineOperation({
  id: 'files.get',
  method: 'GET',
  path: '/files/{id}',
  tag,
  summary: 'One file, with the text that was found in it',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'file:read' },
  params: idParams,
  query: restorableQuery,
  answers: { 200: FileRecord },
  problems: fileProblems,
  tool: true,
});

export const bindFile = defineOperation({
  id: 'files.bind',
  method: 'PATCH',
  path: '/files/{id}',
  tag,
  summary: 'Bind an uploaded file to the thing it belongs to, or describe it',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'file:update' },
  audit: 'file.updated',
  params: idParams,
  body: z
    .strictObject({
      entity_type: z.enum(fileEntityTypes),
      entity_id: EntityId,
      description: z.string().max(2000).nullable(),
      position: z.number().int().min(0).max(10_000),
    })
    .partial()
    .refine((body) => (body.entity_type === undefined) === (body.entity_id === undefined), {
      path: ['entity_id'],
      message: 'Give entity_type and entity_id together.',
    }),
  answers: { 200: FileRecord },
  problems: [...fileProblems, 'file.already_bound', 'file.entity_not_found', 'file.quota_exceeded'],
});

export const fileContent = defineOperation({
  id: 'files.content',
  method: 'GET',
  path: '/files/{id}/content',
  tag,
  summary: 'The bytes of a file',
  description: 'Knows `ETag`, `If-None-Match`, `HEAD`, `Range` and `If-Range`.',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'file:read' },
  params: idParams,
  raw: true,
  answers: { 200: z.string().meta({ format: 'binary' }) },
  problems: [...fileProblems, 'file.store_unavailable'],
});

export const fileThumbnail = defineOperation({
  id: 'files.thumbnail',
  method: 'GET',
  path: '/files/{id}/thumbnail',
  tag,
  summary: 'A small WebP picture of an image or of the first page of a PDF',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'file:read' },
  params: idParams,
  query: z.strictObject({
    size: z.coerce
      .number()
      .pipe(z.literal(thumbnailSizes))
      .default(144)
      .meta({ description: 'Pixels of the longest side: 72, 144 or 288' }),
  }),
  raw: true,
  answers: { 200: z.string().meta({ format: 'binary' }) },
  problems: [...fileProblems, 'file.no_picture', 'file.store_unavailable', 'service.busy'],
});

export const deleteFile = defineOperation({
  id: 'files.delete',
  method: 'DELETE',
  path: '/files/{id}',
  tag,
  summary: 'Delete a file; it can be restored',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'file:delete' },
  audit: 'file.deleted',
  params: idParams,
  answers: { 200: FileRecord },
  problems: fileProblems,
});

export const restoreFile = defineOperation({
  id: 'files.restore',
  method: 'POST',
  path: '/files/{id}/restore',
  tag,
  summary: 'Take the deletion of a file back',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'file:delete' },
  audit: 'file.restored',
  params: idParams,
  answers: { 200: FileRecord },
  problems: [...fileProblems, 'file.quota_exceeded'],
});
