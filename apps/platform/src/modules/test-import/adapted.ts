import type { DraftMetric, Fields } from './fields.ts';

/** What one item of a known shape says. A configuration of several prompts makes several of one item. */
export interface Adapted {
  readonly fields: Fields;
  readonly metrics: readonly DraftMetric[];
  readonly weighedThreshold: number | null;
  /** What of the file is left out, and why. */
  readonly notImported: readonly LeftOut[];
}

export interface LeftOut {
  readonly what: string;
  /** The test asserts it itself, so it stays open until a person has looked. */
  readonly isOfTest: boolean;
}

export type Item = Readonly<Record<string, unknown>>;
export type Frame = Item | null;

/** An item that its own file takes out of use; the message says so to whoever imports it. */
export class NotInUse extends Error {
  override readonly name = 'NotInUse';
}
