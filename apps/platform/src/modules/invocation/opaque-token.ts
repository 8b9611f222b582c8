import { randomUUID } from 'node:crypto';
import { MASK } from './masking.ts';

/**
 * A token while templates are rendered. They see a mark of this one call, and the token takes its place afterwards: a
 * template can say where the token goes, and whatever else it does with it, such as cutting it up, comparing it or writing
 * it in capitals, it does with the mark. Whoever may edit a template must not be able to read the token with it.
 */
export type OpaqueToken = {
  /** What templates see. Letters, digits and dashes, which every encoding leaves alone. */
  readonly mark: string;
  /** The token in the place of its mark, spelled as the surrounding text needs it. */
  fill(text: string, spell?: (token: string) => string): string;
  fillIn(value: unknown): unknown;
  /** For people. */
  hide(value: unknown): unknown;
};

export function opaqueToken(token: string): OpaqueToken {
  const mark = `token-${randomUUID()}`;
  const fill: OpaqueToken['fill'] = (text, spell = asItIs) => text.replaceAll(mark, () => spell(token));
  return {
    mark,
    fill,
    fillIn: (value) => replaceIn(value, fill, 0),
    hide: (value) => replaceIn(value, (text) => text.replaceAll(mark, MASK), 0),
  };
}

const asItIs = (token: string): string => token;

// No body that can be written out again is deeper.
const MAX_DEPTH = 500;

function replaceIn(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => replaceIn(item, change, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), replaceIn(item, change, depth + 1)]),
  );
}
