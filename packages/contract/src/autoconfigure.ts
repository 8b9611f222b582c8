import { z } from 'zod';
import { RequestMapping, authTypes } from './endpoints.ts';
import { defineOperation } from './operation.ts';
import { Id } from './primitives.ts';

export const confidenceLevels = ['high', 'medium', 'low'] as const;

export const AutoConfigureRequest = z.strictObject({
  input_text: z.string().max(500_000),
  url: z.string().trim().max(4096).nullable().optional(),
  auth_token: z.string().trim().max(16_384).nullable().optional(),
  name: z.string().trim().max(200).nullable().optional(),
  project_id: Id.nullable().optional(),
  method: z.string().trim().max(20).nullable().optional(),
  probe: z.boolean().default(true),
});
export type AutoConfigureRequest = z.output<typeof AutoConfigureRequest>;

export const AutoConfigureResult = z.object({
  status: z.enum(['success', 'partial', 'failed']),
  confidence: z.number().min(0).max(1),
  confidence_level: z.enum(confidenceLevels),
  warnings: z.array(z.string()),
  error: z.string().nullable(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  method: z.string(),
  protocol: z.enum(['REST', 'WebSocket']),
  auth_type: z.enum(authTypes),
  request_headers: z.record(z.string(), z.string()),
  request_mapping: RequestMapping.nullable(),
  response_mapping: z.record(z.string(), z.unknown()),
  conversation_mode: z.enum(['single_turn', 'stateless', 'stateful']),
  conversation_id_from: z.enum(['target', 'caller']).meta({
    description:
      'Who names a conversation. To be stored with the endpoint: with `caller` each conversation gets a fresh id before its first message, otherwise all share the one that the template begins with',
  }),
  input_candidates: z
    .array(z.object({ path: z.string(), score: z.number(), reason: z.string() }))
    .meta({ description: 'Where the message may go, best first' }),
  probe_request: z.unknown(),
  probe_response: z.unknown(),
  probe_success: z.boolean(),
  probe_attempts: z.number().int(),
  probe_status_code: z.number().int().nullable(),
  probe_error: z.string().nullable(),
  reasoning: z.string(),
  redactions: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  model: z.string(),
});
export type AutoConfigureResult = z.output<typeof AutoConfigureResult>;

/** Events of the progress stream (`Accept: text/event-stream`): `progress` several times, then one `result`. */
export const AutoConfigureProgress = z.object({
  step: z.enum(['parse', 'probe', 'correct', 'generate']),
  state: z.enum(['started', 'done', 'skipped', 'failed']),
  attempt: z.number().int(),
  label: z.string(),
});
export type AutoConfigureProgress = z.output<typeof AutoConfigureProgress>;

export const autoConfigure = defineOperation({
  id: 'endpoints.auto_configure',
  method: 'POST',
  path: '/endpoints/auto-configure',
  tag: 'Endpoints',
  summary: 'Work out a configuration from pasted text',
  description:
    'With `Accept: text/event-stream` the answer is a stream: `progress` events, then one `result` event with the same object, or one `error` event with a problem, its `error_id` included.',
  scope: 'project',
  takes: 'target',
  access: { who: 'member', permission: 'endpoint:create' },
  audit: { none: 'nothing is stored' },
  body: AutoConfigureRequest,
  answers: { 200: AutoConfigureResult },
  problems: ['model.not_configured', 'project.not_found'],
  limit: { bucket: 'auto-configure', max: 600, windowSeconds: 3600, per: 'organization' },
  raw: true,
});
