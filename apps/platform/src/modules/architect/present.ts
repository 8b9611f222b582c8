import { createHash } from 'node:crypto';
import type { ArchitectMessage, ArchitectSession, ArchitectTalk } from '@sonde/contract';
import type { MessageRow, SessionRow } from './tables.ts';

/** Of what a person reads before they say yes: which message it is for, and what its steps would do. */
export const planVersion = ({ turn, plan }: Pick<SessionRow, 'turn' | 'plan'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([turn, plan.map(({ id, tool, arguments: given, status }) => [id, tool, given, status])]),
    )
    .digest('base64url')
    .slice(0, 22);

export const presentSession = (row: SessionRow): ArchitectSession => ({
  id: row.id,
  project_id: row.projectId,
  title: row.title,
  status: row.status,
  mode: row.mode,
  auto_approve: row.autoApprove,
  planner: row.planner,
  plan: row.plan.map(({ answer: _answer, call_id: _call, ...step }) => step),
  plan_version: planVersion(row),
  awaiting_task: row.awaitingTask,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentMessage = (row: MessageRow): ArchitectMessage => ({
  id: row.id,
  role: row.role,
  content: row.content,
  intent: row.intent,
  needs_confirmation: row.needsConfirmation,
  task_id: row.taskId,
  created_at: row.createdAt.toISOString(),
});

export const presentTalk = (row: SessionRow, messages: readonly MessageRow[]): ArchitectTalk => ({
  ...presentSession(row),
  messages: messages.map(presentMessage),
});
