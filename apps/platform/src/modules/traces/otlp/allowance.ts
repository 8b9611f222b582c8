/** What one span may carry. Prompts and answers fit in whole; what goes on and on is cut. */
export const longestText = 65_536;
export const deepestValue = 16;
const mostCharacters = 262_144;
const mostValues = 2_000;

/** How much of a span is still kept: texts are counted by their length, everything by its number. */
export interface Allowance {
  /** The text as far as there is room for it. */
  text(text: string): string;
  /** Whether one more value has room. */
  value(): boolean;
}

export function createAllowance(): Allowance {
  let characters = mostCharacters;
  let values = mostValues;
  return {
    text(text) {
      const kept = text.length > characters ? text.slice(0, characters) : text;
      characters -= kept.length;
      return kept.length < text.length ? `${kept}…` : text;
    },
    value: () => (values -= 1) >= 0 && characters > 0,
  };
}

/** Whole numbers that a number cannot hold stay texts; JSON knows no infinity. */
export const numberOf = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : String(value);
export const finite = (value: number): number | string => (Number.isFinite(value) ? value : String(value));
