import { z } from 'zod';
import { mostTurns } from './exploration-limits.ts';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, ReportFormat, Timestamp, idParams } from './primitives.ts';
import { strategies } from './strategy-names.ts';

export { strategies };

export type Strategy = (typeof strategies)[number];

export const ExploreRequest = z
  .strictObject({
    strategy: z.enum(strategies).nullable().optional(),
    goal: z.string().max(4000).nullable().optional(),
    instructions: z.string().max(10_000).nullable().optional(),
    scenario: z.string().max(10_000).nullable().optional(),
    restrictions: z.string().max(10_000).nullable().optional(),
    previous_findings: JsonObject.nullable().optional(),
    max_turns: z.number().int().min(1).max(mostTurns).optional(),
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

/** The worst first, in the order in which findings are told. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

export const FindingQuote = z.object({
  turn: z.number().int(),
  quote: z.string().meta({
    description:
      'Words of the answer; of a turn without one, what came instead. “ … ” marks what was left out',
  }),
});
export type FindingQuote = z.output<typeof FindingQuote>;

export const Finding = z.object({
  kind: z.string(),
  severity: z.enum(severities).meta({
    description: 'How much it may hurt; `info` is what was learnt and is no flaw',
  }),
  title: z.string(),
  detail: z.string(),
  evidence: z.array(z.number().int()).meta({ description: 'Turn numbers' }),
  quotes: z.array(FindingQuote).meta({ description: 'What the claim stands on, word for word' }),
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
  turn: z.number().int().meta({
    description: 'Its number for good; a strategy that ended early leaves the rest of its numbers unused',
  }),
  strategy: z.string().nullable(),
  sent: z.string(),
  received: z.string().nullable(),
  outcome: z.enum(turnOutcomes),
  latency_ms: z.number().nullable(),
  error: z.string().nullable(),
  resent: z.boolean().meta({
    description: 'The worker died while this was under way; the application may have seen it twice',
  }),
  follows: z.number().int().optional().meta({
    description: 'The turn before it that set what it is about: asked without that one, it says nothing',
  }),
  in_conversation: z.boolean().optional().meta({
    description:
      'The application knew a conversation, so what it answered may rest on what was said since that began',
  }),
  begins: z.boolean().optional().meta({ description: 'Begins another conversation of its strategy' }),
  robustness: z.boolean().optional().meta({
    description: 'Sent to see how it copes: words without meaning, signs, markup, far too long, or once more',
  }),
  of_asker: z.array(z.string()).optional().meta({
    description:
      'What the endpoint itself sends of whoever asks, such as a reference of theirs, where the turn names it',
  }),
  tool_calls: z
    .array(z.unknown())
    .optional()
    .meta({ description: 'As the application told them, where it did' }),
});
export type ExplorationTurn = z.output<typeof ExplorationTurn>;

export const ExplorationResult = z.object({
  endpoint_id: Id,
  strategy: z.enum(strategies).nullable(),
  goal: z.string(),
  status: z.enum(['completed', 'max_turns', 'stopped_early', 'cancelled', 'inconclusive', 'error']),
  findings: z.array(Finding).meta({ description: 'The most severe first' }),
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

const readable = {
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'job:read' },
} as const;

export const listExplorationTurns = defineOperation({
  ...readable,
  id: 'explorations.turns',
  method: 'GET',
  path: '/explorations/{task_id}/turns',
  tag: 'Exploration',
  summary: 'What was said so far, numbered as the event stream numbers it',
  params: z.strictObject({ task_id: Id }),
  answers: { 200: z.array(ExplorationTurn) },
  problems: ['job.not_found'],
});

export const reportOfExploration = defineOperation({
  ...readable,
  id: 'explorations.report',
  method: 'GET',
  path: '/explorations/{task_id}/report',
  tag: 'Exploration',
  summary: 'An exploration to send on: Markdown, or one self-contained page',
  params: z.strictObject({ task_id: Id }),
  query: z.strictObject({ format: ReportFormat }),
  answers: { 200: z.string() },
  problems: ['job.not_found', 'exploration.without_result'],
  raw: true,
  isDownload: true,
  takes: 'stream',
});

const ComparedExploration = z.object({
  task_id: Id,
  title: z.string(),
  finished_at: Timestamp.nullable(),
  findings: z.number().int(),
});

export const ExplorationComparison = z.object({
  base: ComparedExploration,
  other: ComparedExploration,
  sentence: z.string(),
  appeared: z.array(Finding).meta({ description: 'In the other alone, the most severe first' }),
  gone: z.array(Finding).meta({ description: 'In the base alone, the most severe first' }),
  changed: z.array(
    z.object({
      before: Finding,
      after: Finding,
      what: z.array(z.enum(['severity', 'title', 'detail', 'confidence'])),
    }),
  ),
  unchanged: z.number().int(),
  notes: z.array(z.string()).meta({ description: 'What differs in how the two were made' }),
});
export type ExplorationComparison = z.output<typeof ExplorationComparison>;

const comparedExplorations = {
  base: Id.meta({ description: 'The earlier exploration' }),
  other: Id.meta({ description: 'The later one, of the same endpoint' }),
};
const comparisonProblems = [
  'job.not_found',
  'exploration.without_result',
  'exploration.other_endpoint',
] as const;

export const compareExplorations = defineOperation({
  ...readable,
  id: 'explorations.compare',
  method: 'GET',
  path: '/explorations/compare',
  tag: 'Exploration',
  summary: 'What two explorations of an endpoint found: what is new, gone and changed',
  query: z.strictObject(comparedExplorations),
  answers: { 200: ExplorationComparison },
  problems: comparisonProblems,
  tool: true,
});

export const reportOfExplorationComparison = defineOperation({
  ...readable,
  id: 'explorations.compare_report',
  method: 'GET',
  path: '/explorations/compare/report',
  tag: 'Exploration',
  summary: 'A comparison of two explorations to send on',
  query: z.strictObject({ ...comparedExplorations, format: ReportFormat }),
  answers: { 200: z.string() },
  problems: comparisonProblems,
  raw: true,
  isDownload: true,
  takes: 'stream',
});
