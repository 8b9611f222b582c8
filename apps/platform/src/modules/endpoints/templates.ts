import { maxTemplateCharacters } from '@sonde/contract';
import { createPathQueries, looksLikePath, PathError } from '#kernel/json-path';
import { TemplateError, compileTemplate } from '@sonde/jinja';
import type { FieldFault } from '@sonde/server-kit';
import { templateInvalid } from './problems.ts';

interface Templates {
  readonly request_mapping?: string | Record<string, unknown> | undefined;
  readonly response_mapping?: Readonly<Record<string, unknown>> | undefined;
  readonly websocket?: { readonly done?: { readonly path: string } | undefined } | null | undefined;
  readonly request_headers?: Readonly<Record<string, string>> | undefined;
  readonly query_params?: Readonly<Record<string, string>> | undefined;
  readonly token_params?: Readonly<Record<string, string>> | null | undefined;
}

/** Filters that place the message themselves, without naming `input`. */
const messageFilters =
  /\|\s*(?:openai_content|anthropic_content|gemini_parts|to_gemini_contents|to_anthropic_messages)\b/;

/** Refuses templates that cannot work, with the place of the fault, before they are stored. */
export function checkTemplates(templates: Templates): void {
  const errors: FieldFault[] = [];
  const names = new Set<string>();
  const check = (path: string, source: string): void => {
    if (source.length > maxTemplateCharacters) return void errors.push(lengthFault(path));
    try {
      for (const name of compileTemplate(source).variables) names.add(name);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      errors.push(syntaxFault(path, error));
    }
  };
  const mapping = templates.request_mapping;
  if (mapping !== undefined) {
    const leaves =
      typeof mapping === 'string'
        ? [{ path: 'request_mapping', source: mapping }]
        : stringLeaves(mapping, 'request_mapping');
    for (const { path, source } of leaves) check(path, source);
    const placesMessage =
      names.has('input') || names.has('messages') || leaves.some(({ source }) => messageFilters.test(source));
    if (errors.length === 0 && !placesMessage)
      errors.push({
        path: 'request_mapping',
        code: 'input_missing',
        message:
          'The template has no place for the message: put {{ input }} where it goes, or {{ messages }} for the whole conversation.',
      });
  }
  for (const [name, value] of Object.entries(templates.request_headers ?? {}))
    check(`request_headers.${name}`, value);
  for (const [name, value] of Object.entries(templates.query_params ?? {}))
    check(`query_params.${name}`, value);
  for (const [name, value] of Object.entries(templates.token_params ?? {}))
    check(`token_params.${name}`, value);
  const checkExpression = (path: string, source: string): void => {
    if (source.includes('{{') || source.includes('{%')) check(path, source);
    else if (looksLikePath(source)) errors.push(...pathFaults(path, source));
  };
  for (const [name, expression] of Object.entries(templates.response_mapping ?? {}))
    for (const leaf of stringLeaves(expression, `response_mapping.${name}`))
      checkExpression(leaf.path, leaf.source);
  const done = templates.websocket?.done?.path;
  if (done !== undefined) errors.push(...pathFaults('websocket.done.path', done));
  if (errors.length > 0) throw templateInvalid(errors);
}

interface StepTemplates {
  readonly request_headers?: Readonly<Record<string, string>> | undefined;
  /** Templates, alone or as the leaves of a structure. */
  readonly leaves?: Readonly<Record<string, unknown>> | undefined;
  /** Paths or templates over an answer. */
  readonly expressions?: Readonly<Record<string, unknown>> | undefined;
  readonly paths?: Readonly<Record<string, string>> | undefined;
}

/** The faults of a request around the call. */
export function faultsOf(prefix: string, templates: StepTemplates): FieldFault[] {
  const { request_headers: headers = {}, leaves = {}, expressions = {}, paths: given = {} } = templates;
  const placed = (value: unknown) =>
    stringLeaves(value, '').map((leaf) => ({ ...leaf, path: `${prefix}${leaf.path.slice(1)}` }));
  return [
    ...placed({ request_headers: headers, ...leaves }).flatMap(({ path, source }) =>
      templateFaults(path, source),
    ),
    ...placed(expressions).flatMap(({ path, source }) =>
      source.includes('{{') || source.includes('{%')
        ? templateFaults(path, source)
        : looksLikePath(source)
          ? pathFaults(path, source)
          : [],
    ),
    ...placed(given).flatMap(({ path, source }) => pathFaults(path, source)),
  ];
}

function templateFaults(path: string, source: string): FieldFault[] {
  if (source.length > maxTemplateCharacters) return [lengthFault(path)];
  try {
    compileTemplate(source);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [syntaxFault(path, error)];
  }
}

const lengthFault = (path: string): FieldFault => ({
  path,
  code: 'too_long',
  message: `Write at most ${maxTemplateCharacters} characters.`,
});

const syntaxFault = (path: string, error: TemplateError): FieldFault => ({
  path,
  code: 'template_syntax',
  message: `Line ${error.line}, column ${error.column}: ${error.message}`,
});

const paths = createPathQueries();

/** A path that cannot be read finds nothing in any answer, so it is told when it is typed. */
function pathFaults(path: string, source: string): FieldFault[] {
  try {
    paths.find(source, null);
    return [];
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
    return [{ path, code: 'path_syntax', message: error.message }];
  }
}

function stringLeaves(value: unknown, path: string): { path: string; source: string }[] {
  if (typeof value === 'string') return [{ path, source: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringLeaves(item, `${path}.${key}`));
}
