import { boolean, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ArchitectMessage, ArchitectSession, ArchitectStep } from '@sonde/contract';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A step as it is kept: with the call of a model it stands for, and what later steps and the last word need of its answer. */
export type StoredStep = ArchitectStep & {
  readonly call_id?: string;
  readonly answer?: unknown;
};

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** What "it" and "again" mean. */
export interface Talk {
  readonly endpoint?: Named;
  readonly test_set?: Named;
  readonly test_run?: Named;
  readonly exploration?: { readonly task_id: string; readonly endpoint_id: string };
}

/** One exchange with a model: what it said and called, and what it was answered. */
export interface Round {
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    readonly arguments: Record<string, unknown>;
  }[];
  readonly answers: readonly { readonly id: string; readonly tool: string; readonly text: string }[];
}

export interface SessionState {
  readonly talk?: Talk;
  /** What was asked for while something was not clear yet; the next message may say which was meant. */
  readonly question?: { readonly asked: string; readonly names: readonly string[] };
  readonly intent?: string;
  /** How the last word is found when all steps are done. */
  readonly closing?: string;
  readonly rounds?: readonly Round[];
}

export const architectSessions = pgTable('architect_sessions', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  projectId: uuid('project_id'),
  createdBy: uuid('created_by').notNull(),
  apiTokenId: uuid('api_token_id'),
  /** The session or API token that it was last spoken with. */
  credentialId: uuid('credential_id'),
  title: text('title').notNull(),
  status: text('status').$type<ArchitectSession['status']>().notNull(),
  mode: text('mode').$type<ArchitectSession['mode']>().notNull(),
  autoApprove: boolean('auto_approve').notNull(),
  planner: text('planner').notNull(),
  turn: integer('turn').notNull(),
  plan: json('plan').$type<StoredStep[]>().notNull(),
  state: json('state').$type<SessionState>().notNull(),
  awaitingTask: uuid('awaiting_task'),
  claimedBy: text('claimed_by'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type SessionRow = typeof architectSessions.$inferSelect;

export const architectMessages = pgTable('architect_messages', {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  role: text('role').$type<ArchitectMessage['role']>().notNull(),
  content: text('content').notNull(),
  intent: text('intent'),
  needsConfirmation: boolean('needs_confirmation').notNull().default(false),
  taskId: uuid('task_id'),
  createdAt: time('created_at').notNull(),
});
export type MessageRow = typeof architectMessages.$inferSelect;
