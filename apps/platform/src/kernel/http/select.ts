import { Problem } from '@sonde/server-kit';
import { z } from 'zod';

/** The fields of an answer that `$select` may name, or undefined when the answer is no object or list of objects. */
export function selectableFields(answer: z.ZodType | undefined): readonly string[] | undefined {
  const element = answer instanceof z.ZodArray ? (answer.element as z.ZodType) : answer;
  return element instanceof z.ZodObject ? Object.keys(element.shape) : undefined;
}

/** Reads an OData-style `$select`: a comma list of response fields; `id` is always kept. */
export function parseSelect(
  text: string | undefined,
  fields: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (text === undefined || text.trim() === '' || text.trim() === '*') return undefined;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !fields?.includes(name));
  if (unknown.length > 0)
    throw new Problem('invalid', 'request.invalid', 'A field named in $select does not exist.', {
      errors: unknown.map(() => ({
        path: '$select',
        code: 'unknown_field',
        message: `Fields that can be selected: ${(fields ?? []).join(', ')}.`,
      })),
    });
  return new Set(['id', ...names]);
}

export function applySelect(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => applySelect(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}
