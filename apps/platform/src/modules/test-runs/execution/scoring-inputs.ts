import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { ScoringInput } from '#metrics';
import {
  testOutputs,
  testTurns,
  type ResultRow,
  type StoredInput,
  type StoredOutput,
  type TurnRow,
} from '../tables.ts';
import { textOf } from './output.ts';
import { isCut } from './turn-log.ts';
import type { LargeOutputs } from './large-outputs.ts';
import { otherOf, readPartners, type Partnered } from './partners.ts';

/** What metrics need of one stored result. The answer may be but its beginning; `scoringInputOf` reads the rest. */
export interface StoredResult {
  readonly row: ResultRow;
  readonly input: StoredInput;
  readonly output: StoredOutput;
  readonly turns: readonly TurnRow[];
  readonly partners: readonly Partnered[];
}

/** Results of one run that have an output; with their partners where `wantsPartners` says that somebody looks at them. */
export async function readStored(
  tx: Tx,
  organizationId: string,
  rows: readonly ResultRow[],
  wantsPartners: (row: ResultRow) => boolean = () => true,
): Promise<StoredResult[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const outputs = await tx
    .select()
    .from(testOutputs)
    .where(and(eq(testOutputs.organizationId, organizationId), inArray(testOutputs.testResultId, ids)));
  const turns = await tx
    .select()
    .from(testTurns)
    .where(and(eq(testTurns.organizationId, organizationId), inArray(testTurns.testResultId, ids)))
    .orderBy(asc(testTurns.testResultId), asc(testTurns.turn));
  const outputOf = new Map(outputs.map((row) => [row.testResultId, row]));
  const turnsOf = Map.groupBy(turns, ({ testResultId }) => testResultId);
  const partnersOf = await readPartners(tx, organizationId, rows.filter(wantsPartners));
  return rows.flatMap((row) => {
    const found = outputOf.get(row.id);
    return found
      ? [
          {
            row,
            input: found.input,
            output: found.output,
            turns: turnsOf.get(row.id) ?? [],
            partners: wantsPartners(row) ? partnersOf(row) : [],
          },
        ]
      : [];
  });
}

/**
 * Outside of any transaction: large answers are read from their files. Where the file is gone there is no answer to look
 * at: what does not stand in its beginning may have stood in the rest.
 */
export async function scoringInputOf(
  { row, input, output, turns, partners }: StoredResult,
  outputs: Pick<LargeOutputs, 'whole' | 'wholeTogether'>,
): Promise<ScoringInput> {
  const known = partners.flatMap((partner) => partner.output ?? []);
  const own = await outputs.whole(row.organizationId, output);
  const others = await outputs.wholeTogether(row.organizationId, known);
  const wholeOf = new Map(known.map((stored, place) => [stored, others[place] ?? stored]));
  return {
    input: input.text,
    expected: input.expected,
    output: own.is_truncated ? null : own.output,
    context: own.context,
    tool_calls: own.tool_calls,
    metadata: own.metadata,
    duration_ms: row.durationMs,
    conversation: conversationOf(turns, own),
    others: partners.map((partner) =>
      otherOf(
        partner.output ? { ...partner, output: wholeOf.get(partner.output) ?? partner.output } : partner,
      ),
    ),
  };
}

/** The last answer is what the result holds, and is whole where that is; of the others there may be but the beginning. */
function conversationOf(turns: readonly TurnRow[], own: StoredOutput): ScoringInput['conversation'] {
  if (turns.length === 0) return undefined;
  const last = turns.findLast(({ received }) => received !== null);
  return turns.flatMap((turn) => {
    const { sent, received } = turn;
    const said = { role: 'user', content: sent.text };
    if (!received) return [said];
    const wasCut = isCut(received);
    const isKnown = wasCut && turn === last && own.success && !own.is_truncated;
    return [
      said,
      {
        role: 'assistant',
        content: textOf(isKnown ? own.output : received.output),
        ...(wasCut && !isKnown ? { is_truncated: true } : {}),
      },
    ];
  });
}
