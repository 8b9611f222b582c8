import { foldWord, type InsightQuery } from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import { notValid, unknownName } from './problems.ts';
import {
  dimensions,
  entities,
  filters,
  measures,
  otherNames,
  spelled,
  statusWords,
  type Dimension,
  type Entity,
  type Filter,
  type Measure,
} from './registry.ts';
import { rangeOf, type Range } from './time-range.ts';

export type Filters = ReadonlyMap<Filter, readonly string[]>;

export interface Ordering {
  readonly name: string;
  readonly isDescending: boolean;
}

/** A question whose every name is known. */
export interface Question {
  readonly entity: Entity;
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  readonly filters: Filters;
  readonly range: Range | null;
  readonly order: readonly Ordering[];
  readonly limit: number;
  readonly compareTo: InsightQuery['compare_to'];
}

export function questionOf(query: InsightQuery, clock: Clock): Question {
  const entity = entityOf(query.entity);
  const groupBy = [...new Set(query.group_by)].map((name) =>
    known('group_by', 'dimension', name, dimensions[entity]),
  );
  const asked = [...new Set(query.measures)].map((name) =>
    known('measures', 'measure', name, measures[entity]),
  );
  if (asked.includes('flaky') && groupBy.some((name) => name === 'status' || name === 'automated_status'))
    throw notValid('group_by', 'Repeats that disagree differ in their status, so it cannot be grouped by.');
  const selected = [
    ...groupBy,
    ...asked,
    ...asked.filter(isRate).flatMap((name) => [`${name}_low`, `${name}_high`]),
  ];
  const range = rangeOf(query, clock.now());
  if (query.compare_to?.period === 'previous' && range === null)
    throw notValid('compare_to', 'Name a period, by months or dates, to compare it with the one before.');
  return {
    entity,
    dimensions: groupBy,
    measures: asked,
    filters: filtersOf(entity, query.filters),
    range,
    order: (query.order_by ?? []).map((text) => {
      const isDescending = text.startsWith('-');
      return {
        name: known('order_by', 'selected name', isDescending ? text.slice(1) : text, selected),
        isDescending,
      };
    }),
    limit: query.limit,
    compareTo: query.compare_to,
  };
}

export const isRate = (name: Measure): boolean => name === 'pass_rate' || name === 'error_rate';

export const entityOf = (name: string): Entity => known('entity', 'entity', name, entities);

function known<const Name extends string>(
  path: string,
  what: string,
  name: string,
  allowed: readonly Name[],
): Name {
  const found = allowed.find((one) => one === name);
  if (found === undefined) throw unknownName(path, what, allowed);
  return found;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Stands for things that have none, such as tests without a requirement. */
export const none = 'null';

export function filtersOf(entity: Entity, asked: Readonly<Record<string, readonly string[]>>): Filters {
  const found = new Map<Filter, readonly string[]>();
  for (const [name, values] of Object.entries(asked)) {
    const filter = known(`filters.${name}`, 'filter', otherNames[name] ?? name, filters[entity]);
    found.set(filter, [...(found.get(filter) ?? []), ...valuesOf(entity, filter, name, values)]);
  }
  return found;
}

function valuesOf(
  entity: Entity,
  filter: Filter,
  name: string,
  values: readonly string[],
): readonly string[] {
  const words = filter === 'statuses' ? statusWords[entity] : undefined;
  if (words)
    return values.map((value) => {
      const word = words.find((one) => foldWord(one) === foldWord(value));
      if (word === undefined) throw unknownName(`filters.${name}`, 'status', words);
      return word;
    });
  if (!spelled.has(filter))
    for (const value of values)
      if (value !== none && !uuid.test(value)) throw notValid(`filters.${name}`, 'Ids are UUIDs.');
  return values.map((value) => value.replaceAll('\0', ''));
}
