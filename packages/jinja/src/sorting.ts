import { compare } from './comparison.ts';
import { charge } from './runtime.ts';
import type { Runtime } from './runtime.ts';

/** A stable sort by key; `reverse` keeps equal items in their order, as Python's does. */
export function sortValues(
  rt: Runtime,
  items: readonly unknown[],
  key: (item: unknown) => unknown,
  reverse: boolean,
): unknown[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  charge(rt, items.length * 16 * Math.max(1, Math.ceil(Math.log2(items.length + 1))));
  const sign = reverse ? -1 : 1;
  keyed.sort((a, b) => sign * compare(rt, a.key, b.key));
  return keyed.map(({ item }) => item);
}
