import { z } from 'zod';
import { environments, ResponseMapping } from './endpoints.ts';
import { defineOperation } from './operation.ts';
import { Id, JsonObject } from './primitives.ts';

/**
 * The connector: a program opens the WebSocket `/connector/ws` with its bearer token in the Authorization header,
 * registers functions, and is asked to run them. Everything is a JSON object with a `type`; unknown types are ignored.
 */
export const connectorPath = '/connector/ws';

/** Any case is accepted; `local` is another word for Development. */
export const ConnectorEnvironment = z
  .string()
  .max(40)
  .transform((text) => {
    const wanted = text.toLowerCase() === 'local' ? 'development' : text.toLowerCase();
    return environments.find((name) => name.toLowerCase() === wanted) ?? text;
  })
  .pipe(z.enum(environments));

export const FunctionName = z
  .string()
  .regex(
    /^[A-Za-z_][\w.:-]{0,99}$/,
    'A function name is up to 100 letters, digits, "_", "-", "." or ":", and begins with a letter.',
  );

export const FunctionParameter = z.object({
  type: z.string().max(500).default('any'),
  default: z.string().max(10_000).nullable().default(null).meta({ description: 'null: it must be given' }),
});

/** A mapping that a program gives for its own function; what it leaves out is worked out from the parameters. */
export const FunctionMetadata = z.looseObject({
  description: z.string().max(4000).nullable().optional(),
  request_mapping: z
    .union([z.string().max(200_000), JsonObject])
    .nullable()
    .optional(),
  response_mapping: ResponseMapping.nullable().optional(),
  timeout_seconds: z.number().int().min(1).max(3600).nullable().optional(),
});

/** Each is looked at by its name, to find out which one takes the message. */
export const maxFunctionParameters = 100;

export const ConnectedFunction = z.object({
  name: FunctionName,
  parameters: z
    .record(z.string().min(1).max(100), FunctionParameter)
    .refine(
      (given) => Object.keys(given).length <= maxFunctionParameters,
      `A function has at most ${maxFunctionParameters} parameters.`,
    )
    .default({}),
  return_type: z.string().max(500).default('any'),
  metadata: FunctionMetadata.default({}),
});
export type ConnectedFunction = z.output<typeof ConnectedFunction>;

export const maxConnectedFunctions = 200;

/** Functions are judged one by one, so that a faulty one does not keep the others out. */
export const ConnectorRegister = z.object({
  type: z.literal('register'),
  project_id: Id.nullable().default(null),
  environment: z.string().nullable().default(null),
  sdk_version: z.string().max(100).optional(),
  functions: z.array(z.unknown()).max(maxConnectedFunctions).default([]),
  metrics: z.array(z.unknown()).max(maxConnectedFunctions).default([]),
});
export type ConnectorRegister = z.output<typeof ConnectorRegister>;

export const ConnectorTestResult = z.object({
  type: z.literal('test_result'),
  test_run_id: z.string().max(100),
  status: z.enum(['success', 'error']),
  output: z.unknown(),
  error: z.string().nullable().optional(),
  duration_ms: z.number().nullable().optional(),
  trace_id: z.string().max(200).nullable().optional(),
});
export type ConnectorTestResult = z.output<typeof ConnectorTestResult>;

/** What a program sends. */
export const ConnectorClientMessage = z.discriminatedUnion('type', [
  ConnectorRegister,
  ConnectorTestResult,
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
]);
export type ConnectorClientMessage = z.output<typeof ConnectorClientMessage>;

const FunctionFault = z.union([z.string(), z.object({ function: z.string(), error: z.string() })]);

export const ConnectorExecuteTest = z.object({
  type: z.literal('execute_test'),
  test_run_id: z.string(),
  function_name: z.string(),
  inputs: JsonObject,
  parameters: JsonObject.default({}),
  parameter_source: z.string().nullable().optional(),
  parameter_source_environment: z.string().nullable().optional(),
});
export type ConnectorExecuteTest = z.output<typeof ConnectorExecuteTest>;

/** What the platform sends. */
export const ConnectorServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('connected'),
    status: z.literal('success'),
    connection_id: z.string(),
    organization_id: Id,
    user_id: Id,
    max_message_bytes: z.number().int().optional(),
  }),
  z.object({
    type: z.literal('registered'),
    status: z.enum(['success', 'error']),
    error: z.string().optional(),
    sync_stats: z
      .object({
        created: z.number().int(),
        updated: z.number().int(),
        marked_inactive: z.number().int(),
        errors: z.array(FunctionFault),
      })
      .optional(),
  }),
  ConnectorExecuteTest,
  z
    .object({ type: z.literal('cancel_test'), test_run_id: z.string() })
    .meta({ description: 'Nobody waits for this answer any more; programs may ignore it' }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('error'), detail: z.string() }),
]);
export type ConnectorServerMessage = z.output<typeof ConnectorServerMessage>;

/** The close codes of the platform. Only `denied` is final; after every other one a client comes back, with back-off. */
export const connectorCloseCodes = { denied: 1008, restart: 1012, overloaded: 1013, idle: 4408 } as const;

const tag = 'Connector';

export const connectorStatus = defineOperation({
  id: 'connector.status',
  method: 'GET',
  path: '/connector/status/{project_id}',
  tag,
  summary: 'Which functions connected programs serve at this moment',
  description: 'Looks at every process of the installation.',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'connector:use' },
  params: z.strictObject({ project_id: Id }),
  query: z.strictObject({ environment: ConnectorEnvironment.optional() }),
  answers: {
    200: z.object({
      project_id: Id,
      environment: z.enum(environments),
      connected: z.boolean(),
      functions: z.array(z.string()),
    }),
  },
  problems: ['project.not_found'],
});

export const connectorTrigger = defineOperation({
  id: 'connector.trigger',
  method: 'POST',
  path: '/connector/trigger',
  tag,
  summary: 'Run a function of a connected program once and wait for what it returns',
  description:
    'Without request or response mapping: `inputs` are its arguments. `success` is false when the function failed, did not answer in time, or its program went away.',
  scope: 'project',
  takes: 'target',
  access: { who: 'member', permission: 'connector:use', also: ['endpoint:invoke'] },
  audit: { none: 'the program answers for it' },
  body: z.strictObject({
    project_id: Id,
    environment: ConnectorEnvironment.default('Development'),
    function_name: FunctionName,
    inputs: JsonObject.default({}),
  }),
  answers: {
    200: z.object({
      success: z.boolean(),
      test_run_id: z.string(),
      message: z.string(),
      output: z.unknown(),
      duration_ms: z.number(),
    }),
  },
  problems: ['project.not_found', 'connector.not_connected'],
  limit: { bucket: 'invoke', max: 60_000, windowSeconds: 60, per: 'organization' },
});
