import { TemplateError, compileTemplate } from '@sonde/jinja';
import type { FieldFault } from '@sonde/server-kit';
import { templateInvalid } from './problems.ts';

interface Templates {
  readonly request_mapping?: string | Record<string, unknown> | undefined;
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
    try {
      for (const name of compileTemplate(source).variables) names.add(name);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      errors.push({
        path,
        code: 'template_syntax',
        message: `Line ${error.line}, column ${error.column}: ${error.message}`,
      });
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
  if (errors.length > 0) throw templateInvalid(errors);
}

function stringLeaves(value: unknown, path: string): { path: string; source: string }[] {
  if (typeof value === 'string') return [{ path, source: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => stringLeaves(item, `${path}.${key}`));
}
