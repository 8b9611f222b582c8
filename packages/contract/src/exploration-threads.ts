import type { ExplorationTurn, FindingQuote } from './exploration.ts';

/**
 * The turns without which one says nothing, and it: those that set what it is about, and what was said on the way from there,
 * in their order.
 */
export function threadOf(
  turn: ExplorationTurn,
  conversation: readonly ExplorationTurn[],
): readonly ExplorationTurn[] {
  const earlier = conversation.filter((other) => other.turn < turn.turn && other.strategy === turn.strategy);
  const ids = new Set([turn.turn]);
  for (let next: ExplorationTurn | undefined = turn; next?.follows !== undefined && !ids.has(next.follows);) {
    const { follows }: ExplorationTurn = next;
    ids.add(follows);
    next = earlier.find((other) => other.turn === follows);
  }
  for (const { turn: number, follows } of earlier)
    if (follows !== undefined && ids.has(follows)) ids.add(number);
  return [...earlier, turn].filter(({ turn: number }) => ids.has(number));
}

/**
 * What had been said when a turn was asked, and it: from the beginning of the conversation that the target knew. Alone where
 * the target knew none, or the turn began one. An answer may rest on any of it.
 */
export function talkOf(
  turn: ExplorationTurn,
  conversation: readonly ExplorationTurn[],
): readonly ExplorationTurn[] {
  if (!turn.in_conversation) return [turn];
  const own = conversation.filter((other) => other.turn <= turn.turn && other.strategy === turn.strategy);
  const start = own.findLastIndex(({ begins }) => begins);
  return own
    .slice(Math.max(0, start))
    .filter((other) => other === turn || (other.received !== null && other.sent.trim() !== ''));
}

/** What was said in the same words in several turns stands once, with all of them. */
export function quotesTogether(
  quotes: readonly FindingQuote[],
): readonly { readonly quote: string; readonly turns: readonly number[] }[] {
  const same = new Map<string, { quote: string; turns: number[] }>();
  for (const { turn, quote } of quotes) {
    const words = quote.replaceAll(/\s+/g, ' ').trim();
    const known = same.get(words);
    if (!known) same.set(words, { quote, turns: [turn] });
    else if (!known.turns.includes(turn)) known.turns.push(turn);
  }
  return [...same.values()];
}
