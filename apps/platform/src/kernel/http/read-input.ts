import type { BodyType, Operation } from '@sonde/contract';
import { mostFaults, Problem, type FieldFault } from '@sonde/server-kit';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { plainWords } from './plain-words.ts';
import { invalidInput } from './server.ts';

const mediaTypes: Readonly<Record<Exclude<BodyType, 'stream'>, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

export const isStreamed = ({ bodyType }: Operation): boolean =>
  bodyType === 'multipart' || bodyType === 'stream';

/** JSON has been told from the rest by its parser; what is not JSON names itself. */
export function checkMediaType(operation: Operation, request: FastifyRequest): void {
  const { bodyType = 'json' } = operation;
  if (request.body === undefined || bodyType === 'stream') return;
  if (!operation.body && !isStreamed(operation)) return;
  const sent = (request.headers['content-type'] ?? '').toLowerCase();
  const isForm = sent.startsWith(mediaTypes.form);
  if (bodyType === 'json' ? !isForm : sent.startsWith(mediaTypes[bodyType])) return;
  throw new Problem('unsupported_media', 'request.media_type', `Send the body as ${mediaTypes[bodyType]}.`);
}

export function readBody(operation: Operation, request: FastifyRequest): unknown {
  if (!operation.body || isStreamed(operation)) return undefined;
  if (request.body === undefined && operation.bodyOptional) return operation.body.parse({});
  return readPart(operation.body, request.body, '');
}

export function readPart(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: plainWords });
  if (result.success) return result.data;
  throw invalidInput(firstFaults(result.error.issues, place));
}

/** One more than are told, so that the problem sees that there are more: a body of a megabyte can have 100,000. */
function firstFaults(issues: readonly z.core.$ZodIssue[], place: string): FieldFault[] {
  const found: FieldFault[] = [];
  for (const issue of issues) {
    for (const fault of faults(issue, place)) {
      found.push(fault);
      if (found.length > mostFaults) return found;
    }
  }
  return found;
}

/** Messages speak of types, never of values; paths are dotted and begin with the part of the request. */
function* faults(issue: z.core.$ZodIssue, place: string): Generator<FieldFault> {
  const path = [place, ...issue.path.map(String)].filter(Boolean).join('.');
  const nearest = issue.code === 'invalid_union' ? nearestForm(issue) : undefined;
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys)
      yield {
        path: [path, key.slice(0, 100)].filter(Boolean).join('.'),
        code: 'unknown_key',
        message: 'This key is not known here.',
      };
  else if (nearest !== undefined) for (const inner of nearest) yield* faults(inner, path);
  else yield { path, code: issue.code ?? 'invalid', message: issue.message };
}

/** Of several forms the one the input was meant to have: objects with the fewest faults, when one has fewer than others. */
function nearestForm(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const forms = issue.errors
    .filter((found) => found.every((inner) => inner.path.length > 0 || inner.code === 'unrecognized_keys'))
    .toSorted((left, right) => weightOf(left) - weightOf(right));
  const [best, second] = forms;
  if (best === undefined || (second !== undefined && weightOf(second) === weightOf(best))) return undefined;
  return best;
}

const weightOf = (found: readonly z.core.$ZodIssue[]): number =>
  found.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
