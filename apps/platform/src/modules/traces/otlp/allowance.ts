/** What one span may carry. Prompts and answers fit in whole; what goes on and on is cut. */
export const longestText = 65_536;
export const deepestValue = 16;
const mostCharacters = 262_144;
const mostValues = 2_000;

/** What a value takes beside its text. */
const valueCharacters = 16;

/** How much of a span is still kept: texts are counted by their length as it is stored, everything by its number. */
export interface Allowance {
  /** The text as far as there is room for it. */
  text(text: string): string;
  /** Whether one more value has room. */
  value(): boolean;
  /** The characters, as they are stored, of what was kept. */
  spent(): number;
  /** How many values were kept. */
  values(): number;
}

/** In JSON these are written with six characters each, and packed they take next to nothing. */
const isControl = (unit: number): boolean => unit < 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d;
const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

export function createAllowance(): Allowance {
  let characters = mostCharacters;
  let values = mostValues;
  const kept = (): number => mostValues - Math.max(0, values);
  return {
    text(text) {
      const isWhole = text.isWellFormed();
      let room = characters;
      for (let end = 0; end < text.length; end += 1) {
        const unit = text.charCodeAt(end);
        room -= isControl(unit) || (!isWhole && isSurrogate(unit)) ? 6 : 1;
        if (room >= 0) continue;
        characters = 0;
        return `${text.slice(0, end)}…`;
      }
      characters = room;
      return text;
    },
    value: () => (values -= 1) >= 0 && characters > 0,
    spent: () => mostCharacters - characters + kept() * valueCharacters,
    values: kept,
  };
}

/** Whole numbers that a number cannot hold stay texts; JSON knows no infinity. */
export const numberOf = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : String(value);
export const finite = (value: number): number | string => (Number.isFinite(value) ? value : String(value));
