import { bigint, boolean, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { TestImport, TestInput, TestSet } from '@sonde/contract';
import type { Records } from '#kernel/file-reader';
import type { Mapping } from './mapping.ts';
import type { Shape } from './shapes.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What the reader found, and what is shown of the file. */
export interface Found extends Omit<Records, 'kind'> {
  /** Where the rows lie in the object store. */
  readonly rowsKey: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly sampleRows: readonly Record<string, unknown>[];
  readonly suggested: Mapping['columns'];
  readonly confidences: Readonly<Record<string, number>>;
  readonly confidence: number;
}

export interface Wishes {
  readonly name: string | null;
  readonly description: string | null;
  readonly shortDescription: string | null;
  readonly validRowsOnly: boolean;
  readonly changed: 'update' | 'skip';
  /** Left out by a former version. A job acts as the person, who may have asked by a token that may less. */
  readonly mayMakeMetrics?: boolean;
  /** Likewise: such a token changes no test of its set that every project shares. */
  readonly boundProjectId?: string | null;
}

export const testImports = pgTable('test_imports', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  userId: uuid('user_id').notNull(),
  fileId: uuid('file_id').notNull(),
  status: text('status').$type<TestImport['status']>().notNull(),
  found: json('found').$type<Found>().notNull(),
  shape: text('shape').$type<Shape>().notNull(),
  mapping: json('mapping').$type<Mapping>().notNull(),
  testType: text('test_type').$type<TestSet['test_set_type']>(),
  targetTestSetId: uuid('target_test_set_id'),
  summary: json('summary').$type<NonNullable<TestImport['validation_summary']>>(),
  wishes: json('wishes').$type<Wishes>(),
  error: text('error'),
  taskId: uuid('task_id'),
  testSetId: uuid('test_set_id'),
  revealedTo: bigint('revealed_to', { mode: 'number' }).notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
export type ImportRow = typeof testImports.$inferSelect;

export const testImportRows = pgTable('test_import_rows', {
  importId: uuid('import_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  place: bigint('place', { mode: 'number' }).notNull(),
  testId: uuid('test_id').notNull(),
  isNew: boolean('is_new').notNull(),
  input: json('input').$type<TestInput>(),
});
