import type { ExplorationTurn } from './exploration.ts';

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
