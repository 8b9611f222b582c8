import { doublePrecision, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ConversationMessage } from './ports.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const conversationTurns = pgTable('conversation_turns', {
  organizationId: uuid('organization_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  conversationId: text('conversation_id').notNull(),
  id: uuid('id').notNull(),
  messages: json('messages').$type<readonly ConversationMessage[]>().notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const targetTokens = pgTable('target_tokens', {
  organizationId: uuid('organization_id').notNull(),
  recipe: text('recipe').notNull(),
  tokenSealed: text('token_sealed'),
  freshUntil: time('fresh_until'),
  leaseId: uuid('lease_id'),
  leaseUntil: time('lease_until'),
});

/** What a target last said of how often it may still be called. */
export const targetQuotas = pgTable('target_quotas', {
  endpointId: uuid('endpoint_id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  allowed: doublePrecision('allowed'),
  remaining: doublePrecision('remaining'),
  resetsAt: time('resets_at'),
  refusedUntil: time('refused_until'),
  toldAt: time('told_at').notNull(),
});
