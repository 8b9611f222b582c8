import type { BuiltInFilter } from '../runtime.ts';
import { encodingFilters } from './encoding-filters.ts';
import { htmlFilters } from './html-filters.ts';
import { numberFilters } from './number-filters.ts';
import { sequenceFilters } from './sequence-filters.ts';
import { textFilters } from './text-filters.ts';
import { valueFilters } from './value-filters.ts';

export const builtInFilters: ReadonlyMap<string, BuiltInFilter> = new Map(
  [valueFilters, textFilters, sequenceFilters, numberFilters, htmlFilters, encodingFilters].flatMap((table) =>
    Object.entries(table()),
  ),
);
