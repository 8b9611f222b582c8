import { z } from 'zod';
import {
  EndpointSettings,
  HeaderName,
  HeaderValue,
  Headers,
  Method,
  RequestMapping,
  ResponseMapping,
  TargetUrl,
  editableSettings,
  fewEntries,
  holdNoMask,
  isNoMask,
} from './endpoint-fields.ts';
import { BeforeSteps, Polling } from './endpoint-steps.ts';
import { maskFault } from './mask.ts';
import { defineOperation } from './operation.ts';
import {
  Id,
  JsonObject,
  Tags,
  Timestamp,
  Version,
  idParams,
  restorableListQuery,
  restorableQuery,
} from './primitives.ts';

export { RequestMapping, ResponseMapping } from './endpoint-fields.ts';
export * from './endpoint-steps.ts';

const tag = 'Endpoints';

export const protocols = ['REST', 'WebSocket', 'SDK'] as const;
export const environments = ['Development', 'Staging', 'Production'] as const;
export const endpointStatuses = ['Active', 'Inactive', 'Error'] as const;
export const authTypes = ['none', 'bearer_token', 'client_credentials'] as const;
export type Environment = (typeof environments)[number];

/** Accepted in any case, emitted as the specification spells it. */
export const EnvironmentName = z
  .string()
  .transform((text) => environments.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text)
  .pipe(z.enum(environments));

/** A string sets, null removes, a missing key keeps. Our own mask is refused, so that a form cannot save it back. */
const secret = (max: number) => z.string().trim().min(1).max(max).refine(isNoMask, maskFault).nullable();
const SecretHeaders = z
  .record(HeaderName, HeaderValue.nullable())
  .refine(...fewEntries(50))
  .refine(holdNoMask, maskFault);

/** As many as one endpoint may have, those that were typed into its address and parameters included. */
export const maxNamedSecrets = 50;
const SecretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'Letters, digits and underscores, so that a template can name it.');
const NamedSecrets = z
  .record(SecretName, secret(16_384))
  .refine(...fewEntries(maxNamedSecrets))
  .meta({
    description:
      'Placed as `{{ secrets.name }}` in template, headers, query and token parameters and addresses, and never shown. A string sets, null removes, a missing name keeps',
  });
const certificates = z.string().trim().min(1).max(200_000).refine(isNoMask, maskFault);
const literalsMove =
  'The value of a parameter that is a credential by its name is kept among `secrets`, and the parameter refers to it';
const Parameters = (maxCharacters: number) =>
  z
    .record(z.string().max(200), z.string().max(maxCharacters))
    .refine(...fewEntries(100))
    .refine(holdNoMask, maskFault)
    .meta({ description: literalsMove });

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
  auth_type: z.enum(authTypes).meta({
    description:
      '`bearer_token` is every token or key that stands in `auth_token`: where a header of `request_headers` places it as `{{ auth_token }}`, it goes in that header alone, or else as `Authorization: Bearer …`',
  }),
  auth_token: secret(16_384).optional(),
  client_id: z.string().trim().max(1000).nullable().optional(),
  client_secret: secret(16_384).optional(),
  token_url: TargetUrl.nullable().optional(),
  scopes: z.string().max(4000).nullable().optional(),
  audience: z.string().max(2000).nullable().optional(),
  token_params: Parameters(4000).nullable().optional(),
  request_headers: Headers.optional(),
  secret_headers: SecretHeaders.optional(),
  secrets: NamedSecrets.optional(),
  query_params: Parameters(8192).optional(),
  request_mapping: RequestMapping,
  response_mapping: ResponseMapping,
  websocket: WebSocketOptions.nullable().optional(),
  before_steps: BeforeSteps.optional(),
  polling: Polling.nullable().optional(),
  ca_certificate: certificates.nullable().optional().meta({
    description:
      'Authorities in PEM that this endpoint trusts besides the usual ones: for its address, its token address and its steps',
  }),
  client_certificate: certificates.nullable().optional().meta({
    description: 'Shown to the origin of `url`, in PEM: the certificate first, then those that issued it',
  }),
  client_key: secret(16_384).optional().meta({
    description: 'The private key of `client_certificate`, in PEM and without a passphrase. Never shown',
  }),
  ...editableSettings,
  disable_tracing: z.boolean(),
  tags: Tags.optional(),
};

export const EndpointCreate = z.strictObject({
  ...editable,
  method: editable.method.default('POST').meta({
    description:
      'POST where it is left out: a message is a body, and nearly every AI application takes it so. A WebSocket has none',
  }),
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
export const EndpointUpdate = z.strictObject({ ...editable, version: Version }).partial();
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
  secret_names: z.array(z.string()).meta({ description: 'What templates may place as `{{ secrets.name }}`' }),
  query_params: z.record(z.string(), z.string()),
  request_mapping: RequestMapping,
  response_mapping: z.record(z.string(), z.unknown()),
  websocket: WebSocketOptions.nullable(),
  before_steps: BeforeSteps,
  polling: Polling.nullable(),
  ca_certificate: z.string().nullable(),
  client_certificate: z.string().nullable(),
  has_client_key: z.boolean(),
  ...EndpointSettings.shape,
  endpoint_metadata: JsonObject,
  disable_tracing: z.boolean(),
  status: z.enum(endpointStatuses),
  needs_credentials: z
    .boolean()
    .meta({ description: 'A stored secret can no longer be opened or was cleared by a change of host' }),
  last_tested_at: Timestamp.nullable(),
  last_test_success: z.boolean().nullable(),
  tags: z.array(z.string()),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Endpoint = z.output<typeof Endpoint>;

export const createEndpoint = defineOperation({
  id: 'endpoints.create',
  tool: true,
  method: 'POST',
  path: '/endpoints',
  tag,
  summary: 'Create an endpoint configuration',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:create' },
  audit: 'endpoint.created',
  body: EndpointCreate,
  answers: { 201: Endpoint },
  problems: [
    'project.not_found',
    'endpoint.template_invalid',
    'endpoint.secrets_too_many',
    'endpoint.certificate_invalid',
    'endpoint.step_invalid',
  ],
});

export const listEndpoints = defineOperation({
  id: 'endpoints.list',
  method: 'GET',
  path: '/endpoints',
  tag,
  summary: 'Endpoint configurations',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:read' },
  query: restorableListQuery,
  answers: { 200: z.array(Endpoint) },
  tool: true,
});

export const getEndpoint = defineOperation({
  id: 'endpoints.get',
  method: 'GET',
  path: '/endpoints/{id}',
  tag,
  summary: 'One endpoint configuration',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:read' },
  params: idParams,
  query: restorableQuery,
  answers: { 200: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
  tool: true,
});

const updateAnswers = { 200: Endpoint };
const updateProblems = [
  'endpoint.not_found',
  'endpoint.deleted',
  'version.stale',
  'endpoint.secret_required',
  'endpoint.secrets_too_many',
  'endpoint.template_invalid',
  'endpoint.certificate_invalid',
  'endpoint.step_invalid',
] as const;

export const putEndpoint = defineOperation({
  id: 'endpoints.put',
  method: 'PUT',
  path: '/endpoints/{id}',
  tag,
  summary: 'Change an endpoint configuration; keys left out stay as they are',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:update' },
  audit: 'endpoint.updated',
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
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:update' },
  audit: 'endpoint.updated',
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
  summary: 'Delete an endpoint configuration; results that used it stay readable, and it can be restored',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:delete' },
  audit: 'endpoint.deleted',
  params: idParams,
  answers: { 200: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
});

export const restoreEndpoint = defineOperation({
  id: 'endpoints.restore',
  method: 'POST',
  path: '/endpoints/{id}/restore',
  tag,
  summary: 'Take the deletion of an endpoint configuration back',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:delete' },
  audit: 'endpoint.restored',
  params: idParams,
  answers: { 200: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'project.not_found'],
});

export const duplicateEndpoint = defineOperation({
  id: 'endpoints.duplicate',
  method: 'POST',
  path: '/endpoints/{id}/duplicate',
  tag,
  summary: 'Copy an endpoint configuration, its secrets included',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:create', also: ['endpoint:read'] },
  audit: 'endpoint.duplicated',
  params: idParams,
  answers: { 201: Endpoint },
  problems: ['endpoint.not_found', 'endpoint.deleted'],
});
