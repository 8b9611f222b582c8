import { intArgument, textArgument } from '../arguments.ts';
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
  // The dearest of all filters: a step for every two characters.
  charge(rt, text.length * 128);
  const lines = splitLines(text, false).map((line) =>
    wrapLine(line, limit, truthy(rt, breakLong), truthy(rt, onHyphens)).join(mark),
  );
  const wrapped = lines.join(mark);
  chargeText(rt, wrapped.length);
  return wrapped;
}

/** A run of blanks or of other characters, of which those before `from` have been put into lines already. */
interface Chunk {
  readonly characters: readonly string[];
  readonly isBlank: boolean;
  from: number;
}

const sizeOf = ({ characters, from }: Chunk): number => characters.length - from;
const restOf = ({ characters, from }: Chunk): string => characters.slice(from).join('');

function chunksOf(line: string, onHyphens: boolean): Chunk[] {
  const words = line.match(/\s+|\S+/gu) ?? [];
  // A word may break after a hyphen between letters.
  const parts = onHyphens ? words.flatMap((word) => word.split(/(?<=[\p{L}_]{2}-)(?=[\p{L}_]{2})/u)) : words;
  return parts.map((part) => ({ characters: Array.from(part), isBlank: part.trim() === '', from: 0 }));
}

function wrapLine(line: string, width: number, breakLong: boolean, onHyphens: boolean): string[] {
  const chunks = chunksOf(line, onHyphens).reverse();
  const lines: string[] = [];
  while (chunks.length > 0) {
    if (lines.length > 0 && chunks.at(-1)?.isBlank) chunks.pop();
    const current: string[] = [];
    let endsBlank = false;
    let length = 0;
    for (let chunk = chunks.at(-1); chunk !== undefined; chunk = chunks.at(-1)) {
      const size = sizeOf(chunk);
      if (length + size > width) break;
      current.push(restOf(chunk));
      endsBlank = chunk.isBlank;
      chunks.pop();
      length += size;
    }
    const next = chunks.at(-1);
    if (next !== undefined && sizeOf(next) > width) {
      const piece = breakLong ? takePiece(next, width - length, onHyphens) : wholeOf(chunks, current);
      if (piece !== undefined) {
        current.push(piece);
        endsBlank = next.isBlank || piece === '';
      }
    }
    if (current.length > 0 && endsBlank) current.pop();
    if (current.length > 0) lines.push(current.join(''));
  }
  return lines;
}

/** A chunk too long for any line has one for itself, or waits for the next. */
function wholeOf(chunks: Chunk[], current: readonly string[]): string | undefined {
  const chunk = current.length === 0 ? chunks.pop() : undefined;
  return chunk && restOf(chunk);
}

/** As much of the chunk as there is room for, ending after a hyphen where there is one. */
function takePiece(chunk: Chunk, room: number, onHyphens: boolean): string {
  const { characters, from } = chunk;
  const within = characters.slice(from, from + room);
  const hyphen = within.lastIndexOf('-');
  const afterHyphen = onHyphens && hyphen > 0 && within.slice(0, hyphen).some((char) => char !== '-');
  const piece = afterHyphen ? within.slice(0, hyphen + 1) : within;
  chunk.from += piece.length;
  return piece.join('');
}
