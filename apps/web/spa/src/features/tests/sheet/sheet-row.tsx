import type { Test } from '@sonde/contract';
import { classes } from '../../../lib/classes.ts';
import { meaningOfCategory, meaningOfTag } from '../../../ui/terms.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CellEditor } from './cell-editor.tsx';
import type { EditorEnd } from './cell-editor.tsx';
import type { SheetColumn } from './cells.ts';
import { isIn } from './range.ts';
import type { Bounds, Place } from './range.ts';

export const rowHeight = 44;
const numberWidthRem = 3;

const tracksOf = (columns: readonly SheetColumn[]) => ({
  gridTemplateColumns: `${numberWidthRem}rem ${columns.map(({ widthRem, share }) => `minmax(${widthRem}rem, ${share}fr)`).join(' ')}`,
  minWidth: `${columns.reduce((sum, { widthRem }) => sum + widthRem, numberWidthRem)}rem`,
});

export function SheetHead({ columns }: { columns: readonly SheetColumn[] }) {
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-20 bg-surface"
      style={{ minWidth: tracksOf(columns).minWidth }}
    >
      <div
        role="row"
        aria-rowindex={1}
        className="grid items-center border-b border-line-strong"
        style={{ ...tracksOf(columns), height: rowHeight }}
      >
        <div role="columnheader" aria-colindex={1} className="mark sticky left-0 z-10 bg-surface px-2">
          <span className="sr-only">Row</span>#
        </div>
        {columns.map((column, place) => (
          <div key={column.id} role="columnheader" aria-colindex={place + 2} className="mark truncate px-2">
            {column.header}
          </div>
        ))}
      </div>
    </div>
  );
}

interface Props {
  index: number;
  top: number;
  columns: readonly SheetColumn[];
  test: Test | null;
  isNew: boolean;
  bounds: Bounds;
  active: Place;
  writing: { place: Place; start: string } | null;
  cellId: (place: Place) => string;
  onSelect: (place: Place, isExtending: boolean) => void;
  onSelectRow: (row: number, isExtending: boolean) => void;
  onWrite: (place: Place) => void;
  onEnd: (text: string, end: EditorEnd) => void;
}

export function SheetRow({ index, top, columns, test, isNew, writing, ...props }: Props) {
  const isSelected = index >= props.bounds.first.row && index <= props.bounds.last.row;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes('absolute left-0 grid w-full border-b border-line', writing ? 'z-10' : '')}
      style={{ ...tracksOf(columns), top, height: rowHeight }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={classes(
          'sticky left-0 z-10 grid cursor-pointer items-center border-r border-line px-2 font-mono text-[0.8125rem]',
          isSelected ? 'bg-signal-soft text-ink' : 'bg-surface text-muted',
        )}
        onPointerDown={(event) => {
          event.preventDefault();
          props.onSelect({ row: index, column: 0 }, event.shiftKey);
          props.onSelectRow(index, event.shiftKey);
        }}
      >
        {isNew ? <span>New</span> : index + 1}
      </div>
      {columns.map((column, place) => {
        const at = { row: index, column: place };
        const isActive = props.active.row === index && props.active.column === place;
        const isWritten = writing?.place.column === place;
        return (
          <div
            key={column.id}
            role="gridcell"
            id={props.cellId(at)}
            aria-colindex={place + 2}
            aria-selected={isIn(props.bounds, at)}
            className={classes(
              'relative grid min-w-0 scroll-ml-16 items-center border-r border-line px-2',
              isIn(props.bounds, at) ? 'bg-signal-soft' : '',
              isActive ? 'outline-2 -outline-offset-2 outline-signal' : '',
            )}
            onPointerDown={(event) => {
              if (isWritten) return;
              event.preventDefault();
              props.onSelect(at, event.shiftKey);
            }}
            onPointerEnter={(event) => {
              if (event.buttons === 1 && !writing) props.onSelect(at, true);
            }}
            onDoubleClick={() => props.onWrite(at)}
          >
            <CellText test={test} isNew={isNew} column={column} />
            {isWritten && writing ? (
              <CellEditor
                column={column}
                start={writing.start}
                label={`${column.header}, row ${index + 1}`}
                onEnd={props.onEnd}
              />
            ) : null}
          </div>
        );
      })}
    </div>
  );
}

function CellText({ test, isNew, column }: { test: Test | null; isNew: boolean; column: SheetColumn }) {
  if (isNew)
    return column.id === 'content' ? (
      <span className="truncate text-muted">Write or paste a new test</span>
    ) : null;
  if (test === null) return <Skeleton className="h-4 w-2/3" />;
  const text = column.textOf(test);
  if (text === '' && column.whereEmpty !== undefined)
    return (
      <span className="line-clamp-2 text-[0.875rem] leading-tight text-muted" title={column.whereEmpty}>
        {column.whereEmpty}
      </span>
    );
  return (
    <span className="line-clamp-2 text-[0.875rem] leading-tight break-words" title={text}>
      {text}
    </span>
  );
}

const statusMeanings: Readonly<Record<Test['status'], string>> = {
  New: 'Written or brought in by somebody, and not gone through yet',
  Review: 'Made by Sonde, and nobody has gone through it and kept it yet',
  Approved: 'Somebody has gone through it and kept it',
};

/** What the words of a cell mean that Sonde itself has put there. */
export function meaningsOf(test: Test, column: SheetColumn): readonly string[] {
  if (column.id === 'tags') return test.tags.flatMap((tag) => meaningOfTag(tag) ?? []);
  if (column.id === 'status') return [statusMeanings[test.status]];
  const meaning = column.id === 'category' ? meaningOfCategory(column.textOf(test)) : undefined;
  return meaning === undefined ? [] : [meaning.says];
}
