import type { Source } from '@sonde/contract';
import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const sources = pgTable('sources', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  title: text('title').notNull(),
  description: text('description'),
  kind: text('kind').$type<Source['kind']>().notNull(),
  /** Without what is secret in it; such an address is kept sealed as a whole. */
  url: text('url'),
  sealedUrl: text('sealed_url'),
  fileId: uuid('file_id'),
  status: text('status').$type<Source['status']>().notNull(),
  error: text('error'),
  truncated: boolean('truncated').notNull(),
  passageCount: integer('passage_count').notNull(),
  characterCount: integer('character_count').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});

export const passages = pgTable('passages', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  sourceId: uuid('source_id').notNull(),
  position: integer('position').notNull(),
  page: integer('page'),
  heading: text('heading'),
  text: text('text').notNull(),
});

export type SourceRow = typeof sources.$inferSelect;
export type PassageRow = typeof passages.$inferSelect;
