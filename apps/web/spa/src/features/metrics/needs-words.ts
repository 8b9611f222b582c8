import type { MetricKind } from '@sonde/contract';

/** Of what a metric needs beside the answer. */
const words: Readonly<Partial<Record<MetricKind['needs'][number], string>>> = {
  expected: 'an expected answer',
  context: 'the mapped context',
  tool_calls: 'the mapped tool calls',
  conversation: 'a conversation',
  others: 'answers to other tests',
  duration_ms: 'the time it took',
};

export function needsWords(needs: MetricKind['needs']): string {
  const named = needs.flatMap((need) => words[need] ?? []);
  return named.length === 0 ? '' : `Needs ${named.join(' and ')}.`;
}
