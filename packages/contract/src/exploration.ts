import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Timestamp, idParams, listQuery } from './primitives.ts';

export const strategies = [
  'domain_probing',
  'capability_mapping',
  'boundary_discovery',
  'comprehensive',
] as const;
export type Strategy = (typeof strategies)[number];

export const ExploreRequest = z
  .strictObject({
    strategy: z.enum(strategies).nullable().optional(),
    goal: z.string().max(4000).nullable().optional(),
    instructions: z.string().max(10_000).nullable().optional(),
    scenario: z.string().max(10_000).nullable().optional(),
    restrictions: z.string().max(10_000).nullable().optional(),
    previous_findings: JsonObject.nullable().optional(),
    max_turns: z.number().int().min(1).max(60).optional(),
    session_id: z
      .guid()
      .optional()
      .meta({ description: 'A planning chat of the caller that waits for it and is told of its progress' }),
  })
  .refine((body) => Boolean(body.strategy) || Boolean(body.goal?.trim()), {
    path: ['goal'],
    message: 'Give a goal, or choose a strategy.',
  });
export type ExploreRequest = z.output<typeof ExploreRequest>;

export const Finding = z.object({
  kind: z.string(),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.number().int()).meta({ description: 'Turn numbers' }),
  confidence: z.number().min(0).max(1),
});
export type Finding = z.output<typeof Finding>;

export const turnOutcomes = [
  'answered',
  'soft_refusal',
  'refused',
  'empty',
  'rate_limited',
  'error',
  'inconclusive',
] as const;

export const ExplorationTurn = z.object({
  turn: z.number().int(),
  strategy: z.string().nullable(),
  sent: z.string(),
  received: z.string().nullable(),
  outcome: z.enum(turnOutcomes),
  latency_ms: z.number().nullable(),
  error: z.string().nullable(),
  resent: z
    .boolean()
    .meta({ description: 'The worker died while this was under way; the target may have seen it twice' }),
});
export type ExplorationTurn = z.output<typeof ExplorationTurn>;

export const ExplorationResult = z.object({
  endpoint_id: Id,
  strategy: z.enum(strategies).nullable(),
  goal: z.string(),
  status: z.enum(['completed', 'max_turns', 'stopped_early', 'cancelled', 'inconclusive', 'error']),
  findings: z.array(Finding),
  strategy_findings: JsonObject,
  conversation_summary: z.string(),
  conversation: z.array(ExplorationTurn),
  turns_used: z.number().int(),
  stop_reason: z.string(),
  duration_ms: z.number(),
  model: z.string(),
  usage: z
    .object({
      turns_max: z.number().int(),
      target_calls: z.number().int(),
      model_calls: z.number().int(),
      model_tokens: z.number().int(),
    })
    .optional()
    .meta({ description: 'What the exploration was allowed and what it took' }),
});
export type ExplorationResult = z.output<typeof ExplorationResult>;

export const explore = defineOperation({
  id: 'endpoints.explore',
  method: 'POST',
  path: '/endpoints/{id}/explore',
  tag: 'Exploration',
  summary: 'Start exploring what a target can do and where it refuses',
  access: { who: 'member', permission: 'endpoint:explore' },
  params: idParams,
  body: ExploreRequest,
  answers: { 200: z.object({ task_id: Id, message: z.string() }) },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'exploration.too_many'],
  limit: { bucket: 'explore', max: 240, windowSeconds: 3600, per: 'organization' },
  tool: true,
});

export const jobStatuses = ['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const Job = z.object({
  task_id: Id,
  kind: z.string(),
  title: z.string(),
  status: z.enum(jobStatuses),
  subject_id: Id.nullable().meta({ description: 'What it is about: the endpoint of an exploration' }),
  progress: z.object({ step: z.number().int(), total: z.number().int().nullable(), label: z.string() }),
  result: z.unknown().meta({ description: 'null in lists; the whole result when one job is read' }),
  error: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});
export type Job = z.output<typeof Job>;

const taskParams = z.strictObject({ task_id: Id });

export const listJobs = defineOperation({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs',
  tag: 'Jobs',
  summary: 'Background work of the organization',
  access: { who: 'member', permission: 'job:read' },
  query: listQuery,
  answers: { 200: z.array(Job) },
});

export const getJob = defineOperation({
  id: 'jobs.get',
  method: 'GET',
  path: '/jobs/{task_id}',
  tag: 'Jobs',
  summary: 'One job: status, progress and, at the end, its result',
  access: { who: 'member', permission: 'job:read' },
  params: taskParams,
  answers: { 200: Job },
  problems: ['job.not_found'],
  tool: true,
});

export const cancelJob = defineOperation({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/{task_id}/cancel',
  tag: 'Jobs',
  summary: 'Stop a job; what it has found so far stays',
  access: { who: 'member', permission: 'job:cancel' },
  params: taskParams,
  answers: { 200: Job },
  problems: ['job.not_found', 'job.finished'],
});

export const Notification = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  link: z.string().nullable(),
  read_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = defineOperation({
  id: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'The own notifications, newest first',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  query: listQuery,
  answers: { 200: z.array(Notification) },
});

export const unreadCount = defineOperation({
  id: 'notifications.unread_count',
  method: 'GET',
  path: '/notifications/unread-count',
  tag: 'Notifications',
  summary: 'How many notifications are unread',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: { 200: z.object({ unread: z.number().int() }) },
});

export const readNotification = defineOperation({
  id: 'notifications.read',
  method: 'POST',
  path: '/notifications/{id}/read',
  tag: 'Notifications',
  summary: 'Mark a notification as read',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  params: idParams,
  answers: { 200: Notification },
  problems: ['notification.not_found'],
});

export const readAllNotifications = defineOperation({
  id: 'notifications.read_all',
  method: 'POST',
  path: '/notifications/read-all',
  tag: 'Notifications',
  summary: 'Mark all notifications as read',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: { 200: z.object({ read: z.number().int() }) },
});

export const socketToken = defineOperation({
  id: 'ws.token',
  method: 'POST',
  path: '/ws/token',
  tag: 'Events',
  summary: 'A single-use ticket for opening the event WebSocket at /ws',
  access: { who: 'member', permission: 'notification:read', sessionOnly: true },
  answers: { 200: z.object({ token: z.string(), expires_in: z.number().int() }) },
});
