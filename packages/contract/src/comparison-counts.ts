import type { Comparison } from './test-runs.ts';

interface Counted {
  readonly words: string;
  readonly count: number;
}

export interface ComparedCounts {
  /** Tests of either run. */
  readonly tests: number;
  /** Each test once: together they are all of them. */
  readonly parts: readonly Counted[];
  /** What is told of tests that stand in a part already. */
  readonly among: readonly Counted[];
}

/** Of many counters those that people look for, and of the rest what is there, as pages and reports tell them. */
export function comparedCounts(
  counts: Comparison['counts'],
  [base, other]: readonly [base: string, other: string],
): ComparedCounts {
  const parts = [
    { words: 'Got better', count: counts.improved },
    { words: 'Got worse', count: counts.regressed },
    { words: 'Stopped answering', count: counts.stopped_answering },
    { words: 'Answer again', count: counts.answers_again },
    { words: 'Error in both', count: counts.error_in_both },
    { words: 'The same answer, judged otherwise', count: counts.judged_otherwise },
    { words: 'Unchanged', count: counts.unchanged },
    { words: 'Not decided', count: counts.undecided },
    { words: 'Test was changed', count: counts.changed_version },
    { words: `Only in ${base}`, count: counts.only_in_base },
    { words: `Only in ${other}`, count: counts.only_in_other },
  ];
  return {
    tests: parts.reduce((sum, { count }) => sum + count, 0),
    parts: parts.filter(({ words, count }) => count !== 0 || lookedFor.has(words)),
    among: [
      { words: 'Newly flagged', count: counts.newly_flagged },
      { words: 'Not decided before, fail now', count: counts.undecided_then_fail },
      { words: 'In another error than before', count: counts.other_error },
      { words: 'Repeats disagree', count: counts.flaky },
    ].filter(({ count }) => count !== 0),
  };
}

const lookedFor: ReadonlySet<string> = new Set(['Got better', 'Got worse', 'Unchanged']);
