import { JSONPathEnvironment } from 'json-p3';
import type { JSONValue } from 'json-p3';

/** Finds what an expression with filters finds, or `null` when only the platform should evaluate it. */
export type FilterPaths = (expression: string, value: unknown) => unknown[] | null;

const maxMatches = 10_000;

/**
 * The platform's own JSONPath engine, for the expressions that the quick reader of `json-path.ts` leaves out. It comes
 * with the first filter somebody types. Regular expressions stay with the platform, which runs them in linear time: a
 * backtracking one could freeze the page. So does a filter that would visit the whole answer for each of its parts.
 */
export function createFilterPaths(): FilterPaths {
  const environment = new JSONPathEnvironment({ maxRecursionDepth: 200 });
  return (expression, value) => {
    if (isLeftToPlatform(expression)) return null;
    try {
      const found: unknown[] = [];
      for (const node of environment.compile(withRoot(expression)).lazyQuery(value as JSONValue)) {
        found.push(node.value);
        if (found.length >= maxMatches) break;
      }
      return found;
    } catch {
      // Half a path while it is being typed; the platform says what is wrong with it when it is sent.
      return null;
    }
  };
}

function isLeftToPlatform(expression: string): boolean {
  const bare = expression.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '""');
  const [before = '', ...filters] = bare.split('?');
  const filter = filters.join('?');
  return (
    /\{[{%]/.test(bare) ||
    /\b(?:match|search)\s*\(/.test(filter) ||
    filters.length > 2 ||
    before.split('..').length > 3 ||
    filter.includes('..') ||
    /\$[\w.[\]"'-]*[*?:]/.test(filter)
  );
}

/** `a[?@.b]` is read as `$.a[?@.b]`, as the platform does. */
function withRoot(expression: string): string {
  const text = expression.trim();
  if (text.startsWith('$')) return text;
  return text.startsWith('[') ? `$${text}` : `$.${text}`;
}
