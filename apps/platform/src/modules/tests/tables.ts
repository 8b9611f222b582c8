import { bigint, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type {
  Combine,
  Gates,
  MetricReference,
  Prompt,
  Test,
  TestConversation,
  TestSet,
  TestSource,
} from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What a test says: everything that a result depends on. It changes only together with the version. */
export interface TestDefinition {
  readonly prompt: Prompt | null;
  readonly conversation: TestConversation | null;
  readonly metrics: readonly MetricReference[];
  readonly combine: Combine;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
}

export const tests = pgTable('tests', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  testType: text('test_type').$type<Test['test_type']>().notNull(),
  content: text('content').notNull(),
  definition: json('definition').$type<TestDefinition>().notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  status: text('status').$type<Test['status']>().notNull(),
  priority: integer('priority').notNull(),
  tags: text('tags').array().notNull(),
  source: json('source').$type<TestSource>().notNull(),
  sourceKind: text('source_kind').notNull(),
  externalId: text('external_id'),
  contentHash: text('content_hash').notNull(),
  version: integer('version').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type TestRow = typeof tests.$inferSelect;

export const testVersions = pgTable('test_versions', {
  testId: uuid('test_id').notNull(),
  version: integer('version').notNull(),
  organizationId: uuid('organization_id').notNull(),
  testType: text('test_type').$type<Test['test_type']>().notNull(),
  content: text('content').notNull(),
  definition: json('definition').$type<TestDefinition>().notNull(),
  requirementId: uuid('requirement_id'),
  categoryId: uuid('category_id'),
  topicId: uuid('topic_id'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
});
export type TestVersionRow = typeof testVersions.$inferSelect;

export const testSets = pgTable('test_sets', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  description: text('description'),
  shortDescription: text('short_description'),
  testSetType: text('test_set_type').$type<TestSet['test_set_type']>().notNull(),
  status: text('status').$type<TestSet['status']>().notNull(),
  priority: integer('priority').notNull(),
  tags: text('tags').array().notNull(),
  metadata: json('metadata').$type<Record<string, unknown>>().notNull(),
  metrics: json('metrics').$type<readonly MetricReference[]>().notNull(),
  gates: json('gates').$type<Gates>(),
  source: json('source').$type<TestSource>(),
  version: integer('version').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type TestSetRow = typeof testSets.$inferSelect;

export const testSetTests = pgTable('test_set_tests', {
  testSetId: uuid('test_set_id').notNull(),
  testId: uuid('test_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
});
