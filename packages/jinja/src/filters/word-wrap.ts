import { intArgument, textArgument } from '../arguments.ts';
import { textLength } from '../attributes.ts';
import { truthy } from '../comparison.ts';
import { charge, chargeText } from '../runtime.ts';
import type { Runtime } from '../runtime.ts';
import { runtimeError } from '../template-error.ts';
import { splitLines } from '../text-methods.ts';

/** `wordwrap`: each line on its own, whitespace kept inside lines, as Python's textwrap does it. */
export function wrapWords(rt: Runtime, text: string, bound: unknown[]): string {
  const [width, breakLong = true, wrapString, onHyphens = true] = bound;
  const limit = intArgument(width, 79, 'wordwrap');
  if (limit <= 0) throw runtimeError(`invalid width ${limit} (must be > 0)`);
  const mark = wrapString === undefined || wrapString === null ? '\n' : textArgument(wrapString, 'wordwrap');
  charge(rt, text.length * 4);
  const lines = splitLines(text, false).map((line) =>
    wrapLine(line, limit, truthy(breakLong), truthy(onHyphens)).join(mark),
  );
  const wrapped = lines.join(mark);
  chargeText(rt, wrapped.length);
  return wrapped;
}

function chunksOf(line: string, onHyphens: boolean): string[] {
  const words = line.match(/\s+|\S+/gu) ?? [];
  if (!onHyphens) return words;
  // A word may break after a hyphen between letters.
  return words.flatMap((word) => word.split(/(?<=[\p{L}_]{2}-)(?=[\p{L}_]{2})/u));
}

function wrapLine(line: string, width: number, breakLong: boolean, onHyphens: boolean): string[] {
  const chunks = chunksOf(line, onHyphens).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && (chunks.at(-1) ?? '').trim() === '') chunks.pop();
    const current: string[] = [];
    let length = 0;
    for (let chunk = chunks.at(-1); chunk !== undefined; chunk = chunks.at(-1)) {
      const size = textLength(chunk);
      if (length + size > width) break;
      current.push(chunk);
      chunks.pop();
      length += size;
    }
    const next = chunks.at(-1);
    if (next !== undefined && textLength(next) > width)
      breakChunk(chunks, current, width - length, breakLong, onHyphens);
    if (current.length > 0 && (current.at(-1) ?? '').trim() === '') current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}

function breakChunk(
  chunks: string[],
  current: string[],
  room: number,
  breakLong: boolean,
  onHyphens: boolean,
): void {
  const chunk = chunks.pop() ?? '';
  if (!breakLong) {
    if (current.length === 0) current.push(chunk);
    else chunks.push(chunk);
    return;
  }
  const characters = Array.from(chunk);
  const hyphen = characters.slice(0, room).lastIndexOf('-');
  const afterHyphen = onHyphens && hyphen > 0 && characters.slice(0, hyphen).some((char) => char !== '-');
  const end = afterHyphen && characters.length > room ? hyphen + 1 : room;
  current.push(characters.slice(0, end).join(''));
  const rest = characters.slice(end).join('');
  if (rest !== '') chunks.push(rest);
}
