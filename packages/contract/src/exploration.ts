import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, idParams } from './primitives.ts';

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
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:explore' },
  audit: 'exploration.started',
  params: idParams,
  body: ExploreRequest,
  answers: { 200: z.object({ task_id: Id, message: z.string() }) },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'exploration.too_many'],
  limit: { bucket: 'explore', max: 240, windowSeconds: 3600, per: 'organization' },
  tool: true,
});
