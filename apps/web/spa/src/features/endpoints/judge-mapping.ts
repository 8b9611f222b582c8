import { matchesOf } from '../../lib/json-path.ts';

export interface MappingVerdict {
  readonly tone: 'signal' | 'warn' | 'neutral';
  readonly text: { readonly short: string; readonly sample: string };
}

/** What an expression finds in an answer. Missing, null and empty are different things, and each is said. */
export function judgeMapping(expression: string, answer: unknown): MappingVerdict {
  const matches = matchesOf(expression, answer);
  if (matches === null) return { tone: 'neutral', text: { short: 'checked on sending', sample: '' } };
  const [first] = matches;
  if (matches.length === 0) return { tone: 'warn', text: { short: 'no match', sample: '' } };
  const sample = (JSON.stringify(first) ?? '').slice(0, 120);
  if (matches.length > 1) return { tone: 'signal', text: { short: `${matches.length} matches`, sample } };
  if (first === null) return { tone: 'warn', text: { short: 'found, but null', sample: '' } };
  if (first === '') return { tone: 'warn', text: { short: 'found, but empty', sample: '' } };
  return { tone: 'signal', text: { short: '1 match', sample } };
}
