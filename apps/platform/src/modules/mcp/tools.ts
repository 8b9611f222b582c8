import {
  basePath,
  permissionsOf,
  schemaOf,
  toolName,
  type Operation,
  type Permission,
} from '@sonde/contract';
import { z } from 'zod';
import { invalidInput, readPart } from '#kernel/http';
import { replyLimits } from './reply.ts';

type Place = 'params' | 'query' | 'body';
type Json = Readonly<Record<string, unknown>>;

/** An operation as agents see it: one flat set of arguments. */
export interface AgentTool {
  readonly name: string;
  readonly operation: Operation;
  readonly toolset: string;
  /** Which key of which part of the request each argument is. */
  readonly places: ReadonlyMap<string, readonly [place: Place, key: string]>;
  readonly listing: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
    readonly annotations: Readonly<Record<string, boolean>>;
  };
}

export const sizeArgument = 'max_characters';
const sizeSchema = z
  .number()
  .int()
  .min(replyLimits.least)
  .max(replyLimits.most)
  .default(replyLimits.usual)
  .meta({ description: 'How long the answer may be; longer texts and lists are cut, and it says so' });

/** What hands out access, or ends everything, is for people. */
const isForPeople = ({ id }: Operation): boolean =>
  /^(?:auth|tokens)\./.test(id) || ['ws.token', 'organizations.delete'].includes(id);

export const agentTools = (operations: readonly Operation[]): AgentTool[] =>
  operations.filter((operation) => operation.tool && !isForPeople(operation)).map(agentTool);

/** As the gate in front of its route decides. */
export const isOpenTo = (
  { operation: { access } }: AgentTool,
  permissions: ReadonlySet<Permission>,
): boolean => permissionsOf(access).every((permission) => permissions.has(permission));

function agentTool(operation: Operation): AgentTool {
  const { bodyType = 'json', raw, method, tag, takes, summary, tool } = operation;
  if (bodyType !== 'json' || raw)
    throw new Error(`${operation.id} cannot be a tool: it does not speak JSON.`);
  const told = typeof tool === 'object' ? tool : {};
  const { shape, places } = argumentsOf(operation);
  const name = toolName(operation);
  return {
    name,
    operation,
    toolset: told.toolset ?? toolsetOfTag[tag] ?? tag.toLowerCase().replaceAll(/\W+/g, '_'),
    places,
    listing: {
      name,
      title: summary,
      description: told.description ?? [summary, operation.description].filter(Boolean).join('. '),
      inputSchema: { ...schemaOf(z.strictObject(shape), 'input'), type: 'object' },
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint: method !== 'GET' && method !== 'POST',
        idempotentHint: method !== 'POST' && method !== 'PATCH',
        openWorldHint: takes === 'target',
      },
    },
  };
}

const toolsetOfTag: Readonly<Record<string, string>> = {
  Requirements: 'tests',
  Categories: 'tests',
  Topics: 'tests',
  Tests: 'tests',
  'Test sets': 'tests',
  'Test runs': 'runs',
  Jobs: 'runs',
  Sources: 'files',
  'Weak spots': 'explorer',
};

function argumentsOf(operation: Operation) {
  const shape: Record<string, z.ZodType> = {};
  const places = new Map<string, readonly [Place, string]>();
  const add = (place: Place, key: string, schema: z.ZodType): void => {
    // Many agents accept no dollar in a name; OData's names begin with one.
    const plain = key.replace(/^\$/, '');
    const name = plain in shape || plain === sizeArgument ? `${place}_${plain}` : plain;
    shape[name] = schema;
    places.set(name, [place, key]);
  };
  const addAll = (place: Place, part: z.ZodObject | undefined, isOptional = false): void => {
    for (const [key, schema] of Object.entries(part?.shape ?? {}) as [string, z.ZodType][])
      add(place, key, isOptional ? schema.optional() : schema);
  };
  addAll('params', operation.params);
  addAll('query', operation.query);
  if (operation.body instanceof z.ZodObject) addAll('body', operation.body, operation.bodyOptional);
  else if (operation.body) add('body', '', operation.body);
  shape[sizeArgument] = sizeSchema;
  return { shape, places };
}

/** Values of one argument that stands in the address, each by itself. */
const mostInAddress = 1_000;

/** The request that a call of a tool is. What is wrong with it, the route says, except where it could not be built. */
export function requestOf(tool: AgentTool, given: Json) {
  const { operation, places } = tool;
  const { [sizeArgument]: size, ...rest } = given;
  const limit = sizeSchema.safeParse(size);
  const unknown = Object.keys(rest).filter((name) => !places.has(name));
  const message = `This argument is not known here. There are: ${[...places.keys()].join(', ')}.`;
  const faults = unknown.map((name) => ({ path: name.slice(0, 100), code: 'unknown_key', message }));
  for (const [name, value] of Object.entries(rest))
    if (places.get(name)?.[0] === 'query' && Array.isArray(value) && value.length > mostInAddress)
      faults.push({ path: name, code: 'too_big', message: `At most ${mostInAddress}.` });
  if (!limit.success)
    faults.push({
      path: sizeArgument,
      code: 'invalid',
      message: `${replyLimits.least} to ${replyLimits.most}.`,
    });
  if (faults.length > 0) throw invalidInput(faults);
  const params: Record<string, unknown> = {};
  const query = new URLSearchParams();
  const keys: Record<string, unknown> = {};
  let body: unknown = keys;
  for (const [name, value] of Object.entries(rest)) {
    const [place, key] = places.get(name) ?? ['body', name];
    if (place === 'params') params[key] = value;
    else if (place === 'query')
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        query.append(key, typeof one === 'string' ? one : JSON.stringify(one));
    else if (key === '') body = value;
    else keys[key] = value;
  }
  // Judged before they become a path, so that no argument can lead to another one.
  const read = (readPart(operation.params, params, 'path') ?? {}) as Record<string, unknown>;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(read[key])),
  );
  const isBodiless =
    !operation.body || (operation.bodyOptional && body === keys && Object.keys(keys).length === 0);
  return {
    method: operation.method,
    url: `${basePath}${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    payload: isBodiless ? undefined : JSON.stringify(body),
    limitCharacters: limit.data ?? replyLimits.usual,
  };
}
