import type { TestResult } from '@sonde/contract';
import type { TextSpan } from '../../lib/marked-parts.ts';

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
