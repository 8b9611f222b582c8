import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { classes } from '../lib/classes.ts';
import { rowsOf } from './json-rows.ts';
import type { JsonRow } from './json-rows.ts';
import { formatNumber } from '../lib/format.ts';

const rowHeight = 28;
const openDepth = 3;
const borders = 2;

export interface JsonTreeProps {
  value: unknown;
  label: string;
  /** Pressed or clicked on a place; gets its JSONPath. Without it the tree is for reading. */
  onPick?: (path: string, value: unknown) => void;
  /** Marks beside places, by JSONPath; the way to them is open. */
  marks?: Readonly<Record<string, ReactNode>>;
  maxHeight?: number;
}

/** A JSON value to walk with arrow keys; large ones stay quick, since only visible lines exist. */
export function JsonTree({ value, label, onPick, marks = {}, maxHeight = 420 }: JsonTreeProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const marked = Object.keys(marks).join('\n');
  const rows = useMemo(() => {
    const leadsToMark = (path: string): boolean =>
      marked.split('\n').some((one) => one.startsWith(path) && /^[.[]/.test(one.slice(path.length)));
    return rowsOf(value, (path, depth) => (depth < openDepth || leadsToMark(path)) !== toggled.has(path));
  }, [value, marked, toggled]);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });

  const toggle = (row: JsonRow): void => {
    const next = new Set(toggled);
    if (!next.delete(row.path)) next.add(row.path);
    setToggled(next);
  };
  const moveTo = (index: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(bounded);
    list.scrollToIndex(bounded);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[current];
    if (!row) return;
    const parent = rows.findLastIndex((other, index) => index < current && other.depth < row.depth);
    const actions: Record<string, () => void> = {
      ArrowDown: () => moveTo(current + 1),
      ArrowUp: () => moveTo(current - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => (row.count > 0 && !row.open ? toggle(row) : moveTo(current + 1)),
      ArrowLeft: () => (row.open ? toggle(row) : moveTo(parent === -1 ? 0 : parent)),
      Enter: () => (onPick ? onPick(row.path, row.value) : toggle(row)),
      ' ': () => (onPick ? onPick(row.path, row.value) : toggle(row)),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  // A wide row brings a bar along the bottom, which would cover the last one.
  const [barHeight, setBarHeight] = useState(0);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box) setBarHeight(Math.max(0, box.offsetHeight - box.clientHeight - borders));
  }, [rows]);

  const active = rows[Math.min(current, rows.length - 1)];
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={active ? rowId(label, active.path) : undefined}
      onKeyDown={onKeyDown}
      className="group/tree overflow-auto rounded-md border border-line bg-sunken font-mono text-[0.8125rem]"
      style={{ height: Math.min(maxHeight, rows.length * rowHeight + 14 + barHeight) }}
    >
      <div role="presentation" className="relative m-1.5 min-w-max" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          return (
            <TreeRow
              key={row.path}
              id={rowId(label, row.path)}
              row={row}
              top={item.start}
              active={item.index === current}
              pickable={onPick !== undefined}
              mark={marks[row.path]}
              onToggle={() => {
                setCurrent(item.index);
                toggle(row);
              }}
              onPick={() => {
                setCurrent(item.index);
                if (onPick) onPick(row.path, row.value);
                else if (row.count > 0) toggle(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowId(label: string, path: string): string {
  return `${label}-${path}`.replaceAll(/[^\w$.[\]-]/g, '_');
}

function TreeRow({
  id,
  row,
  top,
  active,
  pickable,
  mark,
  onToggle,
  onPick,
}: {
  id: string;
  row: JsonRow;
  top: number;
  active: boolean;
  pickable: boolean;
  mark: ReactNode;
  onToggle: () => void;
  onPick: () => void;
}) {
  return (
    <div
      role="treeitem"
      id={id}
      aria-level={row.depth + 1}
      aria-expanded={row.count > 0 ? row.open : undefined}
      aria-selected={active}
      onClick={onPick}
      className={classes(
        'absolute flex h-7 w-full min-w-max cursor-pointer items-center gap-1 rounded pr-3 whitespace-pre hover:bg-surface',
        active &&
          'group-focus-visible/tree:bg-surface group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-signal',
      )}
      style={{ top, paddingLeft: row.depth * 14 + 4 }}
    >
      <span
        className="grid size-5 shrink-0 place-items-center text-muted"
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        {row.count === 0 ? null : row.open ? (
          <ChevronDown aria-hidden size={14} />
        ) : (
          <ChevronRight aria-hidden size={14} />
        )}
      </span>
      <span className="text-muted">{row.name}</span>
      <span className="text-muted">: </span>
      {mark}
      <Value row={row} />
      {pickable && active && mark === undefined ? (
        <span className="ml-2 hidden text-muted group-focus-visible/tree:inline">↵ map</span>
      ) : null}
    </div>
  );
}

function Value({ row }: { row: JsonRow }) {
  if (row.kind === 'array') return <span className="text-muted">[{row.count}]</span>;
  if (row.kind === 'object') return <span className="text-muted">{`{${row.count}}`}</span>;
  const look =
    typeof row.value === 'string'
      ? 'text-(--code-string)'
      : row.value === null
        ? 'text-muted'
        : 'text-(--code-number)';
  return <span className={look}>{leafText(row.value)}</span>;
}

const longestShown = 160;

function leafText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  // Of a text, how long it is itself: its quotation marks are ours.
  const length = typeof value === 'string' ? value.length : text.length;
  return text.length > longestShown
    ? `${text.slice(0, longestShown)}… (${formatNumber(length)} characters)`
    : text;
}
