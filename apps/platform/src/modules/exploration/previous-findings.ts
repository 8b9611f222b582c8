import { languageCode } from './reading/language.ts';
import { unique } from './reading/terms.ts';

/** What an earlier run has found out, in whatever of the known fields it gave. */
export interface PriorFindings {
  readonly domain: string | undefined;
  readonly purpose: string | undefined;
  readonly persona: string | undefined;
  readonly topics: readonly string[];
  readonly terminology: readonly string[];
  /** Topics whose depth an earlier run has measured already. */
  readonly measuredTopics: readonly string[];
  readonly adjacentDomains: readonly string[];
  readonly capabilities: readonly string[];
  readonly limitations: readonly string[];
  readonly hardBoundaries: readonly string[];
  readonly softBoundaries: readonly string[];
  readonly refusalPatterns: readonly string[];
  /** What was asked before, by step and subject. */
  readonly covered: readonly string[];
  /** Code of the language the target spoke. */
  readonly language: string | undefined;
  readonly isEmpty: boolean;
}

const depthMax = 4;
const listMax = 300;
const textMax = 500;
/** Lists of lists that are all short still come to tens of thousands. */
const thingsMax = 5_000;

/**
 * Reads the findings of an earlier run wherever they lie: the fields themselves, a whole job result, or one object for
 * each strategy. Anything unknown is passed over: it comes from outside and is treated as data.
 */
export function readPreviousFindings(value: unknown): PriorFindings {
  const found = new Map<string, unknown[]>();
  collect(value, found, { depth: 0, left: { things: thingsMax } });
  const first = (...names: string[]): string | undefined =>
    names.flatMap((name) => textsIn(found.get(name))).find((text) => text !== '');
  const all = (...names: string[]): string[] =>
    unique(names.flatMap((name) => textsIn(found.get(name)))).slice(0, listMax);
  const prior = {
    domain: first('domain'),
    purpose: first('purpose'),
    persona: first('persona'),
    topics: all('key_topics', 'topics'),
    terminology: all('terminology'),
    measuredTopics: unique((found.get('capability_ceilings') ?? []).flatMap(keysOf)).slice(0, listMax),
    adjacentDomains: all('adjacent_domains').map(withoutVerdict),
    capabilities: all('capabilities'),
    limitations: all('limitations'),
    hardBoundaries: all('hard_boundaries').map(withoutVerdict),
    softBoundaries: all('soft_boundaries').map(withoutVerdict),
    refusalPatterns: all('refusal_patterns'),
    covered: all('covered'),
  };
  const language = languageCode(first('language'));
  const isEmpty = Object.values(prior).every((item) => item === undefined || item.length === 0);
  return { ...prior, language, isEmpty };
}

interface Place {
  readonly depth: number;
  /** How many more things are looked at, wherever they lie. */
  readonly left: { things: number };
}

function collect(value: unknown, found: Map<string, unknown[]>, { depth, left }: Place): void {
  if (depth > depthMax || typeof value !== 'object' || value === null) return;
  const deeper = { depth: depth + 1, left };
  if (Array.isArray(value)) {
    for (const item of value.slice(0, listMax)) {
      if ((left.things -= 1) < 0) return;
      collect(item, found, deeper);
    }
    return;
  }
  for (const [key, item] of Object.entries(value).slice(0, listMax)) {
    if (item === null || item === undefined) continue;
    if ((left.things -= 1) < 0) return;
    const same = found.get(key) ?? [];
    same.push(item);
    found.set(key, same);
    collect(item, found, deeper);
  }
}

function textsIn(values: readonly unknown[] | undefined): string[] {
  return (values ?? []).flatMap((value): string[] => {
    if (typeof value === 'string') return [value.replaceAll('\0', '').trim().slice(0, textMax)];
    if (Array.isArray(value)) return value.slice(0, listMax).flatMap((item) => textsIn([item]));
    if (typeof value !== 'object' || value === null) return [];
    const named = ['name', 'title', 'topic', 'term', 'text', 'description'].find(
      (key) => typeof Reflect.get(value, key) === 'string',
    );
    return named ? textsIn([Reflect.get(value, named)]) : [];
  });
}

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
        .slice(0, listMax)
        .map((key) => key.slice(0, textMax))
    : [];

/** "legal advice (declined)" is about legal advice. */
const withoutVerdict = (text: string): string => text.replace(/\s*\([^)]*\)\s*$|\s*:\s.*$/g, '').trim();
