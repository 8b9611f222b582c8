import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AiModel } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const aiModels = pgTable('ai_models', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  provider: text('provider').$type<AiModel['provider']>().notNull(),
  modelName: text('model_name').notNull(),
  baseUrl: text('base_url'),
  baseUrlSealed: text('base_url_sealed'),
  apiKeySealed: text('api_key_sealed'),
  lastFailure: text('last_failure'),
  lastFailedAt: time('last_failed_at'),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export type AiModelRow = typeof aiModels.$inferSelect;
