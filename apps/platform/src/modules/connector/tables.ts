import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Environment } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const connectorProcesses = pgTable('connector_processes', {
  id: uuid('id').primaryKey(),
  leaseUntil: time('lease_until').notNull(),
});

export const connectorRegistrations = pgTable('connector_registrations', {
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id').notNull(),
  environment: text('environment').$type<Environment>().notNull(),
  functionName: text('function_name').notNull(),
  connectionId: uuid('connection_id').notNull(),
  processId: uuid('process_id').notNull(),
  registeredAt: time('registered_at').notNull(),
});

export const connectorCalls = pgTable('connector_calls', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  callerProcessId: uuid('caller_process_id').notNull(),
  serverProcessId: uuid('server_process_id').notNull(),
  connectionId: uuid('connection_id').notNull(),
  state: text('state').$type<'placed' | 'taken' | 'answered'>().notNull(),
  call: text('call').notNull(),
  answer: text('answer'),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
