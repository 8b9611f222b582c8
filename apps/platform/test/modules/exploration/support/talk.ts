import type { ExploreRequest } from '@sonde/contract';
import { createBuiltinExplorer } from '../../../../src/modules/exploration/builtin-explorer.ts';
import { nothingNew, targetIsGone } from '../../../../src/modules/exploration/early-stop.ts';
import { evaluate, handedOn } from '../../../../src/modules/exploration/findings/evaluate.ts';
import { planFrom } from '../../../../src/modules/exploration/plan.ts';
import { inOrder } from '../../../../src/modules/exploration/present.ts';
import { readPreviousFindings } from '../../../../src/modules/exploration/previous-findings.ts';
import { readAnswer } from '../../../../src/modules/exploration/reading/answer.ts';
import { conversationUnderWay, type Turn } from '../../../../src/modules/exploration/turns.ts';

/** What a target answers in one of its conversations; undefined is a call that it does not let in. */
export type Talking = (message: string, conversation: string[]) => string | undefined;

/** An exploration of a target that is a function: the same questions and readings, without a network. */
export async function exploreTalk(talk: Talking, request: ExploreRequest = { strategy: 'comprehensive' }) {
  const explorer = createBuiltinExplorer();
  const plan = planFrom(request);
  const empty = readPreviousFindings(undefined);
  const turns: Turn[] = [];
  const conversations = new Map<string, string[]>();
  const [first] = plan.segments;
  for (const segment of plan.segments) {
    const own: Turn[] = [];
    const earlier = segment === first ? [] : turns.filter(({ strategy }) => strategy === first?.segment);
    const prior =
      segment === first || !first ? empty : await handedOn({ ...plan, segments: [first] }, earlier, empty);
    while (own.length < segment.turnsMax && !targetIsGone(turns) && !nothingNew(turns, segment.segment)) {
      const next = await explorer.next(
        { plan: segment, scenario: null, restrictions: null, prior, earlier, turns: own },
        new AbortController().signal,
      );
      if (next.kind !== 'ask') break;
      const { probe } = next;
      const before = probe.isFresh ? null : conversationUnderWay(own);
      const conversationId = before ?? `talk-${conversations.size + 1}`;
      const heard = conversations.get(conversationId) ?? [];
      conversations.set(conversationId, heard);
      const received = talk(probe.text, heard) ?? null;
      heard.push(probe.text);
      const turn: Turn = {
        turn: turns.length + 1,
        strategy: segment.segment,
        probe,
        sent: probe.text,
        received,
        outcome:
          received === null
            ? 'rate_limited'
            : readAnswer(received, { aboutLimits: probe.aboutLimits, sent: probe.text }).outcome,
        error: received === null ? 'The application limits how often it may be called.' : null,
        latencyMs: 1,
        conversationId,
        resent: false,
      };
      own.push(turn);
      turns.push(turn);
    }
  }
  const all = inOrder(turns);
  return { turns: all, conversations, ...evaluate({ plan, turns: all, prior: empty }) };
}
