import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ExtractionStatus, FileEntityType } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  ownerId: uuid('owner_id'),
  entityType: text('entity_type').$type<FileEntityType>(),
  entityId: text('entity_id'),
  filename: text('filename').notNull(),
  contentType: text('content_type').notNull(),
  charset: text('charset'),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  description: text('description'),
  position: integer('position').notNull(),
  contentHash: text('content_hash').notNull(),
  warnings: text('warnings').array().notNull(),
  extractionStatus: text('extraction_status').$type<ExtractionStatus>().notNull(),
  extractionError: text('extraction_error'),
  truncated: boolean('truncated').notNull(),
  pictureError: text('picture_error'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});

export const fileTexts = pgTable('file_texts', {
  fileId: uuid('file_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  text: text('text').notNull(),
});

/** Who has died since holds nothing any more when `endsAt` is over. */
export const fileHolds = pgTable('file_holds', {
  id: uuid('id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  contentHash: text('content_hash').notNull(),
  isRemoval: boolean('is_removal').notNull(),
  endsAt: time('ends_at').notNull(),
});

export type FileRow = typeof files.$inferSelect;
