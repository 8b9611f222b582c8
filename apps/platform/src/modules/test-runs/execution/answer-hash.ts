import { createHash } from 'node:crypto';
import type { Settled } from './settled.ts';

/**
 * What was asked and what was answered, turn by turn, with what the answer came with; undefined where there is no whole answer.
 * Metadata and times are of the call and differ each time; the test and its version stand beside it.
 */
export function answerHash({ status, input, output, conversation }: Settled): string | undefined {
  if (status !== 'answered' || !input || !output?.success || output.is_truncated) return undefined;
  const said = [
    input.text,
    (conversation ?? []).map(({ role, content }) => [role, content]),
    output.output,
    output.context,
    output.tool_calls,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}
