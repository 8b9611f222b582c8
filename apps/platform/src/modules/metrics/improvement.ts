import type { MetricDefinition } from '@sonde/contract';
import { limitsIn, quotedIn } from './instructions.ts';
import { compare } from './verdict.ts';

export interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly why: string;
}

export interface Improved {
  readonly definition: MetricDefinition;
  readonly changes: readonly Change[];
}

const lists = ['values', 'hosts', 'allow', 'criteria', 'tools', 'unit_words'] as const;

/** Plain instructions about a metric: its threshold, its word lists, its limits. Nothing that is not understood is guessed. */
export function instructed(definition: MetricDefinition, prompt: string): Improved {
  const plain = prompt.replaceAll(/"[^"]*"|“[^”]*”|'[^']*'/g, ' ').toLowerCase();
  const changes: Change[] = [];
  let next = definition;
  const set = (field: string, after: unknown, why: string): void => {
    const [scope, name] = field.startsWith('args.')
      ? (['args', field.slice(5)] as const)
      : ([null, field] as const);
    const before = scope ? next.args[name] : next[name as keyof MetricDefinition];
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    changes.push({ field, before: before ?? null, after, why });
    next = scope ? { ...next, args: { ...next.args, [name]: after } } : { ...next, [name]: after };
  };

  readThreshold(next, plain, set);
  readLists(next, { prompt, plain }, set);
  if (
    /\b(?:ignore|regardless of|without regard to) (?:upper |lower )?case\b|\bcase[- ]insensitive\b/.test(
      plain,
    ) &&
    'case_sensitive' in next.args
  )
    set('args.case_sensitive', false, 'the instruction says so');
  else if (
    /\bcase[- ]sensitive\b|\b(?:mind|respect|match) (?:the )?case\b/.test(plain) &&
    'case_sensitive' in next.args
  )
    set('args.case_sensitive', true, 'the instruction says so');
  if (/\bwhole words?\b/.test(plain) && 'whole_word' in next.args)
    set('args.whole_word', true, 'the instruction says so');
  const limits = limitsIn(plain);
  if (limits && (definition.kind === 'length' || definition.kind === 'sentences'))
    for (const name of ['min', 'max'] as const)
      if (limits[name] !== undefined) set(`args.${name}`, limits[name], 'the instruction says so');
  if (/\b(?:negate|invert|turn (?:it )?round|the opposite)\b/.test(plain))
    set('negate', !next.negate, 'the instruction says so');
  return { definition: next, changes };
}

type SetField = (field: string, after: unknown, why: string) => void;

function readThreshold(
  { threshold, min_score, max_score, threshold_operator }: MetricDefinition,
  plain: string,
  set: SetField,
): void {
  if (threshold === null) return;
  const named = /\bthreshold\b[^.\d]{0,40}(\d+(?:\.\d+)?)\s?(%|percent|per cent)?/.exec(plain);
  if (named) return set('threshold', Number(named[1]) / (named[2] ? 100 : 1), 'the instruction names it');
  const isStricter = /\b(?:stricter|more strict|harder|tighter|less lenient)\b/.test(plain);
  const isLooser = /\b(?:more lenient|less strict|looser|easier|more tolerant|softer)\b/.test(plain);
  if (isStricter === isLooser) return;
  const step = ((max_score ?? 1) - (min_score ?? 0)) / 10;
  const upwards = isStricter === (threshold_operator === '>=' || threshold_operator === '>');
  const moved = Math.round((threshold + (upwards ? step : -step)) * 1e6) / 1e6;
  set(
    'threshold',
    Math.min(max_score ?? 1, Math.max(min_score ?? 0, moved)),
    'a tenth of the scale, as no number was named',
  );
}

function readLists(
  { args }: MetricDefinition,
  { prompt, plain }: { prompt: string; plain: string },
  set: SetField,
): void {
  const name = lists.find((list) => Array.isArray(args[list]));
  const words = quotedIn(prompt);
  if (name === undefined || words.length === 0) return;
  const current = args[name] as string[];
  const folded = new Set(words.map((word) => word.toLowerCase()));
  if (/\b(?:remove|drop|delete|take out|no longer)\b/.test(plain))
    set(
      `args.${name}`,
      current.filter((word) => !folded.has(word.toLowerCase())),
      'the instruction removes them',
    );
  else if (/\b(?:add|also|include|accept|allow|too|as well)\b/.test(plain)) {
    const known = new Set(current.map((word) => word.toLowerCase()));
    set(
      `args.${name}`,
      [...current, ...words.filter((word) => !known.has(word.toLowerCase()))],
      'the instruction adds them',
    );
  }
}

export interface ScoredReview {
  readonly score: number;
  readonly passes: boolean;
}

/** The threshold that agrees with most reviews; undefined when none agrees with more than the present one does. */
export function fittedThreshold(
  definition: MetricDefinition,
  reviews: readonly ScoredReview[],
): number | undefined {
  const { threshold, threshold_operator: operator, negate } = definition;
  if (threshold === null || operator === null || operator === '=' || operator === '!=') return undefined;
  const agreeing = (candidate: number): number =>
    reviews.filter(({ score, passes }) => (compare(score, operator, candidate) !== negate) === passes).length;
  const scores = [...new Set(reviews.map(({ score }) => score))].toSorted((a, b) => a - b);
  const candidates = scores.slice(1).map((score, at) => ((scores[at] ?? score) + score) / 2);
  const best = candidates.toSorted(
    (a, b) => agreeing(b) - agreeing(a) || Math.abs(a - threshold) - Math.abs(b - threshold),
  )[0];
  return best !== undefined && agreeing(best) > agreeing(threshold)
    ? Math.round(best * 1e4) / 1e4
    : undefined;
}

const wordsAddedMax = 5;
/** Of each answer, from its beginning. */
export const wordsReadMax = 20_000;

interface ReviewedText {
  readonly output: string;
  readonly passed: boolean;
  readonly passes: boolean;
}

/** Words that stand in at least two answers of those judged wrongly one way, and in none that was judged rightly. */
export function fittedWords(
  { kind, args, negate }: MetricDefinition,
  reviews: readonly ReviewedText[],
): string[] {
  if (negate || !Array.isArray(args['values']) || (kind !== 'contains_any' && kind !== 'contains_none'))
    return [];
  const isNone = kind === 'contains_none';
  // For "none", an answer that passed and should not have lacks a word; for "any", one that failed and should not have.
  const wrong = reviews.filter(({ passed, passes }) => passed === isNone && passes !== isNone);
  const kept = reviews.filter(({ passes }) => passes === isNone);
  const wordsOf = ({ output }: ReviewedText): Set<string> =>
    new Set(
      output
        .slice(0, wordsReadMax)
        .toLowerCase()
        .match(/\p{L}{4,40}/gu) ?? [],
    );
  const harmful = new Set(kept.flatMap((review) => [...wordsOf(review)]));
  const counts = new Map<string, number>();
  for (const review of wrong)
    for (const word of wordsOf(review)) if (!harmful.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= 2)
    .toSorted((left, right) => right[1] - left[1] || left[0].localeCompare(right[0]))
    .slice(0, wordsAddedMax)
    .map(([word]) => word);
}
