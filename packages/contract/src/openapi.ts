import { z } from 'zod';
import type { Operation } from './operation.ts';
import { Problem } from './primitives.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1, read off the same schemas that validate. */
export function openApiDocument(operations: readonly Operation[], info: { version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sonde platform', version: info.version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, or an API token beginning with snd_.',
        },
      },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}

function describe(operation: Operation): Json {
  const description = [operation.description, accessSentence(operation), limitSentence(operation)]
    .filter(Boolean)
    .join('\n\n');
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(description ? { description } : {}),
    ...(needsToken(operation) ? { security: [{ bearer: [] }] } : { security: [] }),
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    ...(operation.body ? { requestBody: requestBody(operation, operation.body) } : {}),
    responses: responses(operation),
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
    case 'member':
      return `Needs the permission \`${access.permission}\`${access.sessionOnly ? '; API tokens are refused' : ''}.`;
  }
}

function limitSentence({ limit }: Operation): string {
  return limit ? `At most ${limit.max} calls in ${limit.windowSeconds} s per ${limit.per}.` : '';
}

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

function requestBody(operation: Operation, body: z.ZodType): Json {
  const type = operation.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: !operation.bodyOptional, content: { [type]: { schema: schemaOf(body, 'input') } } };
}

function responses(operation: Operation): Json {
  const answers = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    answer.type === 'null'
      ? { description: 'Redirect' }
      : { description: 'Success', content: { 'application/json': { schema: schemaOf(answer, 'output') } } },
  ]);
  const problems = refusals(operation).map(([status, text]) => [
    status,
    {
      description: text,
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries([...answers, ...problems]) as Json;
}

/** The refusals that follow from what an operation declares, as status and sentence. */
export function refusals(operation: Operation): [string, string][] {
  const found: [string, string][] = [];
  const own = operation.problems ?? [];
  const spent = own.filter((code) => code === 'auth.code_invalid' || code === 'auth.token_invalid');
  if (spent.length > 0) found.push(['400', spent.map((code) => `\`${code}\``).join(', ')]);
  if (
    needsToken(operation) ||
    own.some((code) => code === 'auth.refresh_invalid' || code === 'auth.unauthenticated')
  )
    found.push(['401', 'The token is missing, invalid or expired.']);
  if (operation.access.who === 'member') found.push(['403', '`auth.permission_denied`']);
  const listed = own.filter((code) => !code.startsWith('auth.'));
  if (listed.some((code) => code.endsWith('not_found')))
    found.push([
      '404',
      listed
        .filter((code) => code.endsWith('not_found'))
        .map((code) => `\`${code}\``)
        .join(', '),
    ]);
  if (listed.includes('endpoint.deleted')) found.push(['410', '`endpoint.deleted`']);
  if (operation.body || operation.query || operation.params) found.push(['422', 'The input is not valid.']);
  if (operation.limit) found.push(['429', '`rate_limited`; see `Retry-After`.']);
  found.push(['500', 'Masked; `error_id` names the log line.']);
  if (own.includes('mail.unavailable'))
    found.push(['503', '`mail.unavailable`: this installation sends no mail.']);
  return found;
}

/** JSON Schema (2020-12) of a contract type, as clients send it or as they receive it. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;
  return json;
}
