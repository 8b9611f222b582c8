import { z } from 'zod';
import { holdsMask, maskFault } from './mask.ts';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams, listQuery } from './primitives.ts';

const tag = 'AI models';

export const modelProviders = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'ollama',
  'openai_compatible',
] as const;

const modelFields = {
  name: z.string().trim().min(1).max(200),
  provider: z.enum(modelProviders),
  model_name: z.string().trim().min(1).max(200),
  base_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable()
    .optional(),
  api_key: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .refine((text) => !holdsMask(text), maskFault)
    .nullable()
    .optional(),
};

export const AiModel = z.object({
  id: Id,
  name: z.string(),
  provider: z.enum(modelProviders),
  model_name: z.string(),
  base_url: z.string().nullable(),
  has_api_key: z.boolean(),
  is_default_generation: z.boolean(),
  last_failure: z
    .object({ at: Timestamp, message: z.string() })
    .nullable()
    .meta({ description: 'Why its last call failed, and when; null once one was answered' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AiModel = z.output<typeof AiModel>;

export const createModel = defineOperation({
  id: 'models.create',
  method: 'POST',
  path: '/models',
  tag,
  summary: 'Add a language model; its key is stored sealed and never shown',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:create' },
  audit: 'model.created',
  body: z.strictObject(modelFields),
  answers: { 201: AiModel },
});

export const listModels = defineOperation({
  id: 'models.list',
  method: 'GET',
  path: '/models',
  tag,
  summary: 'Language models of the organization',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:read' },
  query: listQuery,
  answers: { 200: z.array(AiModel) },
});

export const getModel = defineOperation({
  id: 'models.get',
  method: 'GET',
  path: '/models/{id}',
  tag,
  summary: 'One language model',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:read' },
  params: idParams,
  answers: { 200: AiModel },
  problems: ['model.not_found'],
});

export const updateModel = defineOperation({
  id: 'models.update',
  method: 'PUT',
  path: '/models/{id}',
  tag,
  summary: 'Change a language model',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:update' },
  audit: 'model.updated',
  params: idParams,
  body: z.strictObject(modelFields).partial(),
  answers: { 200: AiModel },
  problems: ['model.not_found', 'model.secret_required'],
});

export const deleteModel = defineOperation({
  id: 'models.delete',
  method: 'DELETE',
  path: '/models/{id}',
  tag,
  summary: 'Remove a language model',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:delete' },
  audit: 'model.deleted',
  params: idParams,
  answers: { 200: AiModel },
  problems: ['model.not_found'],
});

const TestAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  duration_ms: z.number(),
});

export const testModelDraft = defineOperation({
  id: 'models.test_connection',
  method: 'POST',
  path: '/models/test-connection',
  tag,
  summary: 'Try a language model before saving it',
  scope: 'organization',
  takes: 'target',
  access: { who: 'member', permission: 'model:create' },
  audit: { none: 'nothing is stored' },
  body: z.strictObject({ ...modelFields, name: modelFields.name.optional() }),
  answers: { 200: TestAnswer },
});

export const testModel = defineOperation({
  id: 'models.test',
  method: 'POST',
  path: '/models/{id}/test',
  tag,
  summary: 'Try a stored language model',
  scope: 'organization',
  takes: 'target',
  access: { who: 'member', permission: 'model:update' },
  audit: { none: 'nothing is stored' },
  params: idParams,
  answers: { 200: TestAnswer },
  problems: ['model.not_found'],
});

export const generationModel = defineOperation({
  id: 'models.generation',
  method: 'GET',
  path: '/models/generation',
  tag,
  summary: 'Which generation model is in force, and what that means',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'model:read' },
  answers: {
    200: z.object({
      source: z.enum(['organization', 'platform', 'builtin', 'none']),
      model: z.string(),
      model_id: Id.nullable(),
      host: z
        .string()
        .nullable()
        .meta({ description: 'Where texts for the model go, as host and port; null where none leave' }),
      description: z.string(),
    }),
  },
});
