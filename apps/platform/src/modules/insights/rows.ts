import { percentOf } from '@sonde/contract';
import { wilson } from '#metrics';
import { keyText, type Group } from './groups.ts';
import { isRate, type Ordering, type Question } from './question.ts';
import type { Measure } from './registry.ts';

export type Row = Record<string, unknown>;

/** Groups as rows: rates with their bounds, in the order that was asked for, each beside what it was before. */
export function rowsOf(
  question: Question,
  groups: readonly Group[],
  previous: readonly Group[] | null,
): { rows: Row[]; isTruncated: boolean } {
  const before = previous && new Map(previous.map((group) => [keyText(group.key), group]));
  const rows = groups
    .filter(({ values }) => question.dimensions.length === 0 || (values['count'] ?? 0) > 0)
    .map((group): Row => {
      const former = before?.get(keyText(group.key));
      return {
        ...Object.fromEntries(question.dimensions.map((name, at) => [name, group.key[at] ?? null])),
        ...measuresOf(question.measures, group.values),
        ...(before
          ? { previous: former && isSomething(former) ? measuresOf(question.measures, former.values) : null }
          : {}),
      };
    })
    .toSorted(comparing(orderOf(question)));
  return { rows: rows.slice(0, question.limit), isTruncated: rows.length > question.limit };
}

const isSomething = ({ values }: Group): boolean => (values['count'] ?? 0) > 0;

function measuresOf(measures: readonly Measure[], values: Group['values']): Row {
  return Object.assign(
    {},
    ...measures.map((name): Row => {
      if (!isRate(name)) return { [name]: plain(name, values) };
      const [share, all] = partsOf(name, values);
      if (all <= 0) return { [name]: null, [`${name}_low`]: null, [`${name}_high`]: null };
      const { low, high } = wilson(share, all);
      return {
        [name]: percentOf(share / all),
        [`${name}_low`]: percentOf(low),
        [`${name}_high`]: percentOf(high),
      };
    }),
  ) as Row;
}

const latency = /latency/;
function plain(name: Measure, values: Group['values']): number | null {
  const value = values[name];
  if (latency.test(name)) return value === null || value === undefined ? null : Math.round(value * 100) / 100;
  return value ?? 0;
}

function partsOf(name: Measure, values: Group['values']): [number, number] {
  const of = (key: string): number => values[key] ?? 0;
  if (name === 'pass_rate') return [of('passed'), of('passed') + of('failed')];
  const all = values['results'] ?? values['run_count'] ?? of('count');
  return [of('errors'), all - of('cancelled')];
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** What was asked for, then the dimensions, so that the order is the same each time. */
const orderOf = ({ order, dimensions }: Question): readonly Ordering[] => [
  ...order,
  ...dimensions.map((name) => ({ name, isDescending: false })),
];

function comparing(order: readonly Ordering[]) {
  return (one: Row, other: Row): number => {
    for (const { name, isDescending } of order) {
      const difference = compare(one[name], other[name], isDescending);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

/** What is null comes last in both directions: it says nothing. */
function compare(one: unknown, other: unknown, isDescending: boolean): number {
  if (one === null || one === undefined) return other === null || other === undefined ? 0 : 1;
  if (other === null || other === undefined) return -1;
  const difference = typeof one === 'number' ? one - Number(other) : order(wordOf(one), wordOf(other));
  return isDescending ? -difference : difference;
}
