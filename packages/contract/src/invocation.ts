import { z } from 'zod';
import { EndpointCreate, EndpointUpdate } from './endpoints.ts';
import { FileRecord } from './files.ts';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Timestamp, idParams } from './primitives.ts';

const tag = 'Endpoints';

const stages = [
  'render',
  'dns',
  'blocked',
  'connect',
  'tls',
  'auth',
  'send',
  'timeout',
  'http',
  'parse',
  'map',
  'done',
] as const;

const SentRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});

/** One shape for every attempted call. Further mapped variables stand beside the named ones. */
export const InvocationResult = z.looseObject({
  success: z.boolean(),
  stage: z.enum(stages),
  output: z.unknown(),
  context: z.unknown(),
  metadata: z.unknown(),
  tool_calls: z.unknown(),
  conversation_id: z.string().nullable(),
  raw_response: z.unknown(),
  request: SentRequest.nullable(),
  steps: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(['before', 'status', 'result']),
        request: SentRequest,
        status_code: z.number().int().nullable(),
        attempts: z.number().int(),
        duration_ms: z.number(),
      }),
    )
    .optional()
    .meta({
      description:
        'The requests around the call, where the endpoint has any: before it, and while it is waited for',
    }),
  status_code: z.number().int().nullable(),
  duration_ms: z.number().meta({
    description:
      'What the application took, from sending the request to the last of its answer; `timings` tells of the whole call',
  }),
  time_to_first_byte_ms: z.number().nullable(),
  retry_after_ms: z.number().optional().meta({ description: 'How long the application asks to stay away' }),
  timings: z.array(z.object({ stage: z.string(), duration_ms: z.number() })).optional(),
  warnings: z.array(z.string()),
  error: z.object({ type: z.string(), message: z.string(), hint: z.string().nullable() }).nullable(),
  trace_id: z.string().nullable(),
  answer_files: z.array(FileRecord).optional().meta({
    description:
      'Pictures and other files that stood in the answer, and the whole of an answer beyond 256 kB; in their places stands where they are. Seen by the caller alone, for a day, unless they are bound.',
  }),
});
export type InvocationResult = z.output<typeof InvocationResult>;

const FileInput = z
  .looseObject({
    file_id: Id.optional().meta({ description: 'A stored file, whose bytes take the place of `data`' }),
    filename: z.string().max(500).optional(),
    content_type: z.string().max(200).optional(),
    data: z.string().optional().meta({ description: 'Base64 without a data: prefix' }),
    content_base64: z.string().optional().meta({ description: 'Former name of data' }),
    extracted_text: z.string().optional(),
  })
  .refine((file) => file.file_id !== undefined || file.filename !== undefined, {
    path: ['filename'],
    message: 'Give a filename, or the file_id of a stored file.',
  });

/** Free-form by the specification: any further key becomes a template variable. */
export const CallVariables = z.looseObject({
  input: z.string().max(2_000_000),
  files: z.array(FileInput).max(20).optional(),
  image: z.union([FileInput, z.string()]).nullable().optional(),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.unknown() }))
    .max(1000)
    .optional(),
  system_prompt: z.string().max(200_000).optional(),
  conversation_id: z.string().max(1000).nullable().optional(),
});

const fileProblems = [
  'file.not_found',
  'file.deleted',
  'file.call_too_large',
  'file.store_unavailable',
  'service.busy',
] as const;
const callBodyLimitBytes = 32 * 1024 * 1024;

export const endpointSchema = defineOperation({
  id: 'endpoints.schema',
  method: 'GET',
  path: '/endpoints/schema',
  tag,
  summary: 'What calls take and give, and which variables and filters templates may use',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:read' },
  answers: {
    200: z.object({
      input_schema: JsonObject,
      output_schema: JsonObject,
      variables: z.array(z.object({ name: z.string(), description: z.string() })),
      response_variables: z.array(z.object({ name: z.string(), description: z.string() })).meta({
        description: 'What templates of the response mapping read besides the fields of the answer',
      }),
      filters: z.array(z.object({ name: z.string(), description: z.string() })),
    }),
  },
});

const Calls = z.coerce.number().int().min(0).max(100_000_000);

export const EndpointQuota = z.object({
  limit: z.number().nullable().meta({ description: 'Calls the application allows in its window' }),
  remaining: z
    .number()
    .nullable()
    .meta({ description: 'Calls that are left of them; null where it never said' }),
  resets_at: Timestamp.nullable(),
  refused_until: Timestamp.nullable().meta({ description: 'Set while it asks not to be called (429)' }),
  told_at: Timestamp.nullable().meta({ description: 'When the application said so' }),
  calls_per_minute: z.number().nullable().meta({ description: 'What the endpoint is configured to allow' }),
  warnings: z
    .array(z.string())
    .meta({ description: 'What stands against as many calls as the question names, in words and figures' }),
});
export type EndpointQuota = z.output<typeof EndpointQuota>;

export const getEndpointQuota = defineOperation({
  id: 'endpoints.quota',
  method: 'GET',
  path: '/endpoints/{id}/quota',
  tag,
  summary: 'How often the application may still be called, as it last said; nothing is called',
  description:
    'Read from the rate limit headers and the refusals (429) of the last calls. What has expired since is not told.',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:read' },
  params: idParams,
  query: z.strictObject({
    calls: Calls.default(0).meta({ description: 'How many calls somebody means to make, at most' }),
    calls_at_least: Calls.optional().meta({ description: 'How many of them surely' }),
  }),
  answers: { 200: EndpointQuota },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
  tool: true,
});

export const testDraft = defineOperation({
  id: 'endpoints.test_draft',
  method: 'POST',
  path: '/endpoints/test',
  tag,
  summary: 'Call a target with a configuration that is not saved',
  scope: 'project',
  takes: 'target',
  access: { who: 'member', permission: 'endpoint:create' },
  audit: { none: 'each call is a trace' },
  body: z.strictObject({
    ...EndpointCreate.shape,
    name: z.string().trim().max(200).default('Draft'),
    input_data: CallVariables,
    preview_only: z.boolean().default(false).meta({ description: 'Render the request, send nothing' }),
  }),
  answers: { 200: InvocationResult },
  problems: ['project.not_found', ...fileProblems],
  limit: { bucket: 'invoke', max: 6000, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: callBodyLimitBytes,
});

export const testEndpoint = defineOperation({
  id: 'endpoints.test',
  method: 'POST',
  path: '/endpoints/{id}/test',
  tag,
  summary: 'Call a target with unsaved changes over a stored configuration and its stored secrets',
  description:
    'A draft that changes the host of `url` or `token_url` must bring its own secrets; stored ones are never sent to another host. A draft that changes anything needs `endpoint:update` as well.',
  scope: 'project',
  takes: 'target',
  access: { who: 'member', permission: 'endpoint:invoke' },
  audit: { none: 'each call is a trace' },
  params: idParams,
  body: z.strictObject({
    ...EndpointUpdate.shape,
    input_data: CallVariables,
    preview_only: z.boolean().default(false),
  }),
  answers: { 200: InvocationResult },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'endpoint.secret_required', ...fileProblems],
  limit: { bucket: 'invoke', max: 6000, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: callBodyLimitBytes,
});

export const invokeEndpoint = defineOperation({
  id: 'endpoints.invoke',
  method: 'POST',
  path: '/endpoints/{id}/invoke',
  tag,
  summary: 'Call a target through its stored configuration',
  scope: 'project',
  takes: 'target',
  access: { who: 'member', permission: 'endpoint:invoke' },
  audit: { none: 'each call is a trace' },
  params: idParams,
  body: CallVariables,
  answers: { 200: InvocationResult },
  problems: ['endpoint.not_found', 'endpoint.deleted', ...fileProblems],
  limit: { bucket: 'invoke', max: 60_000, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: callBodyLimitBytes,
  tool: true,
});
