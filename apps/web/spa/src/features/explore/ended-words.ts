import type { ExplorationResult } from '@sonde/contract';

/** How an exploration ended, beside the sentence that says why. */
export const endedWords: Readonly<Record<ExplorationResult['status'], string>> = {
  completed: 'As planned',
  max_turns: 'After all its turns',
  stopped_early: 'Before all its turns',
  cancelled: 'Cancelled',
  inconclusive: 'Without a clear result',
  error: 'With an error',
};
