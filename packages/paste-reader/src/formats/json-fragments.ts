import { parseRelaxedJson, type RelaxedJson } from './relaxed-json.ts';

export type JsonFragment = RelaxedJson & { readonly start: number };

/** The objects and arrays that stand in a text, outermost first, in order. */
export function findJson(text: string, limit = 60): JsonFragment[] {
  const found: JsonFragment[] = [];
  // Each bracket may begin what ends only far away, or never: of such a text the rest is given up at last.
  let left = MOST_IN_VAIN * (text.length + 1000);
  const giveUp = (start: number) => (at: number) => (left -= at - start);
  for (
    let at = nextOpening(text, 0);
    at !== -1 && found.length < limit && left > 0;
    at = nextOpening(text, at)
  ) {
    const parsed = parseRelaxedJson(text, at, giveUp(at));
    if (parsed && isWorthReading(parsed, text.slice(at, parsed.end))) {
      const name = NAMED.exec(text.slice(Math.max(0, at - 80), at))?.[1];
      found.push({ ...(name === undefined ? parsed : asMember(name, parsed)), start: at });
      at = parsed.end;
    } else at += 1;
  }
  return found;
}

/** How often each character of a text may be read in vain. */
const MOST_IN_VAIN = 10;

const NAMED = /"([\w.-]{1,60})"[ \t]*:\s*$/;

/** `…, "choices": [{…}], …`: of an object that is not shown whole, this is a member. */
const asMember = (name: string, parsed: RelaxedJson): RelaxedJson => ({
  ...parsed,
  value: { [name]: parsed.value },
  notes: parsed.notes.map((note) => ({ ...note, path: [name, ...note.path] })),
});

function nextOpening(text: string, from: number): number {
  const object = text.indexOf('{', from);
  const array = text.indexOf('[', from);
  if (object === -1) return array;
  return array === -1 ? object : Math.min(object, array);
}

/** `[1]`, `{name}` and `[link](…)` of prose are no samples. */
function isWorthReading({ value, looseness }: RelaxedJson, source: string): boolean {
  if (Array.isArray(value)) {
    if (value.length === 0) return false;
    return (
      value.some((item) => typeof item === 'object' && item !== null) || (looseness === 0 && value.length > 1)
    );
  }
  if (typeof value !== 'object' || value === null) return false;
  const { length } = Object.keys(value);
  return length > 1 || (length === 1 && /[:=]/.test(source));
}
