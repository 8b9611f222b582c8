import type { Job, Test } from '@sonde/contract';

export type Coverage = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface GenerationResult {
  readonly test_set_id: string;
  readonly tests: number;
  readonly requested: number;
  readonly near_duplicates_dropped: number;
  readonly coverage: Coverage;
  readonly coverage_before: Coverage;
  readonly message: string;
  readonly generator: string;
  readonly notices?: readonly string[];
}

/** A job's result is open by contract; here only a generation's shape is taken from it. */
export function generationOf({ result }: Job): GenerationResult | null {
  return typeof result === 'object' && result !== null && 'coverage' in result && 'test_set_id' in result
    ? (result as GenerationResult)
    : null;
}

export interface Cell {
  readonly requirement: string;
  /** Null where the requirement got no test; then `before` counts those of all categories. */
  readonly category: string | null;
  readonly before: number;
  readonly added: number;
}

/** What the tests that stay cover; a requirement of which none stays has a row without cells. */
export function coverageOfKept(
  { coverage }: Pick<GenerationResult, 'coverage'>,
  kept: readonly Pick<Test, 'requirement' | 'category'>[],
): Coverage {
  const rows = new Map<string, Record<string, number>>(
    Object.keys(coverage)
      .filter((requirement) => requirement !== none)
      .map((requirement) => [requirement, {}]),
  );
  for (const { requirement, category } of kept) {
    const row = rows.get(requirement?.name ?? none) ?? {};
    const cell = category?.name ?? none;
    row[cell] = (row[cell] ?? 0) + 1;
    rows.set(requirement?.name ?? none, row);
  }
  return Object.fromEntries(rows);
}
const none = '(none)';

/** The cells that the new tests fill, and what stood in them before. */
export function cellsOf({
  coverage,
  coverage_before: former,
}: Pick<GenerationResult, 'coverage' | 'coverage_before'>): Cell[] {
  return Object.entries(coverage).flatMap(([requirement, row]): Cell[] => {
    const added = Object.entries(row);
    if (added.length > 0)
      return added.map(([category, count]) => ({
        requirement,
        category,
        before: former[requirement]?.[category] ?? 0,
        added: count,
      }));
    const had = Object.values(former[requirement] ?? {}).reduce((sum, count) => sum + count, 0);
    return [{ requirement, category: null, before: had, added: 0 }];
  });
}
