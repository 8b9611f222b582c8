import { z } from 'zod';
import { isRecord } from '../item.ts';
import { decimalFrom, decimalOf, isHeld, type Decimal } from './decimals.ts';
import { plain } from './folding.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly start: number; readonly end: number }
  | {
      readonly ok: false;
      readonly code: 'not_json' | 'too_deep' | 'several_blocks';
      readonly reason: string;
    };

export const jsonDepthMax = 200;

/** For kinds that read JSON: whether a program reads the answer, which looks for no block of code in it. */
export const whole_answer = z.boolean().default(false).meta({
  title: 'The whole answer, as a program reads it',
  description: 'Otherwise the one block of code in it may be the JSON.',
});

/** The output as JSON: the whole of it, or the one fenced block in it unless the whole is asked for. */
export function readJson(text: string, isWhole = false): JsonReading {
  const whole = text.trim();
  const start = text.indexOf(whole);
  const direct = parse(whole, start);
  if (isWhole || direct.ok || direct.code === 'too_deep') return direct;
  const blocks = fencedBlocks(text).filter(({ name }) => ['', 'json', 'json5', 'jsonc'].includes(name));
  const [block] = blocks;
  if (!block) return direct;
  if (blocks.length > 1)
    return {
      ok: false,
      code: 'several_blocks',
      reason: `The answer holds ${blocks.length} fenced blocks; one is read, several are not.`,
    };
  return parse(text.slice(block.start, block.end), block.start);
}

interface Block {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Line by line: a search for pairs of fences would look through the rest of the text for each of them. */
function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { name: string; start: number } | undefined;
  for (let at = 0; at < text.length;) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd === -1 ? text.length : lineEnd + 1;
    const line = text.slice(at, Math.min(next, at + 200)).trim();
    if (line.startsWith('```') && open) {
      blocks.push({ ...open, end: at });
      open = undefined;
    } else if (line.startsWith('```'))
      open = { name: line.replace(/^`+/, '').trim().toLowerCase().split(/\s/)[0] ?? '', start: next };
    at = next;
  }
  return blocks;
}

function parse(text: string, start: number): JsonReading {
  if (depthOf(text) > jsonDepthMax)
    return {
      ok: false,
      code: 'too_deep',
      reason: `The JSON is nested deeper than ${jsonDepthMax} levels.`,
    };
  try {
    return { ok: true, value: JSON.parse(text), start, end: start + text.length };
  } catch (error) {
    const said = error instanceof SyntaxError ? error.message : 'it cannot be read';
    return { ok: false, code: 'not_json', reason: `The answer is not JSON: ${said.slice(0, 200)}` };
  }
}

/** A number that a computer would round, as it is written. */
class LongNumber {
  readonly exact: string;
  constructor(exact: string) {
    this.exact = exact;
  }
}

/** What was read, with each number that a computer would round as it is written; to be compared, and for nothing else. */
export function exactly(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): unknown {
  return JSON.parse(
    text.slice(start, end),
    (_key, value: unknown, context?: { readonly source?: string }) => {
      const exact = typeof value === 'number' ? decimalOf(context?.source ?? '') : undefined;
      return exact === undefined || isHeld(exact) ? value : new LongNumber(exact);
    },
  );
}

/** Whether it holds a whole number so large that another one may be held as the same. */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(mayBeRounded);
}

/** How deep brackets nest outside of strings, told without parsing. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return deepest;
}

/** A number, or a text that is one, as it is written. */
export function numberOf(value: unknown): Decimal | undefined {
  if (value instanceof LongNumber) return value.exact;
  if (typeof value === 'number') return decimalFrom(value);
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? (decimalOf(value.trim()) ?? decimalFrom(Number(value)))
    : undefined;
}

/** Equal as JSON: the order of keys does not matter, the order of lists does. Depth is bounded by the readers. */
export function jsonEqual(left: unknown, right: unknown, caseSensitive = true): boolean {
  if (left === right) return true;
  if (typeof left === 'string' && typeof right === 'string')
    return plain(left, caseSensitive) === plain(right, caseSensitive);
  if (Array.isArray(left) && Array.isArray(right))
    return (
      left.length === right.length && left.every((entry, at) => jsonEqual(entry, right[at], caseSensitive))
    );
  if (left instanceof LongNumber || right instanceof LongNumber)
    return left instanceof LongNumber && right instanceof LongNumber && left.exact === right.exact;
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key], caseSensitive))
  );
}

/** What is given in `wanted` is found in `given`; what else stands there does not matter. Lists are compared whole. */
export function jsonContains(given: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return jsonEqual(given, wanted);
  return (
    isRecord(given) &&
    Object.entries(wanted).every(
      ([key, value]) => Object.hasOwn(given, key) && jsonContains(given[key], value),
    )
  );
}

/** Levels of a value, counted no further than what is allowed. */
export function valueDepth(value: unknown, max = jsonDepthMax): number {
  if (typeof value !== 'object' || value === null || max <= 0) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, valueDepth(inner, max - 1));
  return deepest + 1;
}
