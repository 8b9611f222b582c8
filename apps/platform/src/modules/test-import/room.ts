import { isObject } from './fields.ts';

/** Characters that one row may come to when the configuration of its file is put before it, and those prepared at once. */
export const roomOfRow = 4_000_000;

/** A row that comes to more than is read of one; its message says why. */
export class RowTooLarge extends Error {}

/** What is left for a row. What is taken is taken before it is made. */
export interface Room {
  readonly taken: number;
  /** @throws RowTooLarge where there is no room for so many characters more. */
  take(characters: number): void;
}

export function createRoom(): Room {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(characters) {
      taken += characters;
      if (taken > roomOfRow)
        throw new RowTooLarge(
          `With the prompts and assertions of the file, the row comes to more than ${roomOfRow} characters.`,
        );
    },
  };
}

/** What a test weighs beside its texts, in characters. */
export const weightOfTest = 1000;
const weightOfObject = 32;

/** About what a value weighs in memory, in characters. */
export function weightOf(value: unknown): number {
  let weight = 0;
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === 'string') weight += one.length;
    weight += typeof one === 'object' ? weightOfObject : 8;
    if (Array.isArray(one)) for (const part of one) left.push(part);
    else if (isObject(one)) for (const part of Object.values(one)) left.push(part);
  }
  return weight;
}
