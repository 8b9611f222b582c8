import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Timestamp, idParams, listQuery, selectQuery } from './primitives.ts';

const tag = 'Endpoints';

export const protocols = ['REST', 'WebSocket', 'SDK'] as const;
export const environments = ['Development', 'Staging', 'Production'] as const;
export const authTypes = ['none', 'bearer_token', 'client_credentials'] as const;
export type Environment = (typeof environments)[number];

/** What a secret header's value reads as; it is refused as a value. */
export const secretMask = '••••••••';

/** Accepted in any case, emitted as the specification spells it. */
export const EnvironmentName = z
  .string()
  .transform((text) => environments.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text)
  .pipe(z.enum(environments));

const Method = z
  .string()
  .trim()
  .regex(/^[A-Za-z]{1,20}$/, 'An HTTP method is letters only, such as POST.')
  .transform((text) => text.toUpperCase());

const TargetUrl = z
  .string()
  .trim()
  .max(4096)
  .refine((text) => /^(https?|wss?):\/\//i.test(text) && URL.canParse(text), {
    message: 'A full URL is needed, beginning with http://, https://, ws:// or wss://.',
  });

const HeaderName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/, 'Not an HTTP header name.');
const HeaderValue = z
  .string()
  .max(8192)
  .regex(/^[^\r\n\0]*$/, 'A header value cannot hold line breaks.');
const Headers = z.record(HeaderName, HeaderValue);
/** A string sets, null removes, a missing key keeps. Our own mask is refused, so that a form cannot save it back. */
const secret = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => text !== secretMask, 'This is the mask, not the secret. Leave the key out to keep it.')
    .nullable();
const SecretHeaders = z
  .record(HeaderName, HeaderValue.nullable())
  .refine(
    (headers) => Object.values(headers).every((value) => value !== secretMask),
    'This is the mask, not the secret. Leave the header out to keep it.',
  );

/** Jinja2 text that renders to JSON, or a JSON object whose strings are templates. */
const RequestMapping = z.union([z.string().max(200_000), JsonObject]);
/** Output variable → JSONPath, ordered list of them, template, or nested object of these. */
const ResponseMapping = z.record(z.string().min(1).max(100), z.unknown());
const TimeoutSeconds = z.number().int().min(1).max(3600);

export const WebSocketOptions = z.strictObject({
  done: z
    .strictObject({ path: z.string().max(500), equals: z.unknown().optional() })
    .optional()
    .meta({
      description: 'The answer is complete with the message in which this JSONPath matches (and equals)',
    }),
  quiet_period_ms: z.number().int().min(50).max(600_000).optional(),
  subprotocols: z.array(z.string().max(100)).max(10).optional(),
});

const editable = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(4000).nullable().optional(),
  url: TargetUrl,
  method: Method,
  protocol: z.enum(['REST', 'WebSocket']),
  environment: EnvironmentName,
  auth_type: z.enum(authTypes),
  auth_token: secret(16_384).optional(),
  client_id: z.string().trim().max(1000).nullable().optional(),
  client_secret: secret(16_384).optional(),
  token_url: TargetUrl.nullable().optional(),
  scopes: z.string().max(4000).nullable().optional(),
  audience: z.string().max(2000).nullable().optional(),
  token_params: z.record(z.string().max(200), z.string().max(4000)).nullable().optional(),
  request_headers: Headers.optional(),
  secret_headers: SecretHeaders.optional(),
  query_params: z.record(z.string().max(200), z.string().max(8192)).optional(),
  request_mapping: RequestMapping,
  response_mapping: ResponseMapping,
  websocket: WebSocketOptions.nullable().optional(),
  timeout_seconds: TimeoutSeconds.nullable().optional(),
  disable_tracing: z.boolean(),
};

export const EndpointCreate = z.strictObject({
  ...editable,
  method: editable.method.default('POST'),
  protocol: editable.protocol.default('REST'),
  environment: editable.environment.default('Development'),
  auth_type: editable.auth_type.optional(),
  request_mapping: editable.request_mapping.default('{"input": {{ input | tojson }}}'),
  response_mapping: editable.response_mapping.default({}),
  disable_tracing: editable.disable_tracing.default(false),
  project_id: Id.nullable().optional(),
});
export type EndpointCreate = z.output<typeof EndpointCreate>;

/** No defaults here: a key that is left out is left as it is. */
export const EndpointUpdate = z.strictObject(editable).partial();
export type EndpointUpdate = z.output<typeof EndpointUpdate>;

export const Endpoint = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  project_id: Id,
  url: z.string(),
  method: z.string(),
  protocol: z.enum(protocols),
  environment: z.enum(environments),
  auth_type: z.enum(authTypes),
  has_auth_token: z.boolean(),
  client_id: z.string().nullable(),
  has_client_secret: z.boolean(),
  token_url: z.string().nullable(),
  scopes: z.string().nullable(),
  audience: z.string().nullable(),
  token_params: z.record(z.string(), z.string()).nullable(),
  request_headers: z.record(z.string(), z.string()),
  secret_headers: z.record(z.string(), z.string()).meta({ description: 'Names with the mask as value' }),
  query_params: z.record(z.string(), z.string()),
  request_mapping: RequestMapping,
  response_mapping: z.record(z.string(), z.unknown()),
  websocket: WebSocketOptions.nullable(),
  timeout_seconds: z.number().int().nullable(),
  endpoint_metadata: JsonObject,
  disable_tracing: z.boolean(),
  status: z.enum(['Active', 'Inactive', 'Error']),
  needs_credentials: z
    .boolean()
    .meta({ description: 'A stored secret can no longer be opened or was cleared by a change of host' }),
  last_tested_at: Timestamp.nullable(),
  last_test_success: z.boolean().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Endpoint = z.output<typeof Endpoint>;

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
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown(),
    })
    .nullable(),
  status_code: z.number().int().nullable(),
  duration_ms: z.number(),
  time_to_first_byte_ms: z.number().nullable(),
  retry_after_ms: z.number().optional().meta({ description: 'How long the target asks to stay away' }),
  timings: z.array(z.object({ stage: z.string(), duration_ms: z.number() })).optional(),
  warnings: z.array(z.string()),
  error: z.object({ type: z.string(), message: z.string(), hint: z.string().nullable() }).nullable(),
  trace_id: z.string().nullable(),
});
export type InvocationResult = z.output<typeof InvocationResult>;

const FileInput = z.looseObject({
  filename: z.string().max(500),
  content_type: z.string().max(200).optional(),
  data: z.string().optional().meta({ description: 'Base64 without a data: prefix' }),
  content_base64: z.string().optional().meta({ description: 'Former name of data' }),
  extracted_text: z.string().optional(),
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

const callBodyLimitBytes = 32 * 1024 * 1024;

export const createEndpoint = defineOperation({
  id: 'endpoints.create',
  method: 'POST',
  path: '/endpoints',
  tag,
  summary: 'Create an endpoint configuration',
  access: { who: 'member', permission: 'endpoint:create' },
  body: EndpointCreate,
  answers: { 201: Endpoint },
  problems: ['project.not_found', 'endpoint.template_invalid'],
});

export const listEndpoints = defineOperation({
  id: 'endpoints.list',
  method: 'GET',
  path: '/endpoints',
  tag,
  summary: 'Endpoint configurations',
  access: { who: 'member', permission: 'endpoint:read' },
  query: listQuery,
  answers: { 200: z.array(Endpoint) },
  tool: true,
});

export const getEndpoint = defineOperation({
  id: 'endpoints.get',
  method: 'GET',
  path: '/endpoints/{id}',
  tag,
  summary: 'One endpoint configuration',
  access: { who: 'member', permission: 'endpoint:read' },
  params: idParams,
  query: selectQuery,
  answers: { 200: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
  tool: true,
});

const updateAnswers = { 200: Endpoint };
const updateProblems = [
  'endpoint.not_found',
  'endpoint.deleted',
  'endpoint.secret_required',
  'endpoint.template_invalid',
];

export const putEndpoint = defineOperation({
  id: 'endpoints.put',
  method: 'PUT',
  path: '/endpoints/{id}',
  tag,
  summary: 'Change an endpoint configuration; keys left out stay as they are',
  access: { who: 'member', permission: 'endpoint:update' },
  params: idParams,
  body: EndpointUpdate,
  answers: updateAnswers,
  problems: updateProblems,
});

export const patchEndpoint = defineOperation({
  id: 'endpoints.patch',
  method: 'PATCH',
  path: '/endpoints/{id}',
  tag,
  summary: 'Change an endpoint configuration; keys left out stay as they are',
  access: { who: 'member', permission: 'endpoint:update' },
  params: idParams,
  body: EndpointUpdate,
  answers: updateAnswers,
  problems: updateProblems,
});

export const deleteEndpoint = defineOperation({
  id: 'endpoints.delete',
  method: 'DELETE',
  path: '/endpoints/{id}',
  tag,
  summary: 'Delete an endpoint configuration; results that used it stay readable',
  access: { who: 'member', permission: 'endpoint:delete' },
  params: idParams,
  answers: { 200: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
});

export const duplicateEndpoint = defineOperation({
  id: 'endpoints.duplicate',
  method: 'POST',
  path: '/endpoints/{id}/duplicate',
  tag,
  summary: 'Copy an endpoint configuration, its secrets included',
  access: { who: 'member', permission: 'endpoint:create' },
  params: idParams,
  answers: { 201: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
});

export const endpointSchema = defineOperation({
  id: 'endpoints.schema',
  method: 'GET',
  path: '/endpoints/schema',
  tag,
  summary: 'What calls take and give, and which variables and filters templates may use',
  access: { who: 'member', permission: 'endpoint:read' },
  answers: {
    200: z.object({
      input_schema: JsonObject,
      output_schema: JsonObject,
      variables: z.array(z.object({ name: z.string(), description: z.string() })),
      filters: z.array(z.object({ name: z.string(), description: z.string() })),
    }),
  },
});

export const testDraft = defineOperation({
  id: 'endpoints.test_draft',
  method: 'POST',
  path: '/endpoints/test',
  tag,
  summary: 'Call a target with a configuration that is not saved',
  access: { who: 'member', permission: 'endpoint:create' },
  body: z.strictObject({
    ...EndpointCreate.shape,
    name: z.string().trim().max(200).default('Draft'),
    input_data: CallVariables,
    preview_only: z.boolean().default(false).meta({ description: 'Render the request, send nothing' }),
  }),
  answers: { 200: InvocationResult },
  problems: ['project.not_found'],
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
    'A draft that changes the host of `url` or `token_url` must bring its own secrets; stored ones are never sent to another host.',
  access: { who: 'member', permission: 'endpoint:invoke' },
  params: idParams,
  body: z.strictObject({
    ...EndpointUpdate.shape,
    input_data: CallVariables,
    preview_only: z.boolean().default(false),
  }),
  answers: { 200: InvocationResult },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'endpoint.secret_required'],
  limit: { bucket: 'invoke', max: 6000, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: callBodyLimitBytes,
});

export const invokeEndpoint = defineOperation({
  id: 'endpoints.invoke',
  method: 'POST',
  path: '/endpoints/{id}/invoke',
  tag,
  summary: 'Call a target through its stored configuration',
  access: { who: 'member', permission: 'endpoint:invoke' },
  params: idParams,
  body: CallVariables,
  answers: { 200: InvocationResult },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
  limit: { bucket: 'invoke', max: 60_000, windowSeconds: 60, per: 'organization' },
  bodyLimitBytes: callBodyLimitBytes,
  tool: true,
});

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
  tag,
  summary: 'Work out a configuration from pasted text',
  description:
    'With `Accept: text/event-stream` the answer is a stream: `progress` events, then one `result` event with the same object.',
  access: { who: 'member', permission: 'endpoint:create' },
  body: AutoConfigureRequest,
  answers: { 200: AutoConfigureResult },
  problems: ['model.not_configured', 'project.not_found'],
  limit: { bucket: 'auto-configure', max: 600, windowSeconds: 3600, per: 'organization' },
  raw: true,
});
