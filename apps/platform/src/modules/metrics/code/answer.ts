import { z } from 'zod';
import type { Item } from '../item.ts';
import { failed, span, type Evidence, type Measured } from '../kind.ts';

const Scored = z.object({
  score: z.union([z.number(), z.boolean()]),
  reason: z.string().optional(),
  evidence: z
    .array(
      z.union([
        z.string(),
        z.object({
          field: z.string().optional(),
          start: z.number().int().min(0),
          end: z.number().int().min(0),
        }),
      ]),
    )
    .optional(),
});
const Answer = z.union([z.number(), z.boolean(), Scored]);

/** What code or a connected program answered, as a score; anything else is an error, never a guess. */
export function readAnswer(answer: unknown, item: Item, backend: 'code' | 'sdk'): Measured {
  const read = Answer.safeParse(answer);
  if (!read.success)
    return failed(
      `${backend}_no_answer`,
      'The answer is no number, true or false, and no object with a `score` that is one.',
    );
  const { score, reason, evidence = [] } = typeof read.data === 'object' ? read.data : { score: read.data };
  return {
    outcome: 'scored',
    score: Number(score),
    reason: reason?.slice(0, 2000) ?? `The answer is ${String(score)}.`,
    evidence: evidence.slice(0, 20).flatMap((entry) => evidenceOf(entry, item)),
  };
}

function evidenceOf(
  entry: string | { field?: string | undefined; start: number; end: number },
  item: Item,
): Evidence[] {
  const output = item.output ?? '';
  if (typeof entry === 'string') {
    const at = output.indexOf(entry);
    return at === -1 || entry === '' ? [] : [span('output', output, at, at + entry.length)];
  }
  const field = entry.field === 'expected' || entry.field === 'input' ? entry.field : 'output';
  const text = field === 'output' ? output : (item[field] ?? '');
  return entry.end <= text.length && entry.start <= entry.end
    ? [span(field, text, entry.start, entry.end)]
    : [];
}
