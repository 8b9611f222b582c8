interface Count {
  readonly words: string;
  readonly count: number;
}

/** Of many counters those that people look for, and of the rest what is there: a row of zeros hides what is not one. */
export const shownCounts = <Each extends Count>(
  counts: readonly Each[],
  always: ReadonlySet<string>,
): readonly Each[] => counts.filter(({ words, count }) => count !== 0 || always.has(words));
