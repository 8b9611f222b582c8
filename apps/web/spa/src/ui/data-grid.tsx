import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Listing } from '../lib/api.ts';
import { classes } from '../lib/classes.ts';
import { plural } from '../lib/format.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { ProblemNotice } from './problem.tsx';
import { Skeleton, StillWaiting } from './skeleton.tsx';
import { usePagedRows } from './use-paged-rows.ts';
import { usePrinting } from './use-printing.ts';
import { Explained } from './explained.tsx';

export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** What its heading means, where that is no plain English: the heading, pressed, says it, so nothing is sorted by it. */
  readonly about?: string;
  readonly hideHeader?: boolean;
  /** A CSS grid track, such as `minmax(10rem, 2fr)`. */
  readonly track: string;
  readonly sortable?: boolean;
  /** Left out where the grid is narrow. */
  readonly wideOnly?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface GridSort {
  readonly by: string;
  readonly order: 'asc' | 'desc';
}

export interface DataGridProps<Row> {
  label: string;
  /** What a row is, one and many; without it the label tells. */
  noun?: readonly [one: string, many: string];
  queryKey: readonly unknown[];
  fetchPage: (skip: number, limit: number, signal: AbortSignal) => Promise<Listing<Row>>;
  columns: readonly GridColumn<Row>[];
  rowKey: (row: Row) => string;
  sort?: GridSort;
  onSort?: (sort: GridSort) => void;
  selection?: {
    has: (key: string) => boolean;
    toggle: (row: Row) => void;
    nameOf: (row: Row) => string;
    all: ReactNode;
  };
  empty: ReactNode;
  rowHeight?: number;
  /** On a phone, where a row has something to say that has a column of its own elsewhere. */
  tightRowHeight?: number;
  /** In pixels: a grid that is narrower has rows as high as on a phone. */
  tightBelow?: number;
  refetchInterval?: number;
  /** How wide the grid must be for all of its columns. */
  fullFrom?: 'medium' | 'large';
}

const nounOf = (label: string): readonly [string, string] => {
  const many = label.toLowerCase();
  return [many.replace(/s$/, ''), many];
};

const countOf = (count: number, [one, many]: readonly [string, string]): string => plural(count, one, many);

const features = tableFeatures({});

/** Whoever prints a longer list takes a file of it. */
const mostOnPaper = 1000;

/** Rows of a list of any length. Only what is on screen is drawn and fetched: ten thousand rows scroll like ten. */
export function DataGrid<Row extends object>(props: DataGridProps<Row>) {
  const { label, noun, queryKey, fetchPage, columns, rowKey, sort, onSort, selection, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { isTight, watch } = useTightness(props.tightBelow ?? phoneWidth);
  const rowHeight = isTight ? (props.tightRowHeight ?? tightRowHeight) : (props.rowHeight ?? 44);
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  // While the list flies past, nothing is asked for; where it comes to rest, the page is fetched.
  const settledRange = useDebounced(range, 80);
  const rows = usePagedRows({
    key: queryKey,
    range: settledRange,
    fetchPage,
    ...(props.refetchInterval === undefined ? {} : { refetchInterval: props.refetchInterval }),
  });
  const isPrinting = usePrinting();
  const list = useVirtualizer({
    count: rows.total ?? 6,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: isPrinting ? mostOnPaper : 8,
    onChange: (instance) => {
      const first = instance.range?.startIndex ?? 0;
      const last = instance.range?.endIndex ?? 0;
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
    },
  });
  // Rows that were measured by the other height are not where they are drawn.
  useEffect(() => list.measure(), [list, rowHeight]);
  const visible = list.getVirtualItems().map((item) => ({ item, row: rows.at(item.index) }));
  const present = visible.flatMap(({ row }) => (row === undefined ? [] : [row]));
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: present as Row[] & object[],
    getRowId: (row) => rowKey(row as Row),
  });
  const drawn = new Map(table.getRowModel().rows.map((row) => [row.id, row]));

  if (rows.error !== null && rows.total === null)
    return <ProblemNotice error={rows.error} onRetry={rows.refetch} />;
  if (rows.total === 0) return empty;
  const tracks = [selection ? checkTrack : null, ...columns.map((column) => column.track)]
    .filter(Boolean)
    .join(' ');
  const height = Math.min((rows.total ?? 6) * rowHeight, 640) + 46;
  return (
    <div ref={watch} className="@container grid gap-3">
      <div
        ref={scroller}
        role="table"
        aria-label={label}
        aria-rowcount={(rows.total ?? 0) + 1}
        aria-busy={rows.total === null}
        tabIndex={0}
        onKeyDown={(event) => {
          const end = endOf(event, rows.total ?? 0);
          if (end === null) return;
          event.preventDefault();
          list.scrollToIndex(end);
        }}
        className={classes(
          'card overflow-auto',
          layouts[props.fullFrom ?? 'medium'],
          isTight && wrappedNames,
          isTight && wrappedEnds,
        )}
        style={{
          height,
          maxHeight: '72dvh',
          ['--tracks' as string]: tracks,
          ['--tracks-narrow' as string]: narrowTracks(columns, selection !== undefined),
        }}
      >
        <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
          {table.getHeaderGroups().map((group) => (
            <div
              key={group.id}
              role="row"
              aria-rowindex={1}
              className={classes(rowClass, 'h-11 border-b border-line')}
            >
              {selection ? (
                <div role="columnheader" className="h-full">
                  <label className="grid h-full cursor-pointer place-items-center">{selection.all}</label>
                </div>
              ) : null}
              {group.headers.map((header) => {
                const column = columns.find((entry) => entry.id === header.id);
                if (!column) return null;
                return <HeaderCell key={header.id} column={column} sort={sort} onSort={onSort} />;
              })}
            </div>
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: list.getTotalSize() }}>
          {visible.map(({ item, row }) => (
            <div
              key={item.key}
              role="row"
              aria-rowindex={item.index + 2}
              className={classes(rowClass, 'absolute inset-x-0 border-b border-line hover:bg-sunken/60')}
              style={{ top: item.start, height: rowHeight }}
              onClick={pressName}
            >
              {row === undefined ? (
                <div role="cell" className="col-span-full">
                  <Skeleton className="h-4 w-2/3" />
                </div>
              ) : (
                <>
                  {selection ? (
                    <div role="cell" className="h-full">
                      {/* All of the cell is pressed: a box alone is too small for a finger. */}
                      <label className="grid h-full cursor-pointer place-items-center">
                        <input
                          type="checkbox"
                          aria-label={`Select ${selection.nameOf(row)}`}
                          checked={selection.has(rowKey(row))}
                          onChange={() => selection.toggle(row)}
                          className="size-[1.15rem] accent-(--signal)"
                        />
                      </label>
                    </div>
                  ) : null}
                  {drawn
                    .get(rowKey(row))
                    ?.getAllCells()
                    .map((cell) => (
                      <div
                        key={cell.id}
                        role="cell"
                        data-wide={
                          columns.find((column) => column.id === cell.column.id)?.wideOnly || undefined
                        }
                        className={cellClass}
                      >
                        <table.FlexRender cell={cell} />
                      </div>
                    ))}
                </>
              )}
            </div>
          ))}
        </div>
      </div>
      <p className="mark" role="status">
        {rows.total === null ? 'Loading' : countOf(rows.total, noun ?? nounOf(label))}
      </p>
      {rows.total === null && rows.error === null ? <StillWaiting /> : null}
      {rows.error === null ? null : (
        <ProblemNotice error={rows.error} what="Some rows could not be loaded" onRetry={rows.refetch} />
      )}
    </div>
  );
}

/** On a phone half of a name is none: it has two lines there, and the line below it one. */
const phoneWidth = 480;
const tightRowHeight = 72;
const wrappedNames =
  '[&_[role=cell]_.truncate.font-medium]:line-clamp-2 [&_[role=cell]_.truncate.font-medium]:whitespace-normal [&_[role=cell]_.truncate.font-medium]:leading-snug [&_[role=cell]_.truncate.font-medium]:wrap-anywhere';
/** Of a name that is told from others by its end, that has a line of its own, in place of what stands below the name. */
const wrappedEnds =
  "[&_[role=cell]_[data-cut='']]:line-clamp-2 [&_[role=cell]_[data-cut='']]:wrap-anywhere [&_[role=cell]_[data-cut='']>span]:inline [&_[role=cell]_[data-cut='']>span]:whitespace-normal [&_[role=cell]_[data-cut]]:leading-snug [&_[role=cell]_[data-cut=dated]]:grid [&_[role=cell]_[data-cut=dated]>span+span]:text-[0.8125rem] [&_[role=cell]_[data-cut=dated]>span+span]:whitespace-normal [&_[role=cell]_a:has([data-cut=dated])+span]:hidden";

/** Watches how wide what it is given is, from when that is drawn until it goes. */
function useTightness(tightBelow: number) {
  const [isTight, setTight] = useState(false);
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const observer = new ResizeObserver(() => setTight(element.clientWidth < tightBelow));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [tightBelow],
  );
  return { isTight, watch };
}

/**
 * The row that Home or End leads to. The browser's own scrolling knows only what it has drawn last, and stops short of a
 * list that has just grown.
 */
function endOf(event: KeyboardEvent<HTMLElement>, total: number): number | null {
  if (
    event.target !== event.currentTarget ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return null;
  if (event.key === 'Home') return 0;
  return event.key === 'End' ? Math.max(0, total - 1) : null;
}

const rowClass = 'grid grid-cols-(--tracks-narrow) items-center gap-x-3 px-3';
/** A link is pressed anywhere in its cell, unless there is a button in its place. */
const cellClass =
  'relative min-w-0 overflow-hidden touch:h-full touch:content-center touch:[&_a]:py-px touch:[&_a]:after:absolute touch:[&_a]:after:inset-0 touch:[&_button]:relative touch:[&_button]:z-1';
/** As wide as a finger, drawn over the padding before it. */
const checkTrack = '2rem';
// The grid looks at its own width, not at the window's: beside a side menu there is less room than on a tablet.
const layouts = {
  medium: '@max-[42rem]:[&_[data-wide]]:hidden @min-[42rem]:[&_[role=row]]:grid-cols-(--tracks)',
  large: '@max-[60rem]:[&_[data-wide]]:hidden @min-[60rem]:[&_[role=row]]:grid-cols-(--tracks)',
} as const;

/** A press beside what can be pressed in a row does what its name does: that is what people try first. */
function pressName({ target, currentTarget: row, ctrlKey, metaKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || ctrlKey || metaKey) return;
  // A dialog that a cell has opened stands elsewhere, though its events come by here.
  if (!row.contains(target) || target.closest('a, button, input, label, select')) return;
  // Whoever has marked text wants to copy it.
  if (row.ownerDocument.getSelection()?.isCollapsed === false) return;
  const name = row.querySelector('[role=cell]:not(:has(input[type=checkbox]))');
  name?.querySelector<HTMLElement>('a[href], button')?.click();
}

/**
 * Each row is a grid of its own, so columns stand under their heading only where no width comes from the cells, as it may
 * where there is no heading. What a row is called is never squeezed away; where that leaves too little room, the list
 * scrolls sideways.
 */
function narrowTracks<Row>(columns: readonly GridColumn<Row>[], selectable: boolean): string {
  const kept = columns
    .filter((column) => !column.wideOnly)
    .map(({ track, hideHeader }, index) =>
      index === 0 ? 'minmax(7.5rem,1fr)' : hideHeader ? 'auto' : track,
    );
  return [selectable ? checkTrack : null, ...kept].filter(Boolean).join(' ');
}

function definitionsOf<Row extends object>(columns: readonly GridColumn<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return helper.columns(
    columns.map((column) =>
      helper.display({ id: column.id, header: column.header, cell: ({ row }) => column.cell(row.original) }),
    ),
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: GridColumn<Row>;
  sort: GridSort | undefined;
  onSort: ((sort: GridSort) => void) | undefined;
}) {
  const active = sort?.by === column.id;
  const direction = active && sort.order === 'asc' ? 'ascending' : active ? 'descending' : 'none';
  const next = active && sort.order === 'asc' ? 'desc' : 'asc';
  return (
    <div
      role="columnheader"
      data-wide={column.wideOnly || undefined}
      aria-sort={column.sortable ? direction : undefined}
      className="mark min-w-0"
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ by: column.id, order: next })}
          className="mark inline-flex min-h-8 items-center touch:min-h-11 gap-1 hover:text-ink"
        >
          {column.header}
          {active ? (
            sort.order === 'asc' ? (
              <ArrowUp aria-hidden size={13} />
            ) : (
              <ArrowDown aria-hidden size={13} />
            )
          ) : null}
        </button>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>
          {column.about === undefined ? (
            column.header
          ) : (
            <Explained
              name={column.header}
              says={column.about}
              shown={column.header}
              // The letters of a heading are small, and a finger is not.
              className="touch:-my-3.5 touch:py-3.5"
            />
          )}
        </span>
      )}
    </div>
  );
}
