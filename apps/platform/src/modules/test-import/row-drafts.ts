import { draftOf, type Draft, type DraftMetric, type RowFault, type Target } from './fields.ts';
import { isCells, mappedFields, type Mapping, type RecordValue } from './mapping.ts';
import { adapt, type Frame, type Shape } from './shapes.ts';

/** How a file is read, from its analysis and what the user said about it. */
export interface RowReading {
  readonly shape: Shape;
  readonly columns: readonly string[];
  readonly isTable: boolean;
  readonly frame: Frame;
  readonly mapping: Mapping;
}

export interface RowDrafts {
  readonly row: number;
  readonly drafts: readonly Draft[];
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
}

/** A line of the file as the reader left it: its row, its value, and why there is none. */
export type Line = readonly [row: number, value: RecordValue | null, fault: string | null];

export function draftsOf([row, value, fault]: Line, reading: RowReading): RowDrafts {
  if (value === null)
    return {
      row,
      drafts: [],
      faults: [{ column: null, reason: fault ?? 'There is nothing.' }],
      warnings: [],
    };
  const { columns, mapping } = reading;
  const faults: RowFault[] = [];
  const warnings: RowFault[] = [];
  if (isCells(value) && value.length > columns.length)
    warnings.push({
      column: null,
      reason: `The row has ${value.length} cells and the header ${columns.length}; the rest is left out.`,
    });
  const mapped = mappedFields(columns, value, mapping);
  const columnOf = (target: Target): string | null => mapping.columns[target] ?? null;
  const drafts = adapt(reading.shape, asObject(columns, value), reading.frame).flatMap((adapted) => {
    for (const type of adapted.notImported)
      warnings.push({ column: 'assert', reason: `The assertion “${type}” is not imported.` });
    const fields = reading.shape === 'sonde' && isCells(value) ? mapped : { ...adapted.fields, ...mapped };
    const draft = draftOf(fields, { ...adapted, isTable: reading.isTable, columnOf });
    if (!Array.isArray(draft)) return [draft];
    faults.push(...draft);
    return [];
  });
  return { row, drafts, faults, warnings };
}

const asObject = (columns: readonly string[], value: RecordValue): Readonly<Record<string, unknown>> =>
  isCells(value) ? Object.fromEntries(columns.map((column, place) => [column, value[place]])) : value;

/** Every metric that a row asks for, the file's own and those of its assertions. */
export const metricsOf = (drafts: readonly Draft[]): DraftMetric[] =>
  drafts.flatMap(({ metrics }) => [...metrics]);
