import {
  compileTemplate,
  findVariables,
  OMIT,
  renderJson,
  TemplateError,
  type FilterFunction,
  type JsonValue,
  type RenderJsonOptions,
  type TemplateFunction,
} from '@sonde/jinja';
import { randomUUID } from 'node:crypto';
import type { Allowance } from './allowance.ts';
import { isPlainObject } from './plain-object.ts';
import { VENDOR_FILTERS } from './vendor-filters.ts';

export { OMIT, TemplateError };

export type Context = Record<string, unknown>;
export type RenderedText = { text: string; undefinedNames: string[] };
export type RenderedBody = RenderedText & { value: unknown };

/** Renders a body so that no value can break or extend it. A body without a template is nothing at all. */
export function renderBody(mapping: unknown, context: Context, allowance: Allowance): RenderedBody {
  const functions = functionsAt(allowance.wallClock);
  return allowance.spend((timeMs) => renderMapping(mapping, context, functions, timeMs));
}

type Functions = Readonly<Record<string, TemplateFunction>>;

function renderMapping(
  mapping: unknown,
  context: Context,
  functions: Functions,
  timeMs: number,
): RenderedBody {
  const template = bodyTemplate(mapping);
  if (template === undefined) return { value: null, text: '', undefinedNames: [] };
  const options = { filters: BODY_FILTERS, functions, limits: { timeMs } };
  if (typeof template !== 'string') return renderJson(template, context, options);
  try {
    return renderJson(template, context, options);
  } catch (error) {
    // JSON text may escape quotes inside an expression, which is right once it is read as JSON.
    const parsed =
      error instanceof TemplateError && error.kind === 'syntax' ? parseStructure(template) : undefined;
    if (parsed === undefined) throw error;
    return renderStructure(parsed, context, error, options);
  }
}

/** When neither reading works, the mistake is told at its place in the text the person wrote. */
function renderStructure(
  template: JsonValue,
  context: Context,
  first: unknown,
  options: RenderJsonOptions,
): RenderedBody {
  try {
    return renderJson(template, context, options);
  } catch (error) {
    throw error instanceof TemplateError && error.kind === 'syntax' ? first : error;
  }
}

/** Renders text as it stands, without any escaping. */
export function renderText(source: string, context: Context, allowance: Allowance): RenderedText {
  const names = new Set<string>();
  const text = allowance.spend((timeMs) =>
    compileTemplate(source).render(context, {
      filters: BODY_FILTERS,
      functions: functionsAt(allowance.wallClock),
      limits: { timeMs },
      undefined: 'chainable',
      onUndefined: (name) => void names.add(name),
    }),
  );
  return { text, undefinedNames: [...names] };
}

/** Renders with values that were escaped beforehand, so the filters that escape would do it twice and are left out. */
export const renderEncoded = (source: string, context: Context, allowance: Allowance): RenderedText =>
  renderText(source.replace(ESCAPING_FILTER, ''), context, allowance);

/** The value of a template that is one expression, the text of any other, and what it printed that is not there. */
export function renderValue(
  source: string,
  context: Context,
  functions: Record<string, (argument: unknown) => unknown>,
  timeMs: number,
): { value: unknown; undefinedNames: string[] } {
  const callable: Record<string, TemplateFunction> = Object.fromEntries(
    Object.entries(functions).map(([name, call]): [string, TemplateFunction] => [
      name,
      (positional) => call(positional[0]),
    ]),
  );
  const { value, undefinedNames } = renderJson({ value: source }, context, {
    functions: callable,
    limits: { timeMs },
  });
  return { value: isPlainObject(value) ? (value['value'] ?? null) : null, undefinedNames };
}

export type TemplateUse = { variables: string[]; sources: string[] };

/** Which variables a body reads, whatever construct reads them. A broken template reads nothing; rendering will say why. */
export function readUse(mapping: unknown): TemplateUse {
  const template = bodyTemplate(mapping);
  if (template === undefined) return { variables: [], sources: [] };
  const found = findVariables(template);
  const parsed = found.error !== null && typeof template === 'string' ? parseStructure(template) : undefined;
  const { variables } = parsed === undefined ? found : findVariables(parsed);
  return { variables, sources: [typeof template === 'string' ? template : JSON.stringify(template)] };
}

/** What a request needs that nobody can write down beforehand: its time, and an id no other has. */
const functionsAt = (clock: { now(): number }): Functions => ({
  now: (positional) => timeAs(positional[0] ?? 'iso', clock.now()),
  uuid: () => randomUUID(),
});

function timeAs(format: unknown, now: number): string | number {
  if (format === 'iso') return new Date(now).toISOString();
  if (format === 'unix') return Math.floor(now / 1000);
  if (format === 'unix_ms') return now;
  if (format === 'http') return new Date(now).toUTCString();
  throw new TemplateError({
    kind: 'runtime',
    message: "now() takes 'iso', 'unix', 'unix_ms' or 'http'",
  });
}

/** The form keeps text that is not JSON under this key. */
const TEXT_KEY = '__body__';

function bodyTemplate(mapping: unknown): string | JsonValue | undefined {
  if (mapping === undefined || mapping === null) return undefined;
  if (typeof mapping === 'string') return mapping.trim() === '' ? undefined : mapping;
  if (isPlainObject(mapping) && typeof mapping[TEXT_KEY] === 'string' && Object.keys(mapping).length === 1) {
    return bodyTemplate(mapping[TEXT_KEY]);
  }
  return mapping as JsonValue;
}

function parseStructure(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}

const ESCAPING_FILTER = /\|\s*(?:urlencode|escape|e)\b(?:\s*\(\s*\))?/g;

const BODY_FILTERS: Readonly<Record<string, FilterFunction>> = Object.fromEntries(
  Object.entries(VENDOR_FILTERS).map(([name, filter]): [string, FilterFunction] => [
    name,
    (value, positional, _named, context) => filter(value, positional, context.get('input')),
  ]),
);
