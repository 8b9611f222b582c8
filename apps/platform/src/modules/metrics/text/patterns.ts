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

/** Nested repeats RE2 bounds itself; many beside each other are bounded before they are compiled. */
function requireSmallRepeats(pattern: string): void {
  let sum = 0;
  for (const match of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g))
    sum += Math.max(Number(match[1]), Number(match[2] ?? 0));
  if (sum > repeatsMax) throw new PatternError(`The pattern repeats more than ${repeatsMax} times in all.`);
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
