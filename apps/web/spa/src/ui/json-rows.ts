import { pathOf } from '../lib/json-path.ts';
import type { Segment } from '../lib/json-path.ts';

export interface JsonRow {
  readonly path: string;
  readonly depth: number;
  /** Key or index as shown; `$` for the root. */
  readonly name: string;
  readonly kind: 'object' | 'array' | 'leaf';
  readonly value: unknown;
  readonly count: number;
  readonly open: boolean;
}

/** What of a JSON value is on screen, top to bottom, given which branches are closed. Feeds a virtual list. */
export function rowsOf(value: unknown, isOpen: (path: string, depth: number) => boolean): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (node: unknown, segments: readonly Segment[]): void => {
    const path = pathOf(segments);
    const last = segments.at(-1);
    const branch = typeof node === 'object' && node !== null;
    const entries: (readonly [Segment, unknown])[] = !branch
      ? []
      : Array.isArray(node)
        ? node.map((child, index) => [index, child] as const)
        : Object.entries(node);
    const open = branch && entries.length > 0 && isOpen(path, segments.length);
    rows.push({
      path,
      depth: segments.length,
      name: last === undefined ? '$' : String(last),
      kind: Array.isArray(node) ? 'array' : branch ? 'object' : 'leaf',
      value: node,
      count: entries.length,
      open,
    });
    if (open) for (const [key, child] of entries) visit(child, [...segments, key]);
  };
  visit(value, []);
  return rows;
}
