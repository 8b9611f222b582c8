import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id } from './primitives.ts';
import { TestSetType } from './test-sets.ts';

const contentMax = 200_000;

const ChatMessage = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']).default('user'),
  content: z.string().min(1).max(contentMax),
});

/** What rules make without a model: tests from the words of requirements. */
const TestsInput = z.strictObject({
  requirements: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(500),
        description: z.string().max(2000).nullable().default(null),
      }),
    )
    .min(1)
    .max(50),
  test_type: TestSetType.default('Single-Turn'),
  num_tests: z.number().int().min(1).max(200).default(30),
});
export type TestsInput = z.output<typeof TestsInput>;

/** The fields of a request, before it is judged as a whole. */
const GenerateFields = z.strictObject({
  messages: z.array(ChatMessage).min(1).max(200).optional(),
  model: z.string().trim().min(1).max(200).optional().meta({
    description: 'A configured model, by id or by name; left out, the one in force',
  }),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().min(1).max(100_000).default(4000),
  top_p: z.number().gt(0).max(1).optional(),
  top_k: z.number().int().min(1).max(1000).optional(),
  repetition_penalty: z.number().gt(0).max(10).optional(),
  json_schema: z.record(z.string(), z.unknown()).optional().meta({
    description: 'The answer is JSON of this schema, by the native mode of the provider, and is checked',
  }),
  stream: z.boolean().default(false),
  task: z.literal('tests').optional().meta({ description: 'Done by the built-in generator' }),
  input: TestsInput.optional().meta({ description: 'Of the task' }),
});

export const GenerateRequest = GenerateFields.superRefine((request, context) => {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { messages, task, input, stream, json_schema: schema, model } = request;
  if ((messages === undefined) === (task === undefined)) fault('messages', 'Give either messages or a task.');
  if ((task === undefined) !== (input === undefined)) fault('input', 'A task and its input go together.');
  if (task && (stream || schema || model))
    fault('task', 'A task is done by the built-in generator: it takes no model, json_schema or stream.');
  if (messages && !messages.some(({ role }) => role !== 'system'))
    fault('messages', 'At least one message must be of the user.');
  if (messages && messages.reduce((sum, { content }) => sum + content.length, 0) > contentMax)
    fault('messages', `All messages together may have at most ${contentMax} characters.`);
  if (stream && schema)
    fault('stream', 'What is checked against a schema is answered whole: leave out stream.');
});
export type GenerateRequest = z.output<typeof GenerateRequest>;

export const GenerateAnswer = z.object({
  choices: z.array(
    z.object({
      message: z.object({ role: z.literal('assistant'), content: z.string() }),
      finish_reason: z.string(),
    }),
  ),
  model: z.string(),
  usage: z.object({
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
    total_tokens: z.number().int(),
  }),
});
export type GenerateAnswer = z.output<typeof GenerateAnswer>;

/** For each caller. */
export const generationsPerMinute = 100;
/** Counted for each caller beside the limit of the minute. */
export const generationsPerDay = 10_000;
/** Requests in one call of `POST /generate_batch`. */
export const generationsPerBatch = 50;

export const generate = defineOperation({
  id: 'models.generate',
  method: 'POST',
  path: '/models/generate',
  tag: 'AI models',
  summary:
    'Have one request carried out by a model or by the built-in generator; the generation service calls it',
  description:
    'With `stream` the answer is an event stream of `{choices: [{delta: {content}, finish_reason}]}`, a last event with `usage`, and `[DONE]`; a failure under way is one `error` event with a problem. Nothing is added to the messages. At most 100 a minute and 10,000 a day for each caller.',
  scope: 'organization',
  takes: 'target',
  access: { who: 'member', permission: 'test_set:create' },
  audit: { none: 'nothing is stored' },
  body: GenerateRequest,
  answers: { 200: GenerateAnswer },
  problems: [
    'model.not_configured',
    'model.not_found',
    'model.option_unsupported',
    'model.schema_invalid',
    'model.failed',
  ],
  limit: { bucket: 'generate-item', max: generationsPerMinute, windowSeconds: 60, per: 'user' },
  raw: true,
});

export const generationService = defineOperation({
  id: 'models.generation_service',
  method: 'GET',
  path: '/models/generation-service',
  tag: 'AI models',
  summary: 'Whether the generation service runs, under which address, and how much of it a caller may use',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'member', permission: 'model:read' },
  answers: {
    200: z.object({
      url: z.string(),
      is_running: z.boolean(),
      version: z.string().nullable(),
      per_minute: z.number().int(),
      per_day: z.number().int(),
      per_batch: z.number().int(),
    }),
  },
});

/** Which model a request means when it is named by its id. */
export const isModelId = (text: string): boolean => Id.safeParse(text).success;
