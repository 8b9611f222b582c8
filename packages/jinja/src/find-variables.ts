import { TemplateError } from './template-error.ts';
import type { JsonValue } from './json/read-body.ts';
import { compileTemplate } from './template.ts';
import type { TemplateReference } from './template.ts';

export interface FoundVariables {
  /** Top-level names, in the order of their first appearance. */
  variables: string[];
  references: (TemplateReference & { pointer?: string })[];
  /** Why the template could not be read, when it could not. */
  error: TemplateError | null;
}

/** For editors: what a template (text, or JSON whose strings are templates) reads; a broken one gives its error, never throws. */
export function findVariables(template: string | JsonValue): FoundVariables {
  const found: FoundVariables = { variables: [], references: [], error: null };
  if (typeof template === 'string') collect(found, template);
  else walk(found, template, '', 0);
  found.variables = [...new Set(found.references.map(({ path }) => /^[^.[]*/u.exec(path)?.[0] ?? path))];
  return found;
}

function collect(found: FoundVariables, source: string, pointer?: string): void {
  try {
    for (const reference of compileTemplate(source).references) {
      found.references.push(pointer === undefined ? reference : { ...reference, pointer });
    }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    found.error ??= error;
  }
}

const deepestTree = 500;

function walk(found: FoundVariables, node: JsonValue, pointer: string, depth: number): void {
  if (typeof node === 'string') return collect(found, node, pointer);
  if (typeof node !== 'object' || node === null || depth > deepestTree) return;
  for (const [key, item] of Object.entries(node)) {
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Array.isArray(node)) collect(found, key, place);
    walk(found, item, place, depth + 1);
  }
}
