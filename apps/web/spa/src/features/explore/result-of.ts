import type { ExplorationResult, ExplorationTurn, Job } from '@sonde/contract';

/** A job's result is open by contract; here only an exploration's shape is taken from it. */
export function resultOf(job: Job): ExplorationResult | null {
  const { result } = job;
  return typeof result === 'object' && result !== null && 'findings' in result && 'conversation' in result
    ? (result as ExplorationResult)
    : null;
}

/** Turns from the job and from live events, each once, in order. The later report of a turn wins. */
export function mergeTurns(
  stored: readonly ExplorationTurn[],
  live: readonly ExplorationTurn[],
): ExplorationTurn[] {
  const byTurn = new Map<number, ExplorationTurn>();
  for (const turn of [...live, ...stored]) byTurn.set(turn.turn, turn);
  return [...byTurn.values()].toSorted((left, right) => left.turn - right.turn);
}
