import type { TestSet } from '@sonde/contract';
import {
  draftOf,
  type Draft,
  type DraftMetric,
  type Placeless,
  type RowFault,
  type Target,
} from './fields.ts';
import { isCells, mappedFields, type Mapping, type RecordValue } from './mapping.ts';
import { createRoom, roomOfRow, RowTooLarge, type Room } from './room.ts';
import { NotInUse, type Adapted, type Frame } from './adapted.ts';
import { asExpected, expectedName } from './expected.ts';
import { expectedAtTheEnd, keptBeside } from './placeless.ts';
import { adapt, type Shape } from './shapes.ts';

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
  /** That the configuration of the file brought to it, or would have; what stands in the row itself is not among them. */
  readonly characters: number;
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  /** Its tests lack an assertion of their own, and are left open for that. */
  readonly hasLost: boolean;
}

/** A line of the file as the reader left it: its row, its value, and why there is none. */
export type Line = readonly [
  row: number,
  value: RecordValue | null,
  fault: string | readonly [column: string | null, reason: string] | null,
];

export function draftsOf([row, value, fault]: Line, reading: RowReading): RowDrafts {
  if (value === null)
    return {
      row,
      drafts: [],
      characters: 0,
      faults: [faultOfLine(fault)],
      warnings: [],
      hasLost: false,
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
  const room = createRoom();
  const all = adaptedOf(reading, asObject(columns, value), room);
  if (typeof all === 'string')
    return {
      row,
      drafts: [],
      characters: room.taken,
      faults: [{ column: null, reason: all }],
      warnings,
      hasLost: false,
    };
  // Mostly the same for each of its tests, and told once.
  const [first, ...others] = all.map(({ notImported }) => notImported);
  const told = new Set(first?.map(({ what }) => what));
  const left = [...(first ?? []), ...others.flat().filter(({ what }) => !told.has(what) && told.add(what))];
  for (const { what } of left)
    warnings.push({ column: reading.shape === 'promptfoo' ? 'assert' : null, reason: what });
  let isLeftOpen = false;
  const drafts = all.flatMap((adapted) => {
    const fields = reading.shape === 'sonde' && isCells(value) ? mapped : { ...adapted.fields, ...mapped };
    const draft = draftOf(fields, { ...adapted, isTable: reading.isTable, columnOf });
    if (Array.isArray(draft)) {
      faults.push(...draft);
      return [];
    }
    const { draft: judged, placeless } = judgedByExpected(draft, reading);
    const kept = keptBeside(judged, placeless, columnOf);
    isLeftOpen ||= kept.isLeftOpen;
    return [kept.draft];
  });
  // Each prompt of a row has the same fields.
  warnings.push(...(drafts[0]?.notes ?? []));
  const hasLost = isLeftOpen || left.some(({ isOfTest }) => isOfTest);
  return { row, drafts, characters: room.taken, faults, warnings, hasLost };
}

/**
 * Whoever writes down an answer expects it: a test with one and without a metric is held against it. A file of ours, and one with
 * a column of metrics, says itself by what its tests are judged. What of the row still has no place is given back with it.
 */
function judgedByExpected(
  draft: Draft,
  { shape, mapping }: RowReading,
): { readonly draft: Draft; readonly placeless: readonly Placeless[] } {
  const { placeless = [] } = draft;
  const isSaid = shape === 'sonde' || mapping.columns.metrics !== undefined || draft.metrics.length > 0;
  if (isSaid) return { draft, placeless };
  if (draft.test.prompt?.expected_response)
    return { draft: { ...draft, metrics: [{ metric: expectedName, made: asExpected }] }, placeless };
  const atTheEnd = expectedAtTheEnd(draft);
  return atTheEnd === undefined
    ? { draft, placeless }
    : {
        draft: { ...draft, metrics: [atTheEnd] },
        placeless: placeless.filter(({ target }) => target !== 'expected_response'),
      };
}

function faultOfLine(fault: Line[2]): RowFault {
  const [column, reason] = typeof fault === 'object' && fault !== null ? fault : [null, fault];
  return { column, reason: reason ?? 'There is nothing.' };
}

/** Or why the row is not read at all. */
function adaptedOf(
  { shape, frame }: RowReading,
  item: Readonly<Record<string, unknown>>,
  room: Room,
): readonly Adapted[] | string {
  try {
    return adapt(shape, item, frame, room);
  } catch (error) {
    if (error instanceof RowTooLarge || error instanceof NotInUse) return error.message;
    throw error;
  }
}

const asObject = (columns: readonly string[], value: RecordValue): Readonly<Record<string, unknown>> =>
  isCells(value) ? Object.fromEntries(columns.map((column, place) => [column, value[place]])) : value;

/** Whether most of the tests of these rows are conversations; where rows come to a lot, by the first of them. */
export function typeOfMost(lines: readonly Line[], reading: RowReading): TestSet['test_set_type'] {
  let balance = 0;
  let characters = 0;
  for (const line of lines) {
    const { drafts, characters: more } = draftsOf(line, reading);
    for (const { test } of drafts)
      balance +=
        test.test_type === 'Multi-Turn' ||
        (test.test_type === undefined && test.test_configuration !== undefined)
          ? 1
          : -1;
    characters += more;
    if (characters > roomOfRow) break;
  }
  return balance > 0 ? 'Multi-Turn' : 'Single-Turn';
}

/** Every metric that a row asks for, the file's own and those of its assertions. */
export const metricsOf = (drafts: readonly Draft[]): DraftMetric[] =>
  drafts.flatMap(({ metrics }) => [...metrics]);
