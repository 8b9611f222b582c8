import { useQuery } from '@tanstack/react-query';
import type { FilterPaths } from '../../lib/filter-paths.ts';
import { matchesOf } from '../../lib/json-path.ts';
import { beginningOf, formatNumber } from '../../lib/format.ts';

export interface MappingVerdict {
  readonly tone: 'signal' | 'warn' | 'neutral';
  readonly text: { readonly short: string; readonly sample: string };
}

/** Matches of an expression in an answer; `null` for what only the platform reads. */
export type FindMatches = (expression: string, answer: unknown) => unknown[] | null;

/** Simple paths are read at once. The engine for filters is fetched with the first expression that has one. */
export function useFindMatches(expressions: readonly string[]): FindMatches {
  const engine = useQuery({
    queryKey: ['filter-paths'],
    queryFn: async (): Promise<FilterPaths> =>
      (await import('../../lib/filter-paths.ts')).createFilterPaths(),
    enabled: expressions.some((expression) => expression.includes('?')),
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return (expression, answer) =>
    matchesOf(expression, answer) ??
    (expression.includes('?') ? (engine.data?.(expression, answer) ?? null) : null);
}

/** What an expression finds in an answer. Missing, null and empty are different things, and each is said. */
export function judgeMapping(
  expression: string,
  answer: unknown,
  find: FindMatches = matchesOf,
): MappingVerdict {
  const matches = find(expression, answer);
  if (matches === null) return { tone: 'neutral', text: { short: 'checked on sending', sample: '' } };
  const [first] = matches;
  if (matches.length === 0) return { tone: 'warn', text: { short: 'no match', sample: '' } };
  const sample = beginningOf(JSON.stringify(first) ?? '', 120);
  if (matches.length > 1)
    return { tone: 'signal', text: { short: `${formatNumber(matches.length)} matches`, sample } };
  if (first === null) return { tone: 'warn', text: { short: 'found, but null', sample: '' } };
  if (first === '') return { tone: 'warn', text: { short: 'found, but empty', sample: '' } };
  return { tone: 'signal', text: { short: '1 match', sample } };
}
