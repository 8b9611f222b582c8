import { z } from 'zod';
import { ExplorationTurn } from './exploration.ts';
import { Job } from './jobs.ts';
import { Notification } from './notifications.ts';
import { defineOperation } from './operation.ts';
import { Id } from './primitives.ts';
import { TestRunProgress } from './test-runs.ts';

/**
 * Messages of the event WebSocket `/ws`. The client presents its ticket in the first message, then subscribes.
 * Channels: `organization` (jobs), `user` (notifications), `job:{task_id}`, `test_run:{id}`, `architect:{session_id}`.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('authenticate'),
    token: z.string().max(8192),
    after: z.string().max(64).optional(),
  }),
  z.strictObject({
    type: z.literal('subscribe'),
    channel: z.string().max(200),
    after: z.string().max(64).optional(),
    correlation_id: z.string().max(100).optional(),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    channel: z.string().max(200),
    correlation_id: z.string().max(100).optional(),
  }),
  z.strictObject({ type: z.literal('ping'), correlation_id: z.string().max(100).optional() }),
]);
export type ClientMessage = z.output<typeof ClientMessage>;

export const TaskProgress = z.object({
  session_id: z.string(),
  task_id: Id,
  status: z.enum(['started', 'progress', 'completed', 'failed']),
  label: z.string(),
  step: z.number().int().optional(),
  total: z.number().int().nullable().optional(),
  duration_ms: z.number().optional(),
});

/**
 * Events carry an `id` that grows on each channel, and `subscribed` carries the one its channel begins at. A client that
 * reconnects subscribes to each channel with the last id it has heard **there** as `after`, and hears the rest once. The
 * `after` of `authenticate` stands in for channels that name none.
 */
const envelope = {
  id: z.string().optional(),
  channel: z.string().optional(),
  correlation_id: z.string().optional(),
};

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ ...envelope, type: z.literal('connected'), payload: z.object({ connection_id: z.string() }) }),
  z.object({ ...envelope, type: z.literal('subscribed') }),
  z.object({ ...envelope, type: z.literal('unsubscribed') }),
  z.object({ ...envelope, type: z.literal('subscription_error'), payload: z.object({ error: z.string() }) }),
  z.object({
    ...envelope,
    type: z.literal('error'),
    payload: z.object({ code: z.string(), error: z.string() }),
  }),
  z.object({ ...envelope, type: z.literal('pong') }),
  z.object({
    ...envelope,
    type: z.literal('gap'),
    payload: z
      .object({ reason: z.string() })
      .meta({ description: 'Events were missed; read the lists again' }),
  }),
  z.object({ ...envelope, type: z.literal('job.updated'), payload: Job }),
  z.object({
    ...envelope,
    type: z.literal('exploration.turn'),
    payload: z.object({ task_id: Id, endpoint_id: Id, turn: ExplorationTurn }),
  }),
  z.object({ ...envelope, type: z.literal('notification'), payload: Notification }),
  z.object({ ...envelope, type: z.literal('test_run.updated'), payload: TestRunProgress }),
  z.object({ ...envelope, type: z.literal('architect.task_progress'), payload: TaskProgress }),
  z.object({
    ...envelope,
    type: z.literal('architect.updated'),
    payload: z
      .object({ session_id: Id, status: z.string() })
      .meta({ description: 'Something was said or done: read the chat again' }),
  }),
]);
export type ServerMessage = z.output<typeof ServerMessage>;

export const socketToken = defineOperation({
  id: 'ws.token',
  method: 'POST',
  path: '/ws/token',
  tag: 'Events',
  summary: 'A single-use ticket for opening the event WebSocket at /ws',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  audit: { none: 'the ticket lives for seconds' },
  answers: { 200: z.object({ token: z.string(), expires_in: z.number().int() }) },
});
