import type { TestResult, Verdict } from '@sonde/contract';
import type { TextSpan } from '../../lib/marked-parts.ts';
import { formatNumber } from '../../lib/format.ts';

/** What the metrics found decisive in one of the texts of a result; in a conversation, in one of its messages. */
export function evidenceIn(
  { verdicts }: Pick<TestResult, 'verdicts'>,
  field: string,
  index?: number,
): TextSpan[] {
  return verdicts.flatMap(({ evidence }) =>
    evidence.flatMap((found): TextSpan[] => {
      const span: Readonly<Record<string, unknown>> = found;
      const { start, end, text } = span;
      if (span['field'] !== field || (index !== undefined && span['index'] !== index)) return [];
      if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return [];
      return [{ start, end, text }];
    }),
  );
}

/** What metrics that only warn said, in a word or two, with the score of a single one; nothing where none of them looked. */
export function warnedWords(verdicts: readonly Pick<Verdict, 'flag' | 'score'>[]): string | undefined {
  const warned = verdicts.filter(({ flag }) => flag !== null);
  const [only] = warned;
  if (!only) return undefined;
  const found = warned.some(({ flag }) => flag === true) ? 'Flag' : 'No flag';
  return warned.length === 1 && only.score !== null ? `${found}, score ${formatNumber(only.score)}` : found;
}
