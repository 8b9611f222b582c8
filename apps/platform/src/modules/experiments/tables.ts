import { integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ParameterField, ParameterType, ProjectParameters } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Name → environment as the bodies spell it → sealed text. */
export type SealedEntries = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const projectParameters = pgTable('project_parameters', {
  projectId: uuid('project_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  fields: json('fields').$type<readonly ParameterField[]>().notNull(),
  fieldsVersion: integer('fields_version').notNull(),
  fieldsUpdatedAt: time('fields_updated_at'),
  entries: json('entries').$type<ProjectParameters>().notNull(),
  sealed: json('sealed').$type<SealedEntries>().notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type ProjectParametersRow = typeof projectParameters.$inferSelect;

export const experiments = pgTable('experiments', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  visibility: text('visibility').$type<'private' | 'shared'>().notNull(),
  /** The number of its newest version; 0 while it has none. */
  latest: integer('latest').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});
export type ExperimentRow = typeof experiments.$inferSelect;

/** A secret is kept sealed, and `digest` is a mark by which two of them can be told apart; it says nothing of the secret. */
export type StoredValue =
  | { readonly type: Exclude<ParameterType, 'secret'>; readonly value: unknown }
  | { readonly type: 'secret'; readonly sealed: string; readonly digest: string };
export type StoredValues = Readonly<Record<string, StoredValue>>;

export const experimentVersions = pgTable('experiment_versions', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  experimentId: uuid('experiment_id').notNull(),
  number: integer('number').notNull(),
  contentHash: text('content_hash').notNull(),
  schemaFingerprint: text('schema_fingerprint').notNull(),
  contents: json('contents').$type<StoredValues>().notNull(),
  parent: integer('parent'),
  message: text('message'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
});
export type VersionRow = typeof experimentVersions.$inferSelect;

export const parameterEnvironments = pgTable('parameter_environments', {
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  organizationId: uuid('organization_id').notNull(),
  experimentVersionId: uuid('experiment_version_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export interface PointedAt {
  readonly experiment_id: string;
  readonly name: string;
  readonly version: string;
}

export const parameterEnvironmentMoves = pgTable('parameter_environment_moves', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  environment: text('environment').notNull(),
  movedFrom: json('moved_from').$type<PointedAt>(),
  movedTo: json('moved_to').$type<PointedAt>(),
  message: text('message'),
  movedBy: uuid('moved_by'),
  movedAt: time('moved_at').notNull(),
});
