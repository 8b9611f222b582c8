import type { MetricKind } from '@sonde/contract';

/** Of what a metric needs beside the answer. */
const words: Readonly<Partial<Record<MetricKind['needs'][number], string>>> = {
  expected: 'an expected answer',
  context:
    'the texts that the application answered from (its endpoint says where they stand in the answer, as context)',
  tool_calls:
    'the tools, functions that the application called by itself (its endpoint says where they stand in the answer, as tool calls)',
  conversation: 'a conversation',
  others: 'the answers to the tests it is compared with',
  duration_ms: 'the time it took',
};

export function needsWords(needs: MetricKind['needs']): string {
  const named = needs.flatMap((need) => words[need] ?? []);
  return named.length === 0 ? '' : `Needs ${named.join(' and ')}.`;
}
