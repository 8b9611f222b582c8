export interface Place {
  readonly row: number;
  readonly column: number;
}

/** From where it was begun to where it has got to, in whatever direction. */
export interface Range {
  readonly from: Place;
  readonly to: Place;
}

export interface Bounds {
  readonly first: Place;
  readonly last: Place;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export const boundsOf = ({ from, to }: Range): Bounds => ({
  first: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
  last: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
});

export const isIn = ({ first, last }: Bounds, { row, column }: Place): boolean =>
  row >= first.row && row <= last.row && column >= first.column && column <= last.column;

export const sizeOf = ({ first, last }: Bounds): Extent => ({
  rows: last.row - first.row + 1,
  columns: last.column - first.column + 1,
});

export const atPlace = (place: Place): Range => ({ from: place, to: place });

const within = (at: number, most: number): number => Math.max(0, Math.min(at, most - 1));

export const keepIn = ({ row, column }: Place, { rows, columns }: Extent): Place => ({
  row: within(row, rows),
  column: within(column, columns),
});

interface Pressed {
  readonly key: string;
  readonly isControl: boolean;
}

/** Where a key leads from a place; undefined when it leads nowhere. */
export function placeAfter(
  { row, column }: Place,
  { key, isControl }: Pressed,
  extent: Extent,
  rowsOnScreen: number,
): Place | undefined {
  const last = { row: extent.rows - 1, column: extent.columns - 1 };
  const target = ((): Place | undefined => {
    switch (key) {
      case 'ArrowUp':
        return { row: isControl ? 0 : row - 1, column };
      case 'ArrowDown':
        return { row: isControl ? last.row : row + 1, column };
      case 'ArrowLeft':
        return { row, column: isControl ? 0 : column - 1 };
      case 'ArrowRight':
        return { row, column: isControl ? last.column : column + 1 };
      case 'PageUp':
        return { row: row - rowsOnScreen, column };
      case 'PageDown':
        return { row: row + rowsOnScreen, column };
      case 'Home':
        return { row: isControl ? 0 : row, column: 0 };
      case 'End':
        return { row: isControl ? last.row : row, column: last.column };
      default:
        return undefined;
    }
  })();
  return target && keepIn(target, extent);
}

/** The next cell in reading order; undefined beyond either end, where Tab leaves the grid. */
export function nextPlace(
  { row, column }: Place,
  step: 1 | -1,
  { rows, columns }: Extent,
): Place | undefined {
  const at = row * columns + column + step;
  return at < 0 || at >= rows * columns ? undefined : { row: Math.floor(at / columns), column: at % columns };
}
