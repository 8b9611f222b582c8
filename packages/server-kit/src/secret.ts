import { inspect } from 'node:util';

/** A value that cannot be printed by accident: every way of turning it into text gives `[secret]`. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The one way to read it; every use is easy to find. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  [inspect.custom](): string {
    return '[secret]';
  }
}
