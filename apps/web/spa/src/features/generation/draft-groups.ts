import type { Test } from '@sonde/contract';

export type GroupedBy = 'category' | 'requirement';

export interface DraftGroup {
  readonly key: string;
  /** Null where the tests have none. */
  readonly name: string | null;
  readonly tests: readonly Test[];
}

/** What the drafts can be gathered by: nothing that none of them has. */
export const groupingsOf = (tests: readonly Test[]): readonly GroupedBy[] =>
  (['category', 'requirement'] as const).filter((by) => tests.some((test) => test[by] !== null));

/** The drafts by what they are about, in the order in which each comes first; those about nothing named stand last. */
export function groupsOf(tests: readonly Test[], by: GroupedBy): readonly DraftGroup[] {
  const groups = new Map<string, Test[]>();
  for (const test of tests) {
    const key = test[by]?.id ?? '';
    const group = groups.get(key);
    if (group) group.push(test);
    else groups.set(key, [test]);
  }
  return [...groups]
    .map(([key, own]) => ({ key, name: own[0]?.[by]?.name ?? null, tests: own }))
    .sort((one, other) => Number(one.name === null) - Number(other.name === null));
}

export type Kept = 'all' | 'some' | 'none';

/** What is ticked of a group: its checkbox is ticked, mixed or empty. */
export function keptOf(tests: readonly Test[], discarded: ReadonlySet<string>): Kept {
  const kept = tests.filter(({ id }) => !discarded.has(id)).length;
  return kept === tests.length ? 'all' : kept === 0 ? 'none' : 'some';
}

/** What is discarded after a group's checkbox was pressed: a whole group is left out, any other is taken whole. */
export function pressGroup(tests: readonly Test[], discarded: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set(tests.map(({ id }) => id));
  const others = [...discarded].filter((id) => !ids.has(id));
  return new Set(keptOf(tests, discarded) === 'all' ? [...others, ...ids] : others);
}
