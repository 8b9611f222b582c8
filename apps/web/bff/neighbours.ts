import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Which process sealed a cookie, and when: Unix seconds. It travels within the seal. */
export const SealMark = z.object({ by: z.string(), at: z.number() });
export type SealMark = z.output<typeof SealMark>;

export type Neighbours = ReturnType<typeof createNeighbours>;

/** While one process takes over from another, both seal for a moment. */
const handoverSeconds = 120;
/** A browser's cookie is sealed anew about every quarter of an hour. */
const remembersForSeconds = 3600;

/**
 * Notices another process that serves the same browsers: a cookie that it sealed while this one was running. Where each
 * browser stays with one process nothing is noticed, and nothing is amiss.
 */
export function createNeighbours({ nowSeconds }: { nowSeconds: () => number }) {
  const own = randomUUID();
  const startedAt = nowSeconds();
  let lastSealAt: number | undefined;
  return {
    mark: (): SealMark => ({ by: own, at: nowSeconds() }),
    saw({ by, at }: SealMark): void {
      if (by === own || at <= startedAt + handoverSeconds) return;
      lastSealAt = Math.max(lastSealAt ?? at, at);
    },
    wereSeen: (): boolean => lastSealAt !== undefined && nowSeconds() - lastSealAt < remembersForSeconds,
  };
}
