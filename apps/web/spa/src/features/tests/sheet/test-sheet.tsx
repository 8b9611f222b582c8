import { useId, useMemo, useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Test, TestSet } from '@sonde/contract';
import { ArrowDownToLine, Pencil, Undo2 } from 'lucide-react';
import type { Listing } from '../../../lib/api.ts';
import { plural } from '../../../lib/format.ts';
import { useMay } from '../../../lib/platform-context.tsx';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem.tsx';
import { StillWaiting } from '../../../ui/skeleton.tsx';
import { usePagedRows } from '../../../ui/use-paged-rows.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { EditorEnd } from './cell-editor.tsx';
import { columnsFor, emptyColumns, emptyWords, judgesColumn, withoutNames } from './cells.ts';
import type { SheetColumn } from './cells.ts';
import { writeHtmlTable, writeTsv } from './clipboard-table.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { editOf, planPaste, wholeOnly } from './plan-edit.ts';
import type { EditPlan } from './plan-edit.ts';
import { atPlace, boundsOf, keepIn, nextPlace, placeAfter, sizeOf } from './range.ts';
import type { Place, Range } from './range.ts';
import { readClipboard } from './read-clipboard.ts';
import { SheetHead, SheetRow, meaningsOf, rowHeight } from './sheet-row.tsx';
import { useRequirementMetrics } from '../../requirements/use-requirement-metrics.ts';
import { useSetMetrics } from '../../test-sets/use-set-metrics.ts';
import { useMetricNames } from '../../metrics/use-metric-names.ts';
import { mostChangedAtOnce, useSheetEdits } from './use-sheet-edits.ts';

export interface TestSheetProps {
  label: string;
  queryKey: readonly unknown[];
  fetchPage: (skip: number, limit: number, signal: AbortSignal) => Promise<Listing<Test>>;
  /** Of the set; without one, new rows are single prompts. */
  type: TestSet['test_set_type'] | null;
  testSetId: string | null;
  mayChange: boolean;
  onOpen: (test: Test) => void;
  removal: { readonly word: string; readonly run: (tests: readonly Test[]) => void };
  empty: ReactNode;
}

/** Tests as a spreadsheet: the arrows move, Enter and F2 write, Shift selects, and whole tables are copied and pasted. */
export function TestSheet(props: TestSheetProps) {
  const { label, queryKey, fetchPage, type, testSetId, onOpen, removal } = props;
  const may = useMay();
  const mayChange = props.mayChange && may('test:update');
  const mayCreate = mayChange && may('test:create');
  const nameOf = useMetricNames();
  const metricsOf = useRequirementMetrics();
  const { data: ofSet } = useSetMetrics(testSetId);
  const possible = useMemo(
    () =>
      columnsFor(
        type,
        judgesColumn(
          nameOf,
          metricsOf,
          ofSet?.map((metric) => metric.name),
        ),
      ),
    [type, nameOf, metricsOf, ofSet],
  );
  const [showsEmpty, setShowsEmpty] = useState(false);
  const id = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [onScreen, setOnScreen] = useState<readonly [number, number]>([0, 0]);
  const rows = usePagedRows({ key: queryKey, range: useDebounced(onScreen, 80), fetchPage });
  const edits = useSheetEdits({ queryKey, fetchPage, type, testSetId });
  const [range, setRange] = useState<Range>(atPlace({ row: 0, column: 0 }));
  const [writing, setWriting] = useState<{ place: Place; start: string } | null>(null);
  const [pasted, setPasted] = useState<EditPlan | null>(null);
  const [isBulk, setIsBulk] = useState(false);
  const [told, setTold] = useState('');
  const isLeaving = useRef(false);

  const total = rows.total ?? 0;
  // Only where every row is known: nobody finds a column that appears while they scroll.
  const allColumns = withoutNames(possible, rows.loaded);
  const empty = rows.loaded.length < total ? [] : emptyColumns(allColumns, rows.loaded);
  const columns = showsEmpty ? allColumns : allColumns.filter((column) => !empty.includes(column));
  const extent = { rows: total + (mayCreate ? 1 : 0), columns: columns.length };
  const list = useVirtualizer({
    count: extent.rows,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight,
    onChange: (instance) => {
      const next = [instance.range?.startIndex ?? 0, instance.range?.endIndex ?? 0] as const;
      setOnScreen((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
    },
  });
  const active = keepIn(range.to, extent);
  const bounds = boundsOf({ from: keepIn(range.from, extent), to: active });
  const selectedRows = Math.min(bounds.last.row, total - 1) - bounds.first.row + 1;
  const visible = list.getVirtualItems();
  const cellId = ({ row, column }: Place): string => `${id}-${row}-${column}`;

  const go = (place: Place, isExtending = false): void => {
    isLeaving.current = false;
    const to = keepIn(place, extent);
    setRange((before) => ({ from: isExtending ? before.from : to, to }));
    list.scrollToIndex(to.row);
    scrollSideways(grid.current, cellId(to));
    const size = sizeOf(boundsOf({ from: isExtending ? range.from : to, to }));
    setTold(size.rows * size.columns > 1 ? `${size.rows} rows by ${size.columns} columns selected` : '');
  };

  const textAt = ({ row, column }: Place): string => {
    const test = rows.at(row) ?? edits.testAt(row);
    return test ? (columns[column]?.textOf(test) ?? '') : '';
  };

  const write = (place: Place, start: string): void => {
    const column = columns[place.column];
    if (!mayChange || !column) return;
    if (place.row === total && column.id !== 'content') {
      setTold('A new test begins with its prompt or goal.');
      go({ row: place.row, column: 0 });
      return;
    }
    const test = edits.testAt(place.row);
    if (place.row < total && !test) return;
    if (column.isTold) {
      if (test) onOpen(test);
      return;
    }
    setWriting({ place, start: column.words ? textAt(place) : start });
  };

  const endWriting = (text: string, end: EditorEnd): void => {
    const place = writing?.place;
    setWriting(null);
    if (!place) return;
    if (end !== 'stay') grid.current?.focus();
    if (end !== 'cancel') void store(place, text);
    const step = { down: 1, up: -1 } as const;
    if (end === 'down' || end === 'up') go({ row: place.row + step[end], column: place.column });
    const beside = end === 'next' ? 1 : end === 'previous' ? -1 : 0;
    if (beside === 0) return;
    let next = nextPlace(place, beside, extent);
    while (next && columns[next.column]?.isTold) next = nextPlace(next, beside, extent);
    go(next ?? place);
  };

  const store = (place: Place, text: string): Promise<boolean> => {
    const column = columns[place.column];
    if (!column) return Promise.resolve(false);
    const what = place.row >= total ? 'The new test' : column.header;
    return edits.save(() => {
      const test = place.row >= total ? null : edits.testAt(place.row);
      if (place.row < total && !test) return [];
      return wholeOnly([editOf(place.row, test, [{ column, text }])]);
    }, what);
  };

  /** The same text into each cell of the selection, or the first row of it into those below. */
  const fill = async (textFor: (column: number) => string, what: string): Promise<void> => {
    if (!mayChange || selectedRows < 1) return;
    if (selectedRows > mostChangedAtOnce) {
      setTold(`At most ${mostChangedAtOnce} rows can be filled at once. Edit the selected ones instead.`);
      return;
    }
    await edits.ensureRows(bounds.first.row, bounds.first.row + selectedRows - 1);
    await edits.save(
      () =>
        wholeOnly(
          Array.from({ length: selectedRows }, (_, place) => bounds.first.row + place).map((row) => {
            const written = columns
              .slice(bounds.first.column, bounds.last.column + 1)
              .map((column, place) => ({ column, text: textFor(bounds.first.column + place) }));
            return editOf(row, edits.testAt(row), written);
          }),
        ),
      what,
    );
  };
  const fillDown = (): void =>
    void fill((column) => textAt({ row: bounds.first.row, column }), 'Filling down');

  const press = (event: KeyboardEvent): void => {
    if (writing || event.target !== grid.current) return;
    const { key, shiftKey, altKey } = event;
    const isControl = event.ctrlKey || event.metaKey;
    const taken = ((): boolean => {
      if (key === 'Tab') {
        const next = isLeaving.current ? undefined : nextPlace(active, shiftKey ? -1 : 1, extent);
        if (next) go(next);
        return next !== undefined;
      }
      if (key === 'Escape') {
        setRange(atPlace(active));
        isLeaving.current = true;
        setTold('Tab now leaves the grid.');
        return true;
      }
      const target = placeAfter(
        active,
        { key, isControl },
        extent,
        Math.max(1, onScreen[1] - onScreen[0] - 1),
      );
      if (target) go(target, shiftKey);
      else if (key === 'Enter' || key === 'F2') write(active, textAt(active));
      else if (key === 'Delete' || key === 'Backspace') void fill(() => '', 'Clearing');
      else if (isControl && key.toLowerCase() === 'd') fillDown();
      else if (isControl && key.toLowerCase() === 'z') void edits.takeBack();
      else if (isControl && key.toLowerCase() === 'a')
        setRange({
          from: { row: Math.max(0, total - 1), column: extent.columns - 1 },
          to: { row: 0, column: 0 },
        });
      else if (key === ' ' && shiftKey) selectRow(active.row, false);
      else if (key.length === 1 && !isControl && !altKey) {
        if (columns[active.column]?.isTold)
          setTold('What judges a test is chosen where it is opened: press Enter.');
        else write(active, key);
      } else return false;
      return true;
    })();
    if (taken) event.preventDefault();
  };

  const selectRow = (row: number, isExtending: boolean): void =>
    setRange((before) => ({
      from: { row: isExtending ? before.from.row : row, column: 0 },
      to: { row, column: extent.columns - 1 },
    }));

  const copy = (event: ClipboardEvent): void => {
    if (writing || event.target !== grid.current) return;
    const table = Array.from({ length: Math.max(1, selectedRows) }, (_, place) =>
      columns
        .slice(bounds.first.column, bounds.last.column + 1)
        .flatMap((column, beside) =>
          column.isTold
            ? []
            : [textAt({ row: bounds.first.row + place, column: bounds.first.column + beside })],
        ),
    );
    event.clipboardData.setData('text/plain', writeTsv(table));
    event.clipboardData.setData('text/html', writeHtmlTable(table));
    event.preventDefault();
    setTold(`${plural(table.length, 'row')} copied`);
  };

  const paste = async (event: ClipboardEvent): Promise<void> => {
    if (writing || event.target !== grid.current || !mayChange) return;
    event.preventDefault();
    const table = readClipboard(
      event.clipboardData.getData('text/html'),
      event.clipboardData.getData('text/plain'),
    );
    const [first] = table;
    if (!first) return;
    if (table.length === 1 && first.length === 1) {
      const text = first[0] ?? '';
      if (active.row >= total) await store(active, text);
      else await fill(() => text, 'Pasting');
      return;
    }
    const at = bounds.first;
    if (at.row < total) await edits.ensureRows(at.row, Math.min(total - 1, at.row + table.length - 1));
    const plan = planPaste(table, { at, columns, hidden: showsEmpty ? [] : empty, testAt: edits.testAt });
    setPasted(mayCreate ? plan : { ...plan, edits: plan.edits.filter(({ test }) => test !== null) });
  };

  if (rows.error !== null && rows.total === null)
    return <ProblemNotice error={rows.error} onRetry={rows.refetch} />;
  return (
    <div className="grid gap-3">
      {rows.total === 0 ? props.empty : null}
      {mayChange ? (
        <div role="toolbar" aria-label="Edit the selection" className="flex flex-wrap items-center gap-2">
          <Button size="small" disabled={selectedRows < 1} onClick={() => setIsBulk(true)}>
            Edit selected
          </Button>
          <Button
            size="small"
            icon={<ArrowDownToLine aria-hidden size={15} />}
            disabled={selectedRows < 2}
            onClick={fillDown}
          >
            Fill down
          </Button>
          <Button
            size="small"
            icon={<Undo2 aria-hidden size={15} />}
            disabled={edits.undo === null}
            onClick={() => void edits.takeBack()}
          >
            Undo
          </Button>
          <Button
            size="small"
            icon={<Pencil aria-hidden size={15} />}
            disabled={active.row >= total}
            onClick={() => {
              const test = edits.testAt(active.row);
              if (test) onOpen(test);
            }}
          >
            Open
          </Button>
          <Button
            size="small"
            look="danger"
            disabled={selectedRows < 1}
            onClick={() =>
              void edits
                .ensureRows(bounds.first.row, bounds.first.row + selectedRows - 1)
                .then((tests) => removal.run(tests))
            }
          >
            {removal.word}
          </Button>
        </div>
      ) : null}
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        aria-rowcount={extent.rows + 1}
        aria-colcount={extent.columns + 1}
        aria-multiselectable
        aria-readonly={!mayChange}
        aria-busy={rows.total === null || edits.isWorking}
        aria-describedby={`${id}-keys`}
        {...(visible.some(({ index }) => index === active.row)
          ? { 'aria-activedescendant': cellId(active) }
          : {})}
        tabIndex={0}
        className="card group overflow-auto outline-offset-2 select-none"
        style={{
          height: Math.min(Math.max(1, extent.rows) * rowHeight, 640) + rowHeight + 2,
          maxHeight: '72dvh',
        }}
        onKeyDown={press}
        onCopy={copy}
        onPaste={(event) => void paste(event)}
      >
        <SheetHead columns={columns} />
        <div role="rowgroup" className="relative" style={{ height: list.getTotalSize() }}>
          {visible.map((item) => (
            <SheetRow
              key={item.key}
              index={item.index}
              top={item.start}
              columns={columns}
              test={item.index < total ? (rows.at(item.index) ?? null) : null}
              isNew={item.index >= total}
              bounds={bounds}
              active={active}
              writing={writing?.place.row === item.index ? writing : null}
              cellId={cellId}
              onSelect={(place, isExtending) => {
                grid.current?.focus({ preventScroll: true });
                go(place, isExtending);
              }}
              onSelectRow={selectRow}
              onWrite={(place) => write(place, textAt(place))}
              onEnd={endWriting}
            />
          ))}
        </div>
      </div>
      <CellMeaning test={rows.at(active.row) ?? null} column={columns[active.column]} />
      {empty.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.8125rem] text-muted">
          {emptyWords(empty, rows.loaded, showsEmpty)}
          <Button size="small" onClick={() => setShowsEmpty(!showsEmpty)}>
            {showsEmpty ? 'Hide empty columns' : 'Show empty columns'}
          </Button>
        </p>
      )}
      <p id={`${id}-keys`} className="text-[0.8125rem] text-muted">
        {mayChange
          ? 'Enter or F2 writes, Shift and the arrows select, Ctrl D fills down, Ctrl Z undoes. Esc, then Tab, leaves the grid.'
          : 'The arrows move, Shift and the arrows select, Ctrl C copies. Esc, then Tab, leaves the grid.'}
      </p>
      <p className="mark" role="status">
        {rows.total === null ? 'Loading' : plural(total, 'test')}
        {told === '' ? '' : ` · ${told}`}
      </p>
      {rows.total === null ? <StillWaiting /> : null}
      {pasted === null ? null : (
        <PasteDialog
          plan={pasted}
          busy={edits.isWorking}
          onClose={() => setPasted(null)}
          onSave={(wanted) =>
            void edits
              .save(() => wanted, `Pasting ${plural(wanted.length, 'row')}`)
              .then((isStored) => (isStored ? setPasted(null) : undefined))
          }
        />
      )}
      {isBulk ? (
        <BulkDialog
          count={selectedRows}
          busy={edits.isWorking}
          onClose={() => setIsBulk(false)}
          onSave={(changes) =>
            void edits
              .changeAll(bounds.first.row, bounds.first.row + selectedRows - 1, changes)
              .then((isStored) => (isStored ? setIsBulk(false) : undefined))
          }
        />
      ) : null}
    </div>
  );
}

/** What Sonde itself has put into the chosen cell is explained below the grid: whoever gets to the cell gets to that. */
function CellMeaning({ test, column }: { test: Test | null; column: SheetColumn | undefined }) {
  const meanings = test && column ? meaningsOf(test, column) : [];
  return test && column && meanings.length > 0 ? (
    <p className="text-[0.875rem]" role="note">
      <span className="font-medium">{column.textOf(test)}</span>{' '}
      <span className="text-muted">{meanings.map((one) => `${one}.`).join(' ')}</span>
    </p>
  ) : null;
}

/** The grid scrolls by itself only downwards; a cell beyond its edge is brought in. */
function scrollSideways(grid: HTMLElement | null, cell: string): void {
  requestAnimationFrame(() =>
    grid?.ownerDocument.getElementById(cell)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  );
}
