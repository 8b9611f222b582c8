import type { Test, TestInput } from '@sonde/contract';
import type { SheetColumn } from './cells.ts';
import type { Place } from './range.ts';

export interface CellChange {
  readonly row: number;
  readonly column: SheetColumn;
  readonly before: string;
  readonly after: string;
  readonly fault: string | null;
}

/** What would be saved, row by row; nothing of it is until somebody says so. */
export interface RowEdit {
  readonly row: number;
  readonly test: Test | null;
  readonly input: Partial<TestInput>;
  readonly cells: readonly CellChange[];
}

export interface EditPlan {
  readonly edits: readonly RowEdit[];
  readonly columnsLeftOut: number;
}

interface Target {
  readonly at: Place;
  readonly columns: readonly SheetColumn[];
  /** What is not on screen is written only where a table names it. */
  readonly hidden?: readonly SheetColumn[];
  /** The test of a row; null beyond the last, where new ones begin. */
  readonly testAt: (row: number) => Test | null;
}

const folded = (text: string): string => text.trim().toLowerCase();

/** A first line that names columns is a header, whatever order it names them in. */
function headerOf(
  first: readonly string[],
  columns: readonly SheetColumn[],
): (SheetColumn | undefined)[] | undefined {
  const found = first.map((cell) =>
    columns.find(
      ({ id, header }) =>
        folded(cell) === folded(header) || folded(cell) === id || synonyms[folded(cell)] === id,
    ),
  );
  const named = found.filter(Boolean).length;
  return named > 0 && named === first.filter((cell) => cell.trim() !== '').length ? found : undefined;
}

const synonyms: Readonly<Record<string, SheetColumn['id']>> = {
  prompt: 'content',
  goal: 'content',
  question: 'content',
  input: 'content',
  'expected response': 'expected',
  'expected answer': 'expected',
  answer: 'expected',
};

/** A table put down at a place: tests that are there change, and rows beyond the last become new tests. */
export function planPaste(
  table: readonly (readonly string[])[],
  { at, columns, hidden = [], testAt }: Target,
): EditPlan {
  // A table may name a column that is not shown, since it was empty until now.
  const header = headerOf(table[0] ?? [], [...columns, ...hidden]);
  const body = header && table.length > 1 ? table.slice(1) : table;
  const isNamed = body !== table;
  // What is only told here is copied with nothing and pasted over by nothing.
  const written = columns.filter(({ isTold }) => isTold !== true);
  const from = columns.slice(0, at.column).filter(({ isTold }) => isTold !== true).length;
  const columnAt = (place: number): SheetColumn | undefined => {
    if (!isNamed) return written[from + place];
    const named = header?.[place];
    return named?.isTold ? undefined : named;
  };
  const widest = Math.max(0, ...table.map(({ length }) => length));
  const columnsLeftOut = Array.from({ length: widest }, (_, place) => columnAt(place)).filter(
    (column) => column === undefined,
  ).length;
  const edits = body.flatMap((cells, index) => {
    const row = at.row + index;
    const edit = editOf(
      row,
      testAt(row),
      cells.flatMap((text, place) => {
        const column = columnAt(place);
        return column ? [{ column, text }] : [];
      }),
    );
    return edit ? [edit] : [];
  });
  return { edits, columnsLeftOut };
}

/** Texts written into cells of one row; undefined when they change nothing. */
export function editOf(
  row: number,
  test: Test | null,
  written: readonly { readonly column: SheetColumn; readonly text: string }[],
): RowEdit | undefined {
  let input: Partial<TestInput> = {};
  const cells: CellChange[] = [];
  // A test that is built up cell by cell: the prompt that one cell has changed is the one the next goes by.
  let standing = test;
  for (const { column, text } of written) {
    if (column.isTold) continue;
    const before = test ? column.textOf(test) : '';
    if (before === text || (test === null && text.trim() === '')) continue;
    const read = column.read(text, standing);
    cells.push({ row, column, before, after: text, fault: typeof read === 'string' ? read : null });
    if (typeof read === 'string') continue;
    input = { ...input, ...read, ...joinedPrompt(input, read) };
    if (standing && read.prompt) standing = { ...standing, prompt: read.prompt };
    if (standing && read.test_configuration)
      standing = { ...standing, test_configuration: read.test_configuration };
  }
  if (cells.length === 0) return undefined;
  if (test === null && !input.prompt?.content)
    return { row, test, input, cells: withoutContent(cells, row, written) };
  return { row, test, input, cells };
}

const joinedPrompt = (one: Partial<TestInput>, other: Partial<TestInput>): Partial<TestInput> =>
  one.prompt && other.prompt
    ? {
        prompt: {
          ...one.prompt,
          ...other.prompt,
          content: other.prompt.content === '' ? one.prompt.content : other.prompt.content,
        },
      }
    : {};

function withoutContent(
  cells: readonly CellChange[],
  row: number,
  written: readonly { readonly column: SheetColumn }[],
): CellChange[] {
  const column = written.find((one) => one.column.id === 'content')?.column ?? cells[0]?.column;
  const others = cells.filter((cell) => cell.column !== column || cell.fault === null);
  const fault = 'A new test needs a prompt or a goal.';
  return column
    ? [...others.filter((cell) => cell.column !== column), { row, column, before: '', after: '', fault }]
    : [...others];
}

export const faultsIn = ({ edits }: EditPlan): CellChange[] =>
  edits.flatMap(({ cells }) => cells.filter(({ fault }) => fault !== null));

/** Rows of which every cell can be read. */
export const sound = (edits: readonly RowEdit[]): RowEdit[] =>
  edits.filter(({ cells }) => cells.every(({ fault }) => fault === null));

/** A cell that cannot hold what was written into it: told with its row, and nothing is saved. */
export class CellFaultError extends Error {}

/** What is written straight into cells is saved whole or not at all. */
export function wholeOnly(edits: readonly (RowEdit | undefined)[]): RowEdit[] {
  const kept = edits.flatMap((edit) => edit ?? []);
  const [fault] = faultsIn({ edits: kept, columnsLeftOut: 0 });
  if (fault) throw new CellFaultError(`Row ${fault.row + 1}: ${fault.fault}`);
  return kept;
}

/** An expected answer is written where there was none, and nothing of the test itself would hold an answer against it. */
export const wantsJudge = ({ test, input }: RowEdit): boolean =>
  (input.prompt?.expected_response ?? '').trim() !== '' &&
  !test?.prompt?.expected_response &&
  (input.metrics ?? test?.metrics ?? []).length === 0;
