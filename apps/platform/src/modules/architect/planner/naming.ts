import type { Body, Hands } from '../hands.ts';
import type { Named } from '../tables.ts';

export type NamedKind = 'endpoint' | 'test_set';

export type Found =
  | { readonly kind: 'one'; readonly thing: Named }
  | { readonly kind: 'several'; readonly names: readonly string[] }
  | { readonly kind: 'none' };

const lists: Readonly<Record<NamedKind, string>> = {
  endpoint: 'endpoints_list',
  test_set: 'test_sets_list',
};

const folded = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Names that were put in quotation marks are meant as they are written. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(/["“”„«»]([^"“”„«»]{1,200})["“”„«»]/g)].map(([, name = '']) => name.trim());

/**
 * Which thing a sentence means: one whose name stands in it, the longest first; else one that shares most of its words;
 * else what was spoken of before; else the only one there is.
 */
export async function findNamed(
  hands: Hands,
  {
    kind,
    text,
    before,
  }: { readonly kind: NamedKind; readonly text: string; readonly before: Named | undefined },
): Promise<Found> {
  const newest = { limit: 100, sort_by: 'created_at', sort_order: 'desc', select: 'name' };
  const rows: Named[] = [];
  for (const name of new Set(quotedIn(text).slice(0, lookedUp)))
    rows.push(...(await listed(hands, kind, { ...newest, search: name.slice(0, 200) })));
  rows.push(...(await listed(hands, kind, newest)));
  const things = [...new Map(rows.map((row) => [row.id, row])).values()];
  const sentence = folded(text);
  const contained = things.filter(({ name }) => sentence.includes(folded(name)));
  if (contained.length > 0) {
    const longest = Math.max(...contained.map(({ name }) => name.length));
    return chosen(contained.filter(({ name }) => name.length === longest));
  }
  const scored = things.map((thing) => ({ thing, score: sharedWords(sentence, thing.name) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (best > 0) return chosen(scored.filter(({ score }) => score === best).map(({ thing }) => thing));
  if (before && things.some(({ id }) => id === before.id)) return { kind: 'one', thing: before };
  return chosen(things);
}

/** Each name is a call; a sentence of nothing but quotation marks would be thousands. */
const lookedUp = 5;

async function listed(hands: Hands, kind: NamedKind, query: Record<string, unknown>): Promise<Named[]> {
  const rows: Body[] = await hands.read(lists[kind], query);
  return rows.map(({ id, name }) => ({ id, name }));
}

function chosen(things: readonly Named[]): Found {
  const [first] = things;
  if (!first) return { kind: 'none' };
  return things.length === 1
    ? { kind: 'one', thing: first }
    : { kind: 'several', names: things.slice(0, 10).map(({ name }) => name) };
}

const emptyWords = new Set(
  'a an the my our it its this that of on in at to for with against and or is are do does run test tests set sets endpoint bot assistant application please new first'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] =>
  text
    .trim()
    .split(' ')
    .filter((word) => word.length > 1 && !emptyWords.has(word));

function sharedWords(sentence: string, name: string): number {
  const said = new Set(wordsOf(sentence));
  return wordsOf(folded(name)).filter((word) => said.has(word)).length;
}

/** Which of some names an answer to "which one?" means: the name, a part of it, or its place. */
export function nameMeant(text: string, names: readonly string[]): string | undefined {
  const said = folded(text);
  const place = /^\s*(?:the\s+)?(?:number\s+)?(\d{1,2})(?:st|nd|rd|th)?[.)]?\s*$/i.exec(text)?.[1];
  if (place !== undefined) return names[Number(place) - 1];
  if (/^ (?:the )?(?:first|1st)(?: one)? $/.test(said)) return names[0];
  if (/^ (?:the )?last(?: one)? $/.test(said)) return names.at(-1);
  const whole = names.filter((name) => said.includes(folded(name)));
  if (whole.length > 0) return whole.toSorted((one, other) => other.length - one.length)[0];
  const parts = said.trim() === '' ? [] : names.filter((name) => folded(name).includes(said.trimEnd()));
  return parts.length === 1 ? parts[0] : undefined;
}
