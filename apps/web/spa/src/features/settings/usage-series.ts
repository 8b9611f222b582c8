export interface UsageDay {
  readonly day: string;
  readonly resource: string;
  readonly amount: number;
}

export interface UsageSeries {
  readonly resource: string;
  readonly days: readonly { readonly day: string; readonly amount: number }[];
  readonly times: readonly number[];
  readonly values: readonly number[];
}

const dayMs = 86_400_000;

/** One line per resource; days without any use are zeroes, not gaps. */
export function seriesOf(history: readonly UsageDay[], dayCount: number, now: number): UsageSeries[] {
  const today = Math.floor(now / dayMs) * dayMs;
  const days = Array.from({ length: dayCount }, (_, index) =>
    new Date(today - (dayCount - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const resources = [...new Set(history.map((entry) => entry.resource))].toSorted();
  return resources.map((resource) => {
    const amounts = new Map(
      history.filter((entry) => entry.resource === resource).map((entry) => [entry.day, entry.amount]),
    );
    const filled = days.map((day) => ({ day, amount: amounts.get(day) ?? 0 }));
    return {
      resource,
      days: filled,
      times: filled.map(({ day }) => Date.parse(day) / 1000),
      values: filled.map(({ amount }) => amount),
    };
  });
}
