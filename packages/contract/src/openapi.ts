import { z } from 'zod';
import { permissionsByField, permissionsOf, toolName, type BodyType, type Operation } from './operation.ts';
import { Problem } from './primitives.ts';
import { problemStatuses, type ProblemCode } from './problems.ts';
import type { SocketDoor } from './sockets.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1, read off the same schemas that validate. A schema that has a name in the contract is written once. */
export function openApiDocument(
  operations: readonly Operation[],
  doors: readonly SocketDoor[],
  info: { version: string; server?: string | undefined },
  types: Readonly<Record<string, z.ZodType>> = {},
): Json {
  return shareSchemas(documentOf(operations, doors, info), types);
}

/** Puts a reference in the place of each schema that is one of the named types, as it is sent or as it is received. */
function shareSchemas(document: Json, types: Readonly<Record<string, z.ZodType>>): Json {
  const names = new Map<string, string>();
  for (const [name, type] of Object.entries(types))
    for (const io of ['output', 'input'] as const) {
      const text = JSON.stringify(schemaOf(type, io));
      // A reference is not shorter than a small schema, and says less.
      if (text.length > 400 && !names.has(text)) names.set(text, io === 'output' ? name : `${name}Input`);
    }
  const shared: Record<string, unknown> = {};
  const replace = (value: unknown, isNamed = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item));
    if (typeof value !== 'object' || value === null) return value;
    const name = isNamed || !('properties' in value) ? undefined : names.get(JSON.stringify(value));
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item)]));
    shared[name] ??= replace(value, true);
    return { $ref: `#/components/schemas/${name}` };
  };
  const replaced = replace(document) as Json & { components: { schemas: Json } };
  const { components } = replaced;
  const sorted = Object.entries({ ...components.schemas, ...shared }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return { ...replaced, components: { ...components, schemas: Object.fromEntries(sorted) } };
}

function documentOf(
  operations: readonly Operation[],
  doors: readonly SocketDoor[],
  info: { version: string; server?: string | undefined },
): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
    for (const { path: place = operation.path, method = operation.method, redirect } of operation.aliases ??
      [])
      if (!redirect)
        (paths[place] ??= {})[method.toLowerCase()] = {
          ...describe(operation),
          operationId: `${operation.id}.${method.toLowerCase()}`,
        };
  }
  for (const door of doors) paths[door.path] = { ...paths[door.path], get: describeDoor(door) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sonde platform',
      version: info.version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.server ?? '/api/v1' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An access token of a person, or an API token (`snd_…`) of a program. See the description at the top.',
        },
      },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}

/** How one gets from nothing to a first call: told here and at the head of the reference page. */
export const introduction = [
  'Programs send an API token: `Authorization: Bearer snd_…`. People make one in the app under Settings, API tokens, or with `POST /tokens`; it is shown once and may be narrowed to a project and to permissions. `GET /tokens/current` tells what a token is.',
  'People sign in: `POST /auth/login/email` with `email` and `password` gives an `auth_code`; `POST /auth/exchange-code` with it gives `session_token`, which is sent as the bearer for 15 minutes, and `refresh_token`, for `POST /auth/refresh`. Where a second factor is on, the exchange answers 403 with a `challenge`, which `POST /auth/second-factor/verify` takes with a code.',
  'Limits are counted for each address that calls (IPv6 by /64), for each person or for each organization, as the operation says; beyond them the answer is 429 with `Retry-After`. Faults are `application/problem+json` with a stable `code`.',
].join('\n\n');

function describe(operation: Operation): Json {
  const description = [operation.description, accessSentence(operation), limitSentence(operation)]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.tool ? { 'x-mcp-tool': toolName(operation) } : {}),
    ...(description ? { description } : {}),
    ...(needsToken(operation) ? { security: [{ bearer: [] }] } : { security: [] }),
    parameters: [...parameters(operation.params, 'path'), ...parameters(queryOf(operation), 'query')],
    ...(operation.body ? { requestBody: requestBody(operation, bodyOf(operation) ?? operation.body) } : {}),
    responses: responses(operation),
  };
}

/** OpenAPI has no words for WebSockets: the handshake is a GET, and what follows is told in the description. */
function describeDoor(door: SocketDoor): Json {
  const closes = Object.entries(door.closes).map(([code, text]) => `- ${code}: ${text}`);
  const errors = door.errors.map((code) => `\`${code}\``);
  const description = [
    `WebSocket. ${door.description}`,
    `Access: ${door.access}.`,
    ...(errors.length > 0 ? [`Codes of \`error\` messages: ${errors.join(', ')}.`] : []),
    `Close codes:\n${closes.join('\n')}`,
  ].join('\n\n');
  return {
    operationId: door.id,
    tags: [door.tag],
    summary: door.summary,
    description,
    security: [],
    parameters: [],
    responses: {
      101: { description: 'The WebSocket is open' },
      ...problemResponses(socketRefusals(door)),
    },
  };
}

const needsToken = (operation: Operation): boolean =>
  operation.access.who !== 'public' && operation.access.who !== 'own';

function accessSentence({ access }: Operation): string {
  switch (access.who) {
    case 'public':
      return 'Public.';
    case 'own':
      return `Authenticates its caller itself: ${access.how}.`;
    case 'onboarding':
      return 'Any signed-in person, with or without an organization.';
    case 'self':
      return 'A signed-in person, for their own account.';
    case 'credential':
      return 'Any session or token of a member, whatever it may do.';
    case 'member':
      return `Needs the ${permissionsOf(access).length === 1 ? 'permission' : 'permissions'} ${permissionsOf(
        access,
      )
        .map((permission) => `\`${permission}\``)
        .join(' and ')}${namingWords(access)}${access.sessionOnly ? '; API tokens are refused' : ''}.`;
  }
}

/** What the body asks for in addition, by its fields. */
export const namingWords = (access: Operation['access']): string =>
  permissionsByField(access)
    .map(([field, permission]) => `, with \`${field}\` also \`${permission}\``)
    .join('');

function limitSentence({ limit }: Operation): string {
  return limit ? `At most ${limit.max} calls in ${limit.windowSeconds} s per ${limit.per}.` : '';
}

export const bodyOf = (operation: Operation): z.ZodType | undefined =>
  operation.described?.body ?? operation.body;
export const queryOf = (operation: Operation): Operation['query'] =>
  operation.described?.query ?? operation.query;

function parameters(shape: Operation['query'], place: 'path' | 'query'): Json[] {
  if (!shape?.shape) return [];
  const json = schemaOf(shape, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
}

const mediaTypes: Readonly<Record<BodyType, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  stream: 'application/octet-stream',
};

function requestBody(operation: Operation, body: z.ZodType): Json {
  const type = mediaTypes[operation.bodyType ?? 'json'];
  return { required: !operation.bodyOptional, content: { [type]: { schema: schemaOf(body, 'input') } } };
}

function responses(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    answer.type === 'null'
      ? { description: 'Redirect' }
      : { description: 'Success', content: { 'application/json': { schema: schemaOf(answer, 'output') } } },
  ]);
  const known = operation.cache
    ? { 304: { description: 'Unchanged since the ETag of `If-None-Match`' } }
    : {};
  const faults = Object.entries(operation.described?.faults ?? {}).map(([status, fault]) => [
    status,
    { description: 'Refused', content: { 'application/json': { schema: schemaOf(fault, 'output') } } },
  ]);
  return {
    ...Object.fromEntries(answers),
    ...known,
    ...problemResponses(refusals(operation)),
    ...Object.fromEntries(faults),
  };
}

const problemResponses = (list: readonly [string, string][]): Json =>
  Object.fromEntries(
    list.map(([status, description]) => [
      status,
      {
        description,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );

/** The refusals that follow from what an operation declares, as status and sentence, in the order of the statuses. */
export function refusals(operation: Operation): [string, string][] {
  const { access } = operation;
  const codes: ProblemCode[] = [...(operation.problems ?? [])];
  if (needsToken(operation)) codes.push('auth.unauthenticated', 'auth.permission_denied');
  if (access.who === 'member') codes.push('project.not_found');
  const readsItself = operation.described !== undefined;
  if (!readsItself && (operation.body || operation.query || operation.params)) codes.push('request.invalid');
  if (operation.limit || operation.isDownload) codes.push('rate_limited');
  if (operation.bodyLimitBytes) codes.push('service.busy');
  return sentences([...codes, 'server.error']);
}

/** The plain HTTP answers to a handshake that is refused. */
export const socketRefusals = (door: SocketDoor): [string, string][] =>
  sentences([...door.problems, 'server.error']);

const explained: Partial<Record<ProblemCode, string>> = {
  'auth.unauthenticated': 'the token is missing, invalid or expired',
  'mail.unavailable': 'this installation sends no mail',
  'project.not_found': 'also when `X-Project-Id` names none of the caller',
  rate_limited: 'see `Retry-After`',
  'request.invalid': 'the input is not valid',
  'server.error': 'masked; `error_id` names the log line',
  'service.busy': 'see `Retry-After`',
};

function sentences(codes: readonly ProblemCode[]): [string, string][] {
  const byStatus = new Map<number, string[]>();
  for (const code of new Set(codes)) {
    const status = problemStatuses[code];
    const note = explained[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`${note ? ` (${note})` : ''}`]);
  }
  return [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => [String(status), list.join(', ')]);
}

/** JSON Schema (2020-12) of a contract type, as clients send it or as they receive it. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    // What every integer of JavaScript is bounded by says nothing about this one.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  }) as Json;
  return json;
}
