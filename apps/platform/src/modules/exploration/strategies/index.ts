import type { Segment } from '../turns.ts';
import { strategies } from './list.ts';
import type { ExplorationStrategy } from './strategy.ts';

export { strategies };
export { comprehensive } from './strategy.ts';

/** The strategy a segment goes by; a free goal has none. */
export function strategyOf(segment: Segment): ExplorationStrategy | undefined {
  if (segment === null) return undefined;
  const found = strategies.find(({ id }) => id === segment);
  if (!found) throw new Error(`There is no strategy ${segment}.`);
  return found;
}
