import { boolean, doublePrecision, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ExploreRequest } from '@sonde/contract';
import type { Beside, Outcome, Probe, Segment } from './turns.ts';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const explorations = pgTable('explorations', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  endpointId: uuid('endpoint_id').notNull(),
  userId: uuid('user_id').notNull(),
  request: json('request').$type<ExploreRequest>().notNull(),
  owner: uuid('owner'),
  model: text('model'),
  modelCalls: integer('model_calls').notNull(),
  modelTokens: integer('model_tokens').notNull(),
  targetCalls: integer('target_calls').notNull(),
  elapsedMs: doublePrecision('elapsed_ms').notNull(),
  createdAt: time('created_at').notNull(),
});

/** Texts lie in an object: a bare string in a json column would be parsed twice on the way out. */
interface Text {
  readonly text: string;
}

/** What came back; beside a text that may be null, since a call that was refused for its rate has none. */
interface Received extends Beside {
  readonly text: string | null;
}

export const explorationTurns = pgTable('exploration_turns', {
  explorationId: uuid('exploration_id').notNull(),
  organizationId: uuid('organization_id').notNull(),
  turn: integer('turn').notNull(),
  state: text('state').$type<'sending' | 'done'>().notNull(),
  strategy: text('strategy').$type<Segment>(),
  probe: json('probe').$type<Probe>().notNull(),
  sent: json('sent').$type<Text>().notNull(),
  received: json('received').$type<Received>(),
  outcome: text('outcome').$type<Outcome>(),
  error: text('error'),
  latencyMs: doublePrecision('latency_ms'),
  conversationId: text('conversation_id'),
  resent: boolean('resent').notNull(),
  sentAt: time('sent_at').notNull(),
  finishedAt: time('finished_at'),
});

export type ExplorationRow = typeof explorations.$inferSelect;
export type TurnRow = typeof explorationTurns.$inferSelect;
