import { boolean, integer, json, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Endpoint } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Text and JSON templates are told apart by their key: a bare string in a json column would be parsed twice on the way out. */
export type StoredTemplate = { text: string } | { json: Record<string, unknown> };

export const endpoints = pgTable('endpoints', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  url: text('url').notNull(),
  method: text('method').notNull(),
  protocol: text('protocol').$type<Endpoint['protocol']>().notNull(),
  environment: text('environment').$type<Endpoint['environment']>().notNull(),
  authType: text('auth_type').$type<Endpoint['auth_type']>().notNull(),
  authTokenSealed: text('auth_token_sealed'),
  clientId: text('client_id'),
  clientSecretSealed: text('client_secret_sealed'),
  tokenUrl: text('token_url'),
  scopes: text('scopes'),
  audience: text('audience'),
  tokenParams: json('token_params').$type<Record<string, string>>(),
  requestHeaders: json('request_headers').$type<Record<string, string>>().notNull(),
  secretHeaderNames: text('secret_header_names').array().notNull(),
  secretHeadersSealed: text('secret_headers_sealed'),
  secretNames: text('secret_names').array(),
  secretsSealed: text('secrets_sealed'),
  /** False in a row of a former version that has not been looked through for literal credentials yet. */
  literalsMoved: boolean('literals_moved').notNull(),
  queryParams: json('query_params').$type<Record<string, string>>().notNull(),
  requestMapping: json('request_mapping').$type<StoredTemplate>().notNull(),
  responseMapping: json('response_mapping').$type<Record<string, unknown>>().notNull(),
  websocket: json('websocket').$type<NonNullable<Endpoint['websocket']>>(),
  beforeSteps: json('before_steps').$type<Endpoint['before_steps']>().notNull(),
  polling: json('polling').$type<NonNullable<Endpoint['polling']>>(),
  caCertificate: text('ca_certificate'),
  clientCertificate: text('client_certificate'),
  clientKeySealed: text('client_key_sealed'),
  endpointMetadata: jsonb('endpoint_metadata').$type<Record<string, unknown>>().notNull(),
  disableTracing: boolean('disable_tracing').notNull(),
  status: text('status').$type<Endpoint['status']>().notNull(),
  lastTestedAt: time('last_tested_at'),
  lastTestSuccess: boolean('last_test_success'),
  tags: text('tags').array().notNull(),
  version: integer('version').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  deletedAt: time('deleted_at'),
});

export type EndpointRow = typeof endpoints.$inferSelect;
