import { RE2JS } from 're2js';

export const patternLengthMax = 2000;
/** Instructions of a compiled pattern; `(a{1000}){1000}` would be a million. */
const programSizeMax = 2000;
const repeatsMax = 5000;
/** Instructions times characters: about a second of matching. */
const stepsMax = 60_000_000;

export class PatternError extends Error {}

/** A pattern of RE2: linear in the text, and refused when its program is too large. */
export function compilePattern(pattern: string, flags = ''): RE2JS {
  if (pattern.length > patternLengthMax)
    throw new PatternError(`The pattern is longer than ${patternLengthMax} characters.`);
  requireSmallRepeats(pattern);
  let bits = 0;
  for (const flag of flags) bits |= flagBits[flag] ?? 0;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, bits);
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read';
    throw new PatternError(
      `The pattern cannot be used: ${said}. Look-around, such as (?=…), and back-references, such as \\1, do not exist here.`,
    );
  }
  if (compiled.programSize() > programSizeMax)
    throw new PatternError(
      `The pattern is too large: ${compiled.programSize()} steps, at most ${programSizeMax}.`,
    );
  return compiled;
}

const flagBits: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/** The signs of a pattern, its groups and its repeats; what is escaped and what stands in a class is one sign. */
const pieces =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?|[^]/gsu;

/** Bounded before it is compiled: RE2 writes each repeat out, and one inside another as often as both say. */
function requireSmallRepeats(pattern: string): void {
  const outer: number[] = [];
  let sum = 0;
  let last = 0;
  for (const [piece, least, most] of pattern.matchAll(pieces)) {
    if (piece.startsWith('(')) {
      outer.push(sum);
      [sum, last] = [0, 0];
    } else if (piece === ')') [sum, last] = [sum + (outer.pop() ?? 0), sum];
    else if (least === undefined) [sum, last] = [sum + 1, 1];
    else {
      const times = Math.max(Number(least), Number(most ?? 0), 1);
      [sum, last] = [sum + last * (times - 1), last * times];
    }
    if (sum > repeatsMax)
      throw new PatternError(
        `The pattern is too large: more than ${repeatsMax} steps with its repeats written out.`,
      );
  }
}

export const isTooCostly = (pattern: RE2JS, characters: number): boolean =>
  pattern.programSize() * characters > stepsMax;

/** Instructions up to which a pattern goes through a light text in a few dozens of milliseconds. */
const lightProgramMax = 100;

/** Whether a pattern of a member's belongs beside the thread that answers requests. */
export const isLargePattern = (pattern: string, flags = ''): boolean =>
  compilePattern(pattern, flags).programSize() > lightProgramMax;

export interface Found {
  readonly start: number;
  readonly end: number;
}

export function findFirst(pattern: RE2JS, text: string): Found | undefined {
  const matcher = pattern.matcher(text);
  return matcher.find() ? { start: matcher.start(), end: matcher.end() } : undefined;
}
