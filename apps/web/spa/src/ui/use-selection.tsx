import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface Selectable {
  readonly id: string;
  readonly name: string;
}

interface Options<Row> {
  /** What one of them is, for the box that selects all: “every endpoint that matches”. */
  readonly noun: string;
  /** A page of what the list shows now. */
  readonly page: (
    skip: number,
    limit: number,
  ) => Promise<{ readonly items: readonly Row[]; readonly total: number }>;
}

/** Rows of a list that something is done to at once. They stay selected while the list is searched. */
export function useSelection<Row extends Selectable>({ noun, page }: Options<Row>) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const clear = (): void => setSelected(new Map());
  const selectAll = async (): Promise<void> => {
    if (selected.size > 0) return clear();
    const all: Row[] = [];
    for (let skip = 0, total = 1; skip < total; skip += 100) {
      const found = await page(skip, 100);
      total = found.total;
      all.push(...found.items);
    }
    setSelected(new Map(all.map((row) => [row.id, row])));
  };
  return {
    selected,
    clear,
    /** For the grid. */
    selection: {
      has: (id: string): boolean => selected.has(id),
      toggle: (row: Row): void => {
        const next = new Map(selected);
        if (!next.delete(row.id)) next.set(row.id, row);
        setSelected(next);
      },
      nameOf: (row: Row): string => row.name,
      all: (
        <input
          type="checkbox"
          aria-label={selected.size > 0 ? 'Clear the selection' : `Select every ${noun} that matches`}
          checked={selected.size > 0}
          onChange={() => void selectAll()}
          className="size-[1.15rem] accent-(--signal)"
        />
      ),
    },
  };
}

/** What can be done with the selected rows, above their list. */
export const SelectionBar = ({
  words,
  onClear,
  children,
}: {
  /** How many of what. */
  words: string;
  onClear: () => void;
  children: ReactNode;
}) => (
  <div
    className="flex flex-wrap items-center gap-3 rounded-(--radius-card) bg-signal-soft px-4 py-2.5"
    role="status"
  >
    <span>{words} selected</span>
    {children}
    <Button size="small" look="quiet" onClick={onClear}>
      Clear the selection
    </Button>
  </div>
);
