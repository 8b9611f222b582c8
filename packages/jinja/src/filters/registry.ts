import type { Runtime } from '../runtime.ts';
import { htmlFilters } from './html-filters.ts';
import { numberFilters } from './number-filters.ts';
import { sequenceFilters } from './sequence-filters.ts';
import { textFilters } from './text-filters.ts';
import { valueFilters } from './value-filters.ts';
import type { CallArguments } from '../values.ts';

/** A filter of Jinja2: its parameters by name (a trailing `?` marks optional ones) and what it does. */
export interface BuiltInFilter {
  parameters: readonly string[];
  required: number;
  /** Takes any further arguments as they are (`map`, `select`, `format`). */
  rest: boolean;
  run: (rt: Runtime, value: unknown, bound: unknown[], list: CallArguments) => unknown;
}

export type FilterTable = Readonly<Record<string, BuiltInFilter>>;

export function filter(signature: string, run: BuiltInFilter['run']): BuiltInFilter {
  const names = signature === '' ? [] : signature.split(' ');
  return {
    parameters: names.map((name) => name.replace('?', '')),
    required: names.filter((name) => !name.endsWith('?')).length,
    rest: false,
    run,
  };
}

export function restFilter(run: BuiltInFilter['run']): BuiltInFilter {
  return { parameters: [], required: 0, rest: true, run };
}

export const builtInFilters: ReadonlyMap<string, BuiltInFilter> = new Map(
  [valueFilters, textFilters, sequenceFilters, numberFilters, htmlFilters].flatMap((table) =>
    Object.entries(table()),
  ),
);
