import { testSourceKinds, testSetTypes, testStatuses, testTypes } from '@sonde/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { jsonText } from '#kernel/json-text';
import { defineResource } from '#kernel/resource';
import { labelsTable } from '#labels';
import { requirementsTable } from '#requirements';
import { isDraft } from './drafts.ts';
import { testDeleted, testNotFound, testSetDeleted, testSetNotFound } from './problems.ts';
import { tests, testSets } from './tables.ts';

/** What a test of all projects has of one is not searched in all of them. */
const nameOf = (id: PgColumn, named: typeof labelsTable | typeof requirementsTable): SQL =>
  sql`(select n.name from ${named} n where n.id = ${id} and (n.project_id is null or n.project_id = ${tests.projectId}))`;

export const testResource = defineResource({
  entity: 'test',
  path: '/tests',
  table: tests,
  sort: 'created_at',
  problems: { notFound: testNotFound, deleted: testDeleted },
  fields: {
    id: { column: tests.id, type: 'id' },
    content: { column: tests.content, type: 'text', isSearched: true },
    // What a file calls it, and what is expected, stand beside it wherever tests are listed.
    name: { column: jsonText(tests.definition, 'metadata', 'description'), type: 'text', isSearched: true },
    expected_response: {
      column: jsonText(tests.definition, 'prompt', 'expected_response'),
      type: 'text',
      isSearched: true,
    },
    test_type: { column: tests.testType, type: 'text', words: testTypes },
    requirement_id: {
      column: tests.requirementId,
      type: 'id',
      shownAs: nameOf(tests.requirementId, requirementsTable),
    },
    category_id: { column: tests.categoryId, type: 'id', shownAs: nameOf(tests.categoryId, labelsTable) },
    topic_id: { column: tests.topicId, type: 'id', shownAs: nameOf(tests.topicId, labelsTable) },
    status: { column: tests.status, type: 'text', words: testStatuses },
    is_draft: { column: isDraft, type: 'boolean' },
    priority: { column: tests.priority, type: 'number' },
    tags: { column: tests.tags, type: 'texts', isSearched: true },
    source_kind: { column: tests.sourceKind, type: 'text', words: testSourceKinds },
    external_id: { column: tests.externalId, type: 'text', isSearched: true },
    project_id: { column: tests.projectId, type: 'id' },
    version: { column: tests.version, type: 'number' },
    created_by: { column: tests.createdBy, type: 'id' },
    created_at: { column: tests.createdAt, type: 'time' },
    updated_at: { column: tests.updatedAt, type: 'time' },
    deleted_at: { column: tests.deletedAt, type: 'time' },
  },
});

export const testSetResource = defineResource({
  entity: 'test_set',
  path: '/test_sets',
  table: testSets,
  sort: 'created_at',
  problems: { notFound: testSetNotFound, deleted: testSetDeleted },
  fields: {
    id: { column: testSets.id, type: 'id' },
    name: { column: testSets.name, type: 'text', isSearched: true, countsNumbers: true },
    description: { column: testSets.description, type: 'text', isSearched: true },
    short_description: { column: testSets.shortDescription, type: 'text' },
    test_set_type: { column: testSets.testSetType, type: 'text', words: testSetTypes },
    status: { column: testSets.status, type: 'text', words: testStatuses },
    priority: { column: testSets.priority, type: 'number' },
    tags: { column: testSets.tags, type: 'texts' },
    project_id: { column: testSets.projectId, type: 'id' },
    version: { column: testSets.version, type: 'number' },
    created_by: { column: testSets.createdBy, type: 'id' },
    created_at: { column: testSets.createdAt, type: 'time' },
    updated_at: { column: testSets.updatedAt, type: 'time' },
    deleted_at: { column: testSets.deletedAt, type: 'time' },
  },
});
