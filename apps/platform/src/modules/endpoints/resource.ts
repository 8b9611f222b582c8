import { authTypes, endpointStatuses, environments, protocols } from '@sonde/contract';
import { sql } from 'drizzle-orm';
import { defineResource } from '#kernel/resource';
import { endpointDeleted, endpointNotFound } from './problems.ts';
import { endpoints as table } from './tables.ts';

export const endpointResource = defineResource({
  entity: 'endpoint',
  path: '/endpoints',
  table,
  sort: 'created_at',
  searchedIn: sql`${table}.words`,
  fields: {
    id: { column: table.id, type: 'id' },
    name: { column: table.name, type: 'text', isSearched: true, sortedAs: sql`${table}.counted_name` },
    description: { column: table.description, type: 'text', isSearched: true },
    url: { column: table.url, type: 'text', isSearched: true },
    method: { column: table.method, type: 'text' },
    protocol: { column: table.protocol, type: 'text', words: protocols },
    environment: { column: table.environment, type: 'text', words: environments },
    auth_type: { column: table.authType, type: 'text', words: authTypes },
    status: { column: table.status, type: 'text', words: endpointStatuses },
    tags: { column: table.tags, type: 'texts' },
    project_id: { column: table.projectId, type: 'id' },
    last_tested_at: { column: table.lastTestedAt, type: 'time' },
    last_test_success: { column: table.lastTestSuccess, type: 'boolean' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
  problems: { notFound: endpointNotFound, deleted: endpointDeleted },
});
