import { parseRelaxedJson, type RelaxedJson } from './relaxed-json.ts';

export type JsonFragment = RelaxedJson & { readonly start: number };

/** The objects and arrays that stand in a text, outermost first, in order. */
export function findJson(text: string, limit = 60): JsonFragment[] {
  const found: JsonFragment[] = [];
  for (let at = nextOpening(text, 0); at !== -1 && found.length < limit; at = nextOpening(text, at)) {
    const parsed = parseRelaxedJson(text, at);
    if (parsed && isWorthReading(parsed, text.slice(at, parsed.end))) {
      found.push({ ...parsed, start: at });
      at = parsed.end;
    } else at += 1;
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  const object = text.indexOf('{', from);
  const array = text.indexOf('[', from);
  if (object === -1) return array;
  return array === -1 ? object : Math.min(object, array);
}

/** `[1]`, `{name}` and `[link](…)` of prose are no samples. */
function isWorthReading({ value, looseness, end }: RelaxedJson, source: string): boolean {
  if (Array.isArray(value)) {
    if (value.length === 0) return false;
    return (
      value.some((item) => typeof item === 'object' && item !== null) || (looseness === 0 && value.length > 1)
    );
  }
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  if (keys.length === 0) return false;
  return (
    end > 0 && (keys.length > 1 || source.includes(':') || source.includes('=>') || source.includes('='))
  );
}
