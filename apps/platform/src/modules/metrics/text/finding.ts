/** A piece of an answer that should not be in it. */
export interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** Certain by its form or checksum; otherwise only like one. */
  readonly sure: boolean;
}
